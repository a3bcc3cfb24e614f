/**
 * A rule as a fold: how a figure comes out of rows. Adding a row and removing it again leaves what was there, and the order of rows does not
 * matter, so that the same rule serves all rows at once and one change at a time (D-48). A sum of no rows is no data: its figure is null.
 */
export interface Fold<Row, Sum, Figure, Context = void> {
  /** The sum of no rows. */
  readonly start: Sum;
  readonly add: (sum: Sum, row: Row) => Sum;
  /** Takes back a row that was added. */
  readonly remove: (sum: Sum, row: Row) => Sum;
  /** What the sum comes to; null without a row that counts, never zero. */
  readonly figure: (sum: Sum, context: Context) => Figure | null;
}

/** The sum of all rows. */
export function sumOver<Row, Sum>({ start, add }: Pick<Fold<Row, Sum, unknown, never>, 'start' | 'add'>, rows: Iterable<Row>): Sum {
  let sum = start;
  for (const row of rows) sum = add(sum, row);
  return sum;
}

/** The figure over all rows; null without any that counts. */
export function figureOver<Row, Sum, Figure, Context>(
  fold: Fold<Row, Sum, Figure, Context>,
  rows: Iterable<Row>,
  context: Context,
): Figure | null {
  return fold.figure(sumOver(fold, rows), context);
}

/** A fold from how a row counts with a sign: what adds with 1 removes with -1. */
export function signedFold<Row, Sum, Figure, Context = void>(
  start: Sum,
  count: (sum: Sum, row: Row, sign: 1 | -1) => Sum,
  figure: Fold<Row, Sum, Figure, Context>['figure'],
): Fold<Row, Sum, Figure, Context> {
  return { start, add: (sum, row) => count(sum, row, 1), remove: (sum, row) => count(sum, row, -1), figure };
}
