import { formatCount, plural } from './format.ts';

/** A place of a list that is only ever added to, dated before the place before it: a clock had gone back, or somebody wrote it afterwards. */
export interface TimeBack {
  readonly place: number;
  /** Milliseconds. */
  readonly byMs: number;
}

/** Where a list's moments go back (S-6); `lines` in the order of their places, of which some may be missing: what is not next to each other is not compared. */
export function timesBack(lines: readonly { readonly place: number; readonly at: string }[]): readonly TimeBack[] {
  return lines.flatMap(({ place, at }, index) => {
    const before = lines[index - 1];
    if (before === undefined || before.place !== place - 1) return [];
    const byMs = Date.parse(before.at) - Date.parse(at);
    return byMs > 0 ? [{ place, byMs }] : [];
  });
}

/** What is said of that, a sentence; null where none goes back. `what`: what a place of the list is called. */
export function timesBackWords(backs: readonly TimeBack[], what: string): string | null {
  const [first] = backs;
  if (first === undefined) return null;
  const by = `${formatCount(Math.ceil(first.byMs / 1000))} s`;
  return backs.length === 1
    ? `Its time goes back once: ${what} ${formatCount(first.place)} is dated ${by} before the one before it.`
    : `Its time goes back at ${plural(backs.length, what)}, first at ${what} ${formatCount(first.place)}, by ${by}.`;
}
