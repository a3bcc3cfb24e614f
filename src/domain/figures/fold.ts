/**
 * A rule that computes a figure from rows. Adding and removing a row restores the sum, and order does not matter, so the same rule serves
 * a full computation and single changes (D-48). Without rows there is no data: the figure is null.
 */
export interface Fold<Row, Sum, Figure, Context = void> {
  /** The sum of no rows. */
  readonly start: Sum;
  readonly add: (sum: Sum, row: Row) => Sum;
  /** Undoes `add` of this row. */
  readonly remove: (sum: Sum, row: Row) => Sum;
  /** The figure of the sum; null (never zero) if no row counts. */
  readonly figure: (sum: Sum, context: Context) => Figure | null;
}

/** The sum of all rows. */
export function sumOver<Row, Sum>({ start, add }: Pick<Fold<Row, Sum, unknown, never>, 'start' | 'add'>, rows: Iterable<Row>): Sum {
  let sum = start;
  for (const row of rows) sum = add(sum, row);
  return sum;
}

/** The figure over all rows; null if none counts. */
export function figureOver<Row, Sum, Figure, Context>(
  fold: Fold<Row, Sum, Figure, Context>,
  rows: Iterable<Row>,
  context: Context,
): Figure | null {
  return fold.figure(sumOver(fold, rows), context);
}

/** Builds a fold from a signed count: `add` counts with 1, `remove` with -1. */
export function signedFold<Row, Sum, Figure, Context = void>(
  start: Sum,
  count: (sum: Sum, row: Row, sign: 1 | -1) => Sum,
  figure: Fold<Row, Sum, Figure, Context>['figure'],
): Fold<Row, Sum, Figure, Context> {
  return { start, add: (sum, row) => count(sum, row, 1), remove: (sum, row) => count(sum, row, -1), figure };
}
