import type { ConsoleRole } from '../../contracts/access.ts';
import {
  type DiagnosticContext,
  type DiagnosticFilterField,
  diagnosticFilterFields,
  diagnosticsSchemaVersion,
} from '../../contracts/diagnostics.ts';
import type { HeardFrame } from '../../contracts/realtime/event.ts';
import { recentLimit } from '../series/ring.ts';
import { screens } from '../screens/screens.ts';

/** What the page knows when the user asks for a context. */
export interface DiagnosticFacts {
  /** Epoch milliseconds on the platform's clock. */
  readonly now: number;
  readonly tenantId: string;
  readonly role: ConsoleRole;
  readonly path: string;
  /** The URL's query, pair by pair. */
  readonly search: Iterable<readonly [string, string]>;
  readonly correlationId: string;
  /** Already redacted (C-67); only type, time and size are used. */
  readonly events: readonly HeardFrame[];
  readonly metadata: DiagnosticContext['metadata'];
}

/** Maps query names of the screens to the document's allowed fields; what is open depends on the screen. */
const addressNames: Readonly<Record<string, DiagnosticFilterField>> = {
  pack: 'packId',
  site: 'siteCode',
  code: 'errorCode',
  status: 'status',
};
const openNames: Readonly<Record<string, DiagnosticFilterField>> = {
  [screens.verifications.path]: 'vrfId',
  [screens.evidence.path]: 'packId',
};

/** The allowed filters of a URL (C-51). Everything else, above all typed searches, is left out. */
export function allowedFilters(path: string, search: Iterable<readonly [string, string]>): DiagnosticContext['filters'] {
  const filters: Partial<Record<DiagnosticFilterField, string>> = {};
  for (const [name, value] of search) {
    const field =
      diagnosticFilterFields.find((each) => each === name) ??
      (Object.hasOwn(addressNames, name) ? addressNames[name] : undefined) ??
      (name === 'open' || name === 'id' ? openNames[path] : undefined);
    if (field !== undefined && value !== '') filters[field] = value.slice(0, 200);
  }
  return filters;
}

/** Builds the context (C-51). Not yet scanned: `scanForPersonalData` decides whether it may leave the device. */
export function diagnosticContext(facts: DiagnosticFacts): DiagnosticContext {
  const { now, tenantId, role, path, search, correlationId, events, metadata } = facts;
  return {
    schemaVersion: diagnosticsSchemaVersion,
    timestamp: new Date(now).toISOString(),
    tenantId,
    role,
    route: path,
    correlationId,
    filters: allowedFilters(path, search),
    recentEvents: events.slice(-recentLimit).map(({ type, ts, data }) => ({
      event: type,
      timestamp: Date.parse(ts),
      isoTimestamp: ts,
      size: bytesOf(JSON.stringify(data)),
    })),
    metadata,
  };
}

/** Length of a text in UTF-8 bytes, as transferred. */
function bytesOf(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
  }
  return bytes;
}
