import type { EvidenceFault } from '../contracts/verdict.ts';

/** A reason for refusing input, with its message. */
export interface InputFault {
  readonly code: EvidenceFault;
  readonly text: string;
}

/** Limits within which untrusted JSON is read, so that no input keeps the reader busy. */
export interface JsonLimits {
  /** UTF-16 code units. */
  readonly maxLength: number;
  readonly maxDepth: number;
  /** Maximum members of one object: remembering a million names takes seconds. Default 1,000. */
  readonly maxMembers?: number;
  /** Approximate maximum of values in total: opening brackets plus commas. Default two million; ten thousand files have fifty thousand. */
  readonly maxValues?: number;
}

/** The parsed value, or why the text is refused. */
export type StrictJson = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly faults: readonly InputFault[] };

const refused = (code: EvidenceFault, text: string): StrictJson => ({ ok: false, faults: [{ code, text }] });

/** Maximum number of listed faults, so that hostile input cannot produce a huge report. */
export const MAX_FAULTS = 200;

const MAX_MEMBERS = 1_000;
const MAX_VALUES = 2_000_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Index of the quote that ends the string starting at `start`, or -1. Linear: each run of backslashes is counted once. */
function stringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return -1;
}

function keyOf(raw: string): string {
  if (!raw.includes('\\')) return raw.slice(1, -1);
  try {
    return String(JSON.parse(raw)); // an escaped spelling of a key is the same key
  } catch {
    return raw; // invalid JSON; reported by the parse below
  }
}

/**
 * Parses JSON and refuses ambiguities that make two readers see two documents: duplicate member names, numbers beyond 2^53 − 1, and
 * nesting that could exhaust a stack. One linear pass checks the structure before JSON.parse builds anything.
 */
export function parseStrictJson(text: string, limits: JsonLimits): StrictJson {
  if (text.length > limits.maxLength) return refused('too_large', `is longer than ${limits.maxLength} characters`);
  const faults: InputFault[] = [];
  const report = (code: EvidenceFault, sentence: string): void => void faults.push({ code, text: sentence });
  const { maxMembers = MAX_MEMBERS, maxValues = MAX_VALUES } = limits;
  let values = 0;
  // Member names of each open object, null for each open array. The set is created with the first name, so that millions of `{}` need none.
  const open: (Set<string> | 'object' | null)[] = [];
  let expectKey = false;

  // Stops at the maximum number of faults; the rest of the input does not matter.
  for (let i = 0; i < text.length && faults.length < MAX_FAULTS; i += 1) {
    if (values > maxValues) return refused('too_large', `holds more than ${maxValues} values`);
    const unit = text.charCodeAt(i);
    if (unit === QUOTE) {
      const end = stringEnd(text, i);
      if (end === -1) return refused('not_json', 'is not JSON');
      const held = open.at(-1);
      if (expectKey && held != null) {
        const names = held === 'object' ? new Set<string>() : held;
        open[open.length - 1] = names;
        const key = keyOf(text.slice(i, end + 1));
        if (names.has(key)) report('duplicate_key', `names ${JSON.stringify(key.slice(0, 40))} twice in one object`);
        names.add(key);
        if (names.size > maxMembers) return refused('too_large', `holds an object of more than ${maxMembers} members`);
        expectKey = false;
      }
      i = end;
    } else if (unit === 0x7b || unit === 0x5b) {
      open.push(unit === 0x7b ? 'object' : null);
      values += 1;
      if (open.length > limits.maxDepth) return refused('too_deep', `is nested more than ${limits.maxDepth} deep`);
      expectKey = unit === 0x7b;
    } else if (unit === 0x7d || unit === 0x5d) {
      open.pop();
      expectKey = false;
    } else if (unit === 0x2c) {
      expectKey = open.at(-1) != null;
      values += 1;
    } else if (unit === 0x2d || (unit >= 0x30 && unit <= 0x39)) {
      let end = i + 1;
      while (end < text.length && /[0-9eE.+-]/.test(text.charAt(end))) end += 1;
      const value = Number(text.slice(i, Math.min(end, i + 400)));
      if (end - i > 400 || Math.abs(value) > Number.MAX_SAFE_INTEGER)
        report('number_out_of_range', `holds a number beyond 2^53 at character ${i}`);
      i = end - 1;
    }
  }
  if (faults.length > 0) return { ok: false, faults };
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return refused('not_json', 'is not JSON'); // the engine's message would quote hostile input
  }
}
