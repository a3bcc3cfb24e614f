import type { Numbered } from './woven.ts';

/** A test file to run against a mutant. */
export interface AskedFile {
  /** Relative to the root. */
  readonly path: string;
  /**
   * Ids of the tests that reach the mutant; null to run all, because it acts while the file is loaded or because its tests depend on each
   * other.
   */
  readonly tests: readonly string[] | null;
  /** Their usual duration without a change, in own time (see `ownClock`). Milliseconds. */
  readonly usualMs: number;
}

/** One mutant with the test files to run, in order, until one detects it. */
export interface Case {
  readonly id: number;
  readonly files: readonly AskedFile[];
}

/** A judge's work. It reports progress in its journal, so that another judge can continue after it. */
export interface Session {
  /** The mutants woven into the sources. */
  readonly mutants: readonly Numbered[];
  /** Test files whose coverage must be determined. */
  readonly cover: readonly string[];
  readonly cases: readonly Case[];
  /** Path of the journal. */
  readonly journal: string;
}

/** What one test file reaches. */
export interface Coverage {
  /** Ids of mutants that act while it is loaded, or in shared set-up. */
  readonly shared: readonly number[];
  readonly tests: Readonly<Record<string, { readonly ms: number; readonly hits: readonly number[] }>>;
  /** Own time of the whole file. */
  readonly ms: number;
  /** The first test that fails without any change, which makes the file unusable; null if all pass. */
  readonly failed: string | null;
}

/** A line of the journal. */
export type Entry =
  | { readonly at: 'begun'; readonly pid: number }
  | { readonly at: 'covering'; readonly path: string }
  | { readonly at: 'covered'; readonly path: string; readonly coverage: Coverage }
  | { readonly at: 'judging'; readonly id: number }
  /** Before each run of a file, so that a silent judge is known to be blocked. */
  | { readonly at: 'asking'; readonly id: number; readonly path: string; readonly usualMs: number }
  /** `by`: the test that detected it, or null. `left`: number of files skipped for lack of time. */
  | { readonly at: 'judged'; readonly id: number; readonly by: string | null; readonly asked: readonly string[]; readonly left: number }
  /** The detecting test now also fails without the mutant: this process is no longer clean. */
  | { readonly at: 'unsound'; readonly id: number; readonly path: string; readonly failed: string }
  | { readonly at: 'ended' };

/** Maximum own time per mutant, milliseconds. */
export const limitMs = 60_000;

/**
 * Time after which a change counts as hanging: far longer than the tests usually take.
 * @returns milliseconds of own time
 */
export function hangsAfterMs(usualMs: number): number {
  return Math.min(limitMs, 3_000 + 5 * usualMs);
}
