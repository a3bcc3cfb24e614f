/** Options of a bench. `quick` is for development: fewer rounds, shorter loads, nothing is recorded. */
export interface BenchOptions {
  /** Number of rounds, whose median is taken; in each round every contestant runs once. */
  readonly rounds: number;
  readonly quick: boolean;
  /**
   * With the app lock on: rows are encrypted (ingest, paint, heap), and the console starts behind its lock screen (coldStart). Other
   * benches are unaffected.
   */
  readonly locked: boolean;
  /** Reports progress, one line at a time. */
  readonly tell: (line: string) => void;
}

/** A measured value with a limit in bench/budgets.json. */
export interface Figure {
  /** Its row in budgets.json. */
  readonly name: string;
  readonly value: number;
  /** How it was computed, as text with numbers. */
  readonly detail: string;
}

/** What a bench measured, before `bench/budgets.json` judges it. */
export interface Outcome {
  readonly figures: readonly Figure[];
  /** Reported beside the budgets: values without a budget, and limits to the meaning of the figures. */
  readonly notes: readonly string[];
}

/** A bench: measures without judging. */
export type Bench = (options: BenchOptions) => Promise<Outcome>;
