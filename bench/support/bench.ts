/** What a bench is asked for. `quick` is for writing and debugging: fewer rounds, shorter loads, nothing is recorded. */
export interface BenchOptions {
  /** Rounds of which the median is taken; in each round every contestant runs once. */
  readonly rounds: number;
  readonly quick: boolean;
  /** With the app lock on: rows are sealed (ingest, paint, heap), and the console starts behind its lock screen (coldStart). Other benches are the same with it. */
  readonly locked: boolean;
  /** Tells how far it is, a line at a time. */
  readonly tell: (line: string) => void;
}

/** One measured value that bench/budgets.json holds a limit for. */
export interface Figure {
  /** Its row in budgets.json. */
  readonly name: string;
  readonly value: number;
  /** What was divided by what, in words and numbers. */
  readonly detail: string;
}

export interface Outcome {
  readonly figures: readonly Figure[];
  /** Reported beside the budgets: what no budget is set for, and what bounds the meaning of the figures. */
  readonly notes: readonly string[];
}

/** One bench: measures, judges nothing. */
export type Bench = (options: BenchOptions) => Promise<Outcome>;
