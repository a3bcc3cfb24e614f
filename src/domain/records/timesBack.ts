import { formatCount, plural } from '../format.ts';

/** An entry of an append-only list that is dated before the previous entry: a clock went back, or the entry was written later. */
export interface TimeBack {
  readonly place: number;
  /** Milliseconds. */
  readonly byMs: number;
}

/** Where a list's times go back (S-6). `lines` in order of their places, possibly with gaps: only adjacent entries are compared. */
export function timesBack(lines: readonly { readonly place: number; readonly at: string }[]): readonly TimeBack[] {
  return lines.flatMap(({ place, at }, index) => {
    const before = lines[index - 1];
    if (before === undefined || before.place !== place - 1) return [];
    const byMs = Date.parse(before.at) - Date.parse(at);
    return byMs > 0 ? [{ place, byMs }] : [];
  });
}

/** A sentence about these entries; null if there are none. `what`: the name of an entry. */
export function timesBackLabels(backs: readonly TimeBack[], what: string): string | null {
  const [first] = backs;
  if (first === undefined) return null;
  const by = `${formatCount(Math.ceil(first.byMs / 1000))} s`;
  return backs.length === 1
    ? `Its time goes back once: ${what} ${formatCount(first.place)} is dated ${by} before the one before it.`
    : `Its time goes back at ${plural(backs.length, what)}, first at ${what} ${formatCount(first.place)}, by ${by}.`;
}
