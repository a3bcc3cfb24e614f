import { consoleRoles } from '../../contracts/access.ts';

/** Whether a value has its field's type (D-25): then its digits are not an account number, and it is not scanned. */
export type FieldCheck = (value: string | number) => boolean;

const matches =
  (pattern: RegExp): FieldCheck =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
const digitsIn = (value: string): number => value.replaceAll(/\D/g, '').length;
/** A pattern with a maximum number of digits: our ids are counters and identify no person. */
const withFewDigits =
  (pattern: RegExp, most: number): FieldCheck =>
  (value) =>
    typeof value === 'string' && pattern.test(value) && digitsIn(value) <= most;

const isoTime: FieldCheck = (value) =>
  typeof value === 'string' &&
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/.test(value) &&
  !Number.isNaN(Date.parse(value));
const [earliest, latest] = [Date.UTC(2000, 0), Date.UTC(2100, 0)];
const epochMs: FieldCheck = (value) => typeof value === 'number' && Number.isInteger(value) && value >= earliest && value < latest;
const count: FieldCheck = (value) => typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 1e9;
const sha256 = matches(/^[0-9a-f]{64}$/);
const uuid = matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i);
/**
 * Our ids: 'VRF-001240', 'KE-NBO-014', 'EP-0931'. The hyphen after capitals distinguishes them from passport numbers, the digit count
 * from account numbers.
 */
const ownId = withFewDigits(/^[A-Z]{2,8}(-[A-Z0-9]{1,8}){1,4}$/, 12);
/** Tenants and keys: 'demo', 'ukweli-2025-11'. Starts with a word. */
const slug = withFewDigits(/^[a-z]{2,24}(-[a-z0-9]{1,12}){0,5}$/, 9);
const version = matches(/^\d{1,5}(\.\d{1,5}){1,3}$/);

/** The typed fields of the context, by path; events and filters by their names. Other fields are scanned as text. */
export const typedFields: Readonly<Record<string, FieldCheck>> = {
  schemaVersion: version,
  timestamp: isoTime,
  tenantId: slug,
  role: (value) => consoleRoles.some((role) => role === value),
  route: matches(/^(\/|(\/[a-z]{1,32}(-[a-z]{1,32}){0,4}){1,5}\/?)$/),
  correlationId: uuid,
  'filters.packId': ownId,
  'filters.vrfId': ownId,
  'filters.correlationId': uuid,
  'filters.tenantId': slug,
  'filters.siteCode': ownId,
  'filters.status': matches(/^[a-z]{2,24}(_[a-z]{1,24}){0,3}$/),
  'filters.timestamp': isoTime,
  'filters.errorCode': withFewDigits(/^[A-Z]{2}[A-Z0-9_]{0,38}$/, 4),
  'filters.kid': slug,
  'filters.hash': sha256,
  'filters.manifestHash': sha256,
  'filters.covenantHash': sha256,
  'filters.evidenceHash': sha256,
  'recentEvents.event': matches(/^[a-z]{2,32}(\.[a-z_]{1,32}){1,4}$/),
  'recentEvents.timestamp': epochMs,
  'recentEvents.isoTimestamp': isoTime,
  'recentEvents.size': count,
  'metadata.screenResolution': matches(/^\d{1,5}x\d{1,5}$/),
  'metadata.timezone': matches(/^[A-Za-z]{2,24}([/_+-][A-Za-z0-9]{1,24}){0,4}$/),
  'metadata.language': matches(/^[a-z]{2,3}(-[A-Za-z]{2,8}|-\d{3}){0,3}$/),
};

/** Removes name/version tokens ('Gecko/20100101', 'rv:128.0') from a user agent; the rest is scanned. */
export function withoutVersions(userAgent: string): string {
  return userAgent.replaceAll(/(?<=^|[\s(;])[A-Za-z][A-Za-z.]{0,31}[/:]\d[\w.]{0,31}(?=$|[\s);])/g, '');
}
