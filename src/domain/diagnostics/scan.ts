import { type PersonalDataKind, personalDataIn } from './personalData.ts';
import { typedFields, withoutVersions } from './typedFields.ts';

/** One place that looks like personal data. The value is not repeated, since a report is copied as easily as a context. */
export interface PersonalDataFinding {
  /** 'filters.siteCode', 'recentEvents.3.event'. */
  readonly path: string;
  readonly kinds: readonly PersonalDataKind[];
}

/** The document's exception (section 8) as a value: its message and the places. */
export interface PersonalDataReport {
  readonly message: 'PII detected in diagnostic-context';
  readonly findings: readonly PersonalDataFinding[];
}

const deepest = 8;

/**
 * Scans a diagnostic context, keys and values (C-66). Fields typed as times, versions, hashes, UUIDs or own ids are validated as such and
 * scanned only if invalid (D-25).
 * @returns null if nothing looks like personal data
 */
export function scanForPersonalData(context: unknown): PersonalDataReport | null {
  const findings: PersonalDataFinding[] = [];
  const search = (text: string, path: string): void => {
    const kinds = personalDataIn(text);
    if (kinds.length > 0) findings.push({ path, kinds });
  };
  const walk = (value: unknown, path: string, depth: number): void => {
    if (value === null || value === undefined || typeof value === 'boolean') return;
    if (typeof value === 'object') {
      // Our contexts are never this deep; deeper parts are scanned as one text.
      if (depth >= deepest) return search(JSON.stringify(value), path);
      for (const [name, inner] of Object.entries(value)) {
        const place = path === '' ? name : `${path}.${name}`;
        // A foreign member name may itself be personal data; then it is not repeated in the path.
        if (!Array.isArray(value) && personalDataIn(name).length > 0) search(name, path === '' ? '(a name)' : `${path}.(a name)`);
        else walk(inner, place, depth + 1);
      }
      return;
    }
    if (typeof value !== 'string' && typeof value !== 'number') return search(String(value), path);
    const field = path.replaceAll(/\.\d+(?=\.|$)/g, '');
    if (typedFields[field]?.(value) === true) return;
    search(field === 'metadata.userAgent' ? withoutVersions(String(value)) : String(value), path);
  };
  walk(context, '', 0);
  return findings.length === 0 ? null : { message: 'PII detected in diagnostic-context', findings };
}
