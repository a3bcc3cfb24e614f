import { type Checkpoint, checkpointSchema } from '../contracts/checkpoint.ts';
import { type ChainEntry, chainEntrySchema } from '../contracts/verification.ts';
import type { z } from '../contracts/zod.ts';
import { clip } from './messages.ts';
import { type Parsed, textWithin } from './parse.ts';
import { type InputFault, MAX_FAULTS, parseStrictJson } from './strictJson.ts';

/** About fifty thousand entries: more than accompany any pack. */
export const MAX_CHAIN_BYTES = 16 * 1024 * 1024;
const limits = { maxLength: MAX_CHAIN_BYTES, maxDepth: 8 } as const;

/** Entries of the verification chain from a file, and the signed checkpoints that came with them. */
export interface ChainFile {
  readonly entries: readonly ChainEntry[];
  readonly checkpoints: readonly Checkpoint[];
}

/**
 * Parses a part of the verification chain from untrusted text or bytes: a list of entries, or an object with `entries`, as in the
 * platform's answer for one verification (`previous` and `next` then count too) and in a downloaded pack, with the `checkpoints` they
 * lead to. Checks only the shape; the verdict judges seals, links and signatures.
 */
export function parseChain(input: string | Uint8Array): Parsed<ChainFile> {
  const text = textWithin(input, MAX_CHAIN_BYTES);
  const json = text.ok ? parseStrictJson(text.value, limits) : text;
  if (!json.ok) return json;
  const listed = listsIn(json.value);
  if (typeof listed === 'string') return { ok: false, faults: [{ code: 'bad_field', text: `${listed}: expected array` }] };
  const faults: InputFault[] = [];
  const entries = read('Entry', chainEntrySchema, listed.entries, faults);
  const checkpoints = read('Checkpoint', checkpointSchema, listed.checkpoints, faults);
  return faults.length > 0 ? { ok: false, faults } : { ok: true, value: { entries, checkpoints } };
}

/** Parses each element with the schema; a mismatch is a fault, and reading stops at `MAX_FAULTS`. */
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

/** The two lists in a file, their elements not yet parsed; otherwise the name of the one that is no list. */
function listsIn(value: unknown): Readonly<Record<'entries' | 'checkpoints', readonly unknown[]>> | 'entries' | 'checkpoints' {
  if (Array.isArray(value)) return { entries: value, checkpoints: [] };
  if (typeof value !== 'object' || value === null || !('entries' in value) || !Array.isArray(value.entries)) return 'entries';
  const checkpoints = 'checkpoints' in value ? value.checkpoints : [];
  if (!Array.isArray(checkpoints)) return 'checkpoints';
  const beside = [...('previous' in value ? [value.previous] : []), ...('next' in value ? [value.next] : [])];
  return { entries: [...value.entries, ...beside.filter((entry) => entry !== null)], checkpoints };
}
