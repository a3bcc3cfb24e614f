import { type PersonalDataKind, personalDataIn } from './personalData.ts';
import { typedFields, withoutVersions } from './typedFields.ts';

/** One place that looks like personal data. The value is not repeated: a report is copied as easily as a context. */
export interface PersonalDataFinding {
  /** 'filters.siteCode', 'recentEvents.3.event'. */
  readonly path: string;
  readonly kinds: readonly PersonalDataKind[];
}

/** What the document throws (section 8), as a value: its message, and where. */
export interface PersonalDataReport {
  readonly message: 'PII detected in diagnostic-context';
  readonly findings: readonly PersonalDataFinding[];
}

const deepest = 8;

/**
 * Searches a diagnostic context, keys and values (C-66). Fields that are typed as times, versions, hashes, UUIDs or our own ids are checked as such
 * and searched only where they are not what they should be (D-25).
 * @returns null where nothing looks like personal data
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
      // Nothing of ours is nested so deep: what is, is searched as one text.
      if (depth >= deepest) return search(JSON.stringify(value), path);
      for (const [name, inner] of Object.entries(value)) {
        const place = path === '' ? name : `${path}.${name}`;
        // A name may be anybody's too, if it is not ours; then it is not repeated in the path.
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
