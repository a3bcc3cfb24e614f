/** Compares what clients were told with what the database contains. Pure. */

/** A command as its sender knows it. */
export interface Issued {
  /** Its idempotency key, the same for every request. */
  readonly key: string;
  /** True if any of its requests was answered 2xx. */
  readonly acknowledged: boolean;
}

/** Keys of commands by outcome; `issued` and `acknowledged` are counts. */
export interface CommandVerdict {
  readonly issued: number;
  readonly acknowledged: number;
  /** Acknowledged but missing. */
  readonly lost: readonly string[];
  /** Present more than once, acknowledged or not. */
  readonly doubled: readonly string[];
  /** Present but not acknowledged; a repeat under its key would be answered. */
  readonly unacknowledged: readonly string[];
  /** Neither present nor acknowledged. */
  readonly undone: readonly string[];
  /** Present but never issued. */
  readonly strange: readonly string[];
}

/**
 * The outcome of each command.
 * @param rows for each row of the effects the key that it names
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

/** Errors in a sequence that should contain each number of a span once, in order. */
export interface SeqVerdict {
  /** Count of missing numbers. */
  readonly missing: number;
  /** The first few of them. */
  readonly missingFirst: readonly number[];
  /** Count of repeated numbers. */
  readonly doubled: number;
  /** Count of numbers that came after a higher one, without repetitions. */
  readonly late: number;
  /** Count of numbers outside the span. */
  readonly outside: number;
}

const shownMissing = 5;

/** Judges sequence numbers in order of arrival. `from` and `upTo` are inclusive; with `from` above `upTo` the span is empty. */
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
