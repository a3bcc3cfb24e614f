import type { Numbered } from './woven.ts';

/** A test file that is asked about a mutant. */
export interface AskedFile {
  /** From the root. */
  readonly path: string;
  /** Ids of the tests that reach the mutant; null where all are asked: it acts while the file is loaded, or its tests build on one another. */
  readonly tests: readonly string[] | null;
  /** How long these took without a change, in own time (see `ownClock`). Milliseconds. */
  readonly usualMs: number;
}

/** One mutant and who is asked about it, in this order, until one notices. */
export interface Case {
  readonly id: number;
  readonly files: readonly AskedFile[];
}

/** What a judge has to do. It tells how far it is by lines of its journal, so that another goes on where it was held up. */
export interface Session {
  /** The sources are woven with these. */
  readonly mutants: readonly Numbered[];
  /** Test files to find out of which mutants each of their tests reaches. */
  readonly cover: readonly string[];
  readonly cases: readonly Case[];
  /** Path of the journal. */
  readonly journal: string;
}

/** What one test file reaches. */
export interface Coverage {
  /** Numbers of mutants that act while it is loaded, or in what its tests share. */
  readonly shared: readonly number[];
  readonly tests: Readonly<Record<string, { readonly ms: number; readonly hits: readonly number[] }>>;
  /** Own time of the whole. */
  readonly ms: number;
  /** The first test that fails without any change: its file notices nothing. Null where all pass. */
  readonly failed: string | null;
}

/** A line of the journal. */
export type Entry =
  | { readonly at: 'begun'; readonly pid: number }
  | { readonly at: 'covering'; readonly path: string }
  | { readonly at: 'covered'; readonly path: string; readonly coverage: Coverage }
  | { readonly at: 'judging'; readonly id: number }
  /** Before each run of a file, so that a judge that says nothing for long is known to be held up. */
  | { readonly at: 'asking'; readonly id: number; readonly path: string; readonly usualMs: number }
  /** `by`: the test that notices it, null where none does. `left`: how many files were not asked, since there was no time left. */
  | { readonly at: 'judged'; readonly id: number; readonly by: string | null; readonly asked: readonly string[]; readonly left: number }
  /** A test that noticed it fails without it too by now: this process has become another than a fresh one. */
  | { readonly at: 'unsound'; readonly id: number; readonly path: string; readonly failed: string }
  | { readonly at: 'ended' };

/** Most own time that one mutant may take, in milliseconds. */
export const limitMs = 60_000;

/**
 * When a change counts as one that makes its tests hang: far longer than they usually take.
 * @returns milliseconds of own time
 */
export function hangsAfterMs(usualMs: number): number {
  return Math.min(limitMs, 3_000 + 5 * usualMs);
}
