/** Percentile by nearest rank: the value that a share of all values does not exceed; NaN without values. `share` from 0 to 1. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** The middle value, or the mean of the two in the middle; NaN without values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  if (sorted.length % 2 === 1) return sorted[Math.floor(middle)] ?? Number.NaN;
  return ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

/**
 * Median of the ratios of values measured in the same round. A temporarily slow machine slows both sides of a round, so this varies less
 * than a ratio of medians.
 */
export function medianRatio(values: readonly number[], to: readonly number[]): number {
  return median(values.map((value, round) => value / (to[round] ?? Number.NaN)));
}

/** Slope of the least-squares line through the points; NaN with fewer than two. */
export function slope(points: readonly { readonly x: number; readonly y: number }[]): number {
  const mean = (pick: (point: { readonly x: number; readonly y: number }) => number) =>
    points.reduce((sum, point) => sum + pick(point), 0) / points.length;
  const x = mean((point) => point.x);
  const y = mean((point) => point.y);
  const over = points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0);
  return over / points.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
}

/** Standard error of that slope, from the residuals; NaN with fewer than three points. */
export function slopeError(points: readonly { readonly x: number; readonly y: number }[]): number {
  const rise = slope(points);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map((point) => point.x)), mean(points.map((point) => point.y))];
  const off = points.reduce((sum, point) => sum + (point.y - y - rise * (point.x - x)) ** 2, 0);
  const spread = points.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
  return points.length < 3 ? Number.NaN : Math.sqrt(off / (points.length - 2) / spread);
}
