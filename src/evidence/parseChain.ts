import { type ChainEntry, chainEntrySchema } from '../contracts/verification.ts';
import { clip } from './messages.ts';
import { type Parsed, textWithin } from './parse.ts';
import { type InputFault, MAX_FAULTS, parseStrictJson } from './strictJson.ts';

/** Some fifty thousand entries: more than lie beside any pack. */
export const MAX_CHAIN_BYTES = 16 * 1024 * 1024;
const limits = { maxLength: MAX_CHAIN_BYTES, maxDepth: 8 } as const;

/**
 * Entries of the verification chain from untrusted text or bytes: a list of them, or an object that holds them as `entries`, as the platform answers for one
 * verification (then the entries beside, `previous` and `next`, count as well) and as a downloaded pack brings them. Shape only: seals and ties are the verdict's matter.
 */
export function parseChain(input: string | Uint8Array): Parsed<readonly ChainEntry[]> {
  const text = textWithin(input, MAX_CHAIN_BYTES);
  const json = text.ok ? parseStrictJson(text.value, limits) : text;
  if (!json.ok) return json;
  const listed = entriesIn(json.value);
  if (listed === null) return { ok: false, faults: [{ code: 'bad_field', text: 'entries: expected array' }] };
  const entries: ChainEntry[] = [];
  const faults: InputFault[] = [];
  for (const [place, value] of listed.entries()) {
    if (faults.length >= MAX_FAULTS) break;
    const read = chainEntrySchema.safeParse(value);
    if (read.success) entries.push(read.data);
    else
      faults.push({
        code: 'bad_field',
        text: `Entry ${place + 1}: ${clip(read.error.issues[0]?.path.join('.') ?? '', 60)} is not as an entry’s`,
      });
  }
  return faults.length > 0 ? { ok: false, faults } : { ok: true, value: entries };
}

function entriesIn(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object' || value === null || !('entries' in value) || !Array.isArray(value.entries)) return null;
  const beside = [...('previous' in value ? [value.previous] : []), ...('next' in value ? [value.next] : [])];
  return [...value.entries, ...beside.filter((entry) => entry !== null)];
}
