import type { VerdictPart } from '../contracts/verdict.ts';
import { clip } from './messages.ts';

/** Entries of a list that are printed, and characters of a text: enough for people, and more than ours ever have. */
const MOST_ENTRIES = 200;
const MOST_CHARACTERS = 1_000;
const MOST_OF_A_NAME = 120;

/** The report with every list, object, text and name of a member bounded, and without characters that turn or wipe a terminal's line: names and ids in it are
 * whoever's who made the pack. `cut` is called when a list was shortened. */
function fitForPeople(value: unknown, cut: () => void): unknown {
  if (typeof value === 'string') return clip(value, MOST_CHARACTERS);
  if (Array.isArray(value)) {
    if (value.length > MOST_ENTRIES) cut();
    return value.slice(0, MOST_ENTRIES).map((each) => fitForPeople(each, cut));
  }
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value);
  if (members.length > MOST_ENTRIES) cut();
  const fit = new Map<string, unknown>();
  for (const [name, each] of members.slice(0, MOST_ENTRIES)) fit.set(freeName(clip(name, MOST_OF_A_NAME), fit), fitForPeople(each, cut));
  return Object.fromEntries(fit);
}

/** A name that no member before it has: two that differ in what is not shown are two. */
function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  let free = name;
  for (let count = 2; taken.has(free); count += 1) free = `${name} (${count})`;
  return free;
}

/** An output fit for people and terminals, whatever was handed in. */
export function printable(output: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  let shortened = false;
  const fit = fitForPeople(output, () => {
    shortened = true;
  });
  return { ...Object(fit), ...(shortened ? { shortened: `lists are cut after ${MOST_ENTRIES} entries` } : {}) };
}

/** What the command prints and the code it ends with. */
export interface CommandResult {
  readonly exitCode: 0 | 1 | 2;
  readonly output: Readonly<Record<string, unknown>>;
  /** Words for a person, printed in place of the JSON: the help. */
  readonly text?: string;
}

/** One part of what can be checked, by its name in `checked` and `notChecked`, and whether it was asked for. */
export interface NamedPart {
  readonly name: string;
  readonly part: VerdictPart<unknown>;
  readonly asked: boolean;
}

/**
 * What was checked, what was not, and the exit code: 0 where all that was asked for has passed, 1 where anything failed or something that was asked for could
 * not be checked. What nobody asked for is listed as not checked and takes nothing from the code; found false all the same, it does.
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

/** What was asked for and could not be checked, each with its reason. */
export function unmetOf(parts: readonly NamedPart[]): readonly string[] {
  return parts.flatMap(({ name, part, asked }) => (asked && part.state === 'notCheckable' ? [`${name}: ${part.reason}`] : []));
}

/** A part of a verdict in a word or two. */
export const word = ({ state }: VerdictPart<unknown>): string => (state === 'notCheckable' ? 'not checkable' : state);

/** Why parts failed, each with the document's string before it. */
export function reasonsOf(parts: readonly VerdictPart<unknown>[]): readonly string[] {
  return parts.flatMap((part) => (part.state === 'failed' ? part.reasons.map((reason) => `${part.message}: ${reason}`) : []));
}

/** What became of the tenant in a verdict. */
export function tenantWord(tenantId: string | null, signed: VerdictPart<unknown>): string {
  return tenantId === null ? 'not checked' : signed.state === 'passed' ? 'checked' : 'not established';
}
