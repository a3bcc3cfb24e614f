/** Holds what clients were told against what the database holds. Pure. */

/** A command as whoever sent it knows it. */
export interface Issued {
  /** Its idempotency key: the same for every sending. */
  readonly key: string;
  /** Whether any of its sendings was answered 2xx. */
  readonly acknowledged: boolean;
}

/** Keys of commands by what became of them; `issued` and `acknowledged` are numbers of commands. */
export interface CommandVerdict {
  readonly issued: number;
  readonly acknowledged: number;
  /** Acknowledged, and not there. */
  readonly lost: readonly string[];
  /** There more than once, acknowledged or not. */
  readonly doubled: readonly string[];
  /** There, though nobody was told. Sent again under its key it would be answered. */
  readonly unacknowledged: readonly string[];
  /** Neither there nor acknowledged. */
  readonly undone: readonly string[];
  /** There, and issued by nobody. */
  readonly strange: readonly string[];
}

/**
 * What became of each command.
 * @param rows the key that each row of the effects names, one entry a row
 */
export function judgeCommands(issued: readonly Issued[], rows: readonly string[]): CommandVerdict {
  const times = new Map<string, number>();
  for (const key of rows) times.set(key, (times.get(key) ?? 0) + 1);
  const told = new Map<string, boolean>();
  for (const { key, acknowledged } of issued) told.set(key, acknowledged || (told.get(key) ?? false));
  const keys = [...told.keys()];
  const isThere = (key: string): boolean => times.has(key);
  const isTold = (key: string): boolean => told.get(key) === true;
  return {
    issued: keys.length,
    acknowledged: keys.filter(isTold).length,
    lost: keys.filter((key) => isTold(key) && !isThere(key)),
    doubled: [...times].flatMap(([key, number]) => (number > 1 ? [key] : [])),
    unacknowledged: keys.filter((key) => !isTold(key) && isThere(key)),
    undone: keys.filter((key) => !isTold(key) && !isThere(key)),
    strange: [...times.keys()].filter((key) => !told.has(key)),
  };
}

/** What is wrong with a list of numbers that is to hold each number of a span once, in order. */
export interface SeqVerdict {
  /** How many of the span are not there. */
  readonly missing: number;
  /** The first few of them. */
  readonly missingFirst: readonly number[];
  /** How many came again. */
  readonly doubled: number;
  /** How many came after a higher one, for the first time. */
  readonly late: number;
  /** How many lie outside the span. */
  readonly outside: number;
}

const shownMissing = 5;

/** Judges seqs in the order in which they stand or came. `from` and `upTo` belong to the span; with `from` above `upTo` it is empty. */
export function judgeSeqs(seqs: readonly number[], from: number, upTo: number): SeqVerdict {
  const seen = new Set<number>();
  let [doubled, late, outside, highest] = [0, 0, 0, Number.NEGATIVE_INFINITY];
  for (const seq of seqs) {
    if (!(seq >= from && seq <= upTo)) outside += 1;
    else if (seen.has(seq)) doubled += 1;
    else if (seq < highest) late += 1;
    seen.add(seq);
    highest = Math.max(highest, seq);
  }
  const missing: number[] = [];
  for (let seq = from; seq <= upTo; seq += 1) if (!seen.has(seq)) missing.push(seq);
  return { missing: missing.length, missingFirst: missing.slice(0, shownMissing), doubled, late, outside };
}
