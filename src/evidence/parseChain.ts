import { type Checkpoint, checkpointSchema } from '../contracts/checkpoint.ts';
import { type ChainEntry, chainEntrySchema } from '../contracts/verification.ts';
import type { z } from '../contracts/zod.ts';
import { clip } from './messages.ts';
import { type Parsed, textWithin } from './parse.ts';
import { type InputFault, MAX_FAULTS, parseStrictJson } from './strictJson.ts';

/** Some fifty thousand entries: more than lie beside any pack. */
export const MAX_CHAIN_BYTES = 16 * 1024 * 1024;
const limits = { maxLength: MAX_CHAIN_BYTES, maxDepth: 8 } as const;

/** Entries of the verification chain as somebody has handed them in, and the signed checkpoints that came with them. */
export interface ChainFile {
  readonly entries: readonly ChainEntry[];
  readonly checkpoints: readonly Checkpoint[];
}

/**
 * A stretch of the verification chain from untrusted text or bytes: a list of entries, or an object that holds them as `entries`, as the platform answers for one
 * verification (then the entries beside, `previous` and `next`, count as well) and as a downloaded pack brings them, with the `checkpoints` that they lead to. Shape only: seals, ties and
 * signatures are the verdict's matter.
 */
export function parseChain(input: string | Uint8Array): Parsed<ChainFile> {
  const text = textWithin(input, MAX_CHAIN_BYTES);
  const json = text.ok ? parseStrictJson(text.value, limits) : text;
  if (!json.ok) return json;
  const listed = entriesIn(json.value);
  if (listed === null) return { ok: false, faults: [{ code: 'bad_field', text: 'entries: expected array' }] };
  const signed = checkpointsIn(json.value);
  if (signed === null) return { ok: false, faults: [{ code: 'bad_field', text: 'checkpoints: expected array' }] };
  const faults: InputFault[] = [];
  const entries = read('Entry', chainEntrySchema, listed, faults);
  const checkpoints = read('Checkpoint', checkpointSchema, signed, faults);
  return faults.length > 0 ? { ok: false, faults } : { ok: true, value: { entries, checkpoints } };
}

/** Each of a list as its schema has it; one that is not is a fault, and after so many nothing more is looked at. */
function read<T>(what: string, schema: z.ZodMiniType<T>, listed: readonly unknown[], faults: InputFault[]): readonly T[] {
  const good: T[] = [];
  for (const [place, value] of listed.entries()) {
    if (faults.length >= MAX_FAULTS) break;
    const one = schema.safeParse(value);
    if (one.success) good.push(one.data);
    else {
      const path = clip(one.error.issues[0]?.path.join('.') ?? '', 60);
      faults.push({
        code: 'bad_field',
        text: `${what} ${place + 1}: ${path} is not as ${what === 'Entry' ? 'an entry' : 'a checkpoint'}’s`,
      });
    }
  }
  return good;
}

function entriesIn(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object' || value === null || !('entries' in value) || !Array.isArray(value.entries)) return null;
  const beside = [...('previous' in value ? [value.previous] : []), ...('next' in value ? [value.next] : [])];
  return [...value.entries, ...beside.filter((entry) => entry !== null)];
}

function checkpointsIn(value: unknown): readonly unknown[] | null {
  if (typeof value !== 'object' || value === null || !('checkpoints' in value)) return [];
  return Array.isArray(value.checkpoints) ? value.checkpoints : null;
}
