import type { VerdictPart } from '../contracts/verdict.ts';
import { clip } from './messages.ts';

/** Maximum number of printed list entries and characters per text: readable for people, and more than genuine data ever has. */
const MAX_ENTRIES = 200;
const MAX_CHARACTERS = 1_000;
const MAX_OF_A_NAME = 120;

/**
 * Bounds every list, object, text and member name of the report, and removes control characters that affect a terminal: names and ids in
 * it come from an untrusted pack. Calls `cut` when a list was shortened.
 */
function fitForPeople(value: unknown, cut: () => void): unknown {
  if (typeof value === 'string') return clip(value, MAX_CHARACTERS);
  if (Array.isArray(value)) {
    if (value.length > MAX_ENTRIES) cut();
    return value.slice(0, MAX_ENTRIES).map((each) => fitForPeople(each, cut));
  }
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value);
  if (members.length > MAX_ENTRIES) cut();
  const fit = new Map<string, unknown>();
  for (const [name, each] of members.slice(0, MAX_ENTRIES)) fit.set(freeName(clip(name, MAX_OF_A_NAME), fit), fitForPeople(each, cut));
  return Object.fromEntries(fit);
}

/** A name not used by an earlier member: names that differ only in removed characters must stay distinct. */
function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  let free = name;
  for (let count = 2; taken.has(free); count += 1) free = `${name} (${count})`;
  return free;
}

/** The output made safe for people and terminals, whatever the input was. */
export function printable(output: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  let shortened = false;
  const fit = fitForPeople(output, () => {
    shortened = true;
  });
  return { ...Object(fit), ...(shortened ? { shortened: `lists are cut after ${MAX_ENTRIES} entries` } : {}) };
}

/** The command's output and exit code. */
export interface CommandResult {
  readonly exitCode: 0 | 1 | 2;
  readonly output: Readonly<Record<string, unknown>>;
  /** Plain text printed instead of the JSON: the help. */
  readonly text?: string;
}

/** One checkable part, its name in `checked` and `notChecked`, and whether it was requested. */
export interface NamedPart {
  readonly name: string;
  readonly part: VerdictPart<unknown>;
  readonly asked: boolean;
}

/**
 * What was checked, what was not, and the exit code: 0 if everything requested passed, 1 if anything failed or a requested part could not
 * be checked. Parts that were not requested are listed as not checked without affecting the code, unless they failed.
 */
export function answered(parts: readonly NamedPart[]): {
  readonly exitCode: 0 | 1;
  readonly checked: readonly string[];
  readonly notChecked: readonly string[];
} {
  const namesOf = (found: readonly NamedPart[]) => found.map(({ name }) => name);
  const held = parts.every(({ part, asked }) => part.state === 'passed' || (!asked && part.state === 'notCheckable'));
  return {
    exitCode: held ? 0 : 1,
    checked: namesOf(parts.filter(({ part }) => part.state !== 'notCheckable')),
    notChecked: namesOf(parts.filter(({ part }) => part.state === 'notCheckable')),
  };
}

/** Requested parts that could not be checked, each with its reason. */
export function unmetOf(parts: readonly NamedPart[]): readonly string[] {
  return parts.flatMap(({ name, part, asked }) => (asked && part.state === 'notCheckable' ? [`${name}: ${part.reason}`] : []));
}

/** Label of a part's state. */
export const word = ({ state }: VerdictPart<unknown>): string => (state === 'notCheckable' ? 'not checkable' : state);

/** Reasons of failed parts, each prefixed with the document's message. */
export function reasonsOf(parts: readonly VerdictPart<unknown>[]): readonly string[] {
  return parts.flatMap((part) => (part.state === 'failed' ? part.reasons.map((reason) => `${part.message}: ${reason}`) : []));
}

/** Label of the tenant check in a verdict. */
export function tenantWord(tenantId: string | null, signed: VerdictPart<unknown>): string {
  return tenantId === null ? 'not checked' : signed.state === 'passed' ? 'checked' : 'not established';
}
