import type { Random } from './random.ts';

/** Required percentiles of the two samples, milliseconds. `earlier` is the part of the verifications that is older than one period. */
export interface LatencyFigures {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly earlier: { readonly count: number; readonly p50: number };
}

/**
 * Plausible distribution of decision latencies: value at a share, interpolated between multiples of the median and of the 95th
 * percentile.
 */
function shapeAt(share: number, { p50, p95 }: LatencyFigures): number {
  const knots: readonly (readonly [number, number])[] = [
    [0, p50 * 0.3],
    [0.25, p50 * 0.65],
    [0.5, p50],
    [0.75, Math.sqrt(p50 * p95) * 0.94],
    [0.95, p95],
    [0.99, p95 * 1.55],
    [1, p95 * 3.6],
  ];
  const above = knots.findIndex(([at]) => share <= at);
  const [lowAt, low] = knots[Math.max(0, above - 1)] ?? [0, p50];
  const [highAt, high] = knots[above] ?? [1, p95 * 3.6];
  const along = highAt === lowAt ? 0 : (share - lowAt) / (highAt - lowAt);
  return low * (high / low) ** along;
}

/**
 * Decision latencies whose `percentile_cont` matches the figures exactly: all ranks around each percentile hold the figure itself, so
 * interpolation returns it. The earlier part has an exact median too: it takes as many values below its median as above, plus the equal
 * ones in the middle.
 */
export function latencies(random: Random, figures: LatencyFigures): { readonly earlier: number[]; readonly later: number[] } {
  const { count, p50, p95, earlier } = figures;
  const sorted = Array.from({ length: count }, (_, rank) => Math.round(shapeAt(rank / (count - 1), figures)));
  const plateau = (rank: number, value: number, halfWidth: number): void => {
    for (let at = Math.floor(rank) - halfWidth; at <= Math.ceil(rank) + halfWidth; at += 1) sorted[at] = value;
  };
  plateau(0.5 * (count - 1), p50, 2);
  plateau(0.95 * (count - 1), p95, 1);
  plateau(
    sorted.findIndex((value) => value >= earlier.p50),
    earlier.p50,
    2,
  );

  const below = random.shuffle(sorted.filter((value) => value < earlier.p50));
  const middle = sorted.filter((value) => value === earlier.p50);
  const above = random.shuffle(sorted.filter((value) => value > earlier.p50));
  const each = Math.floor((earlier.count - middle.length) / 2);
  const drawn = [...below.splice(0, earlier.count - middle.length - each), ...middle, ...above.splice(0, each)];
  return { earlier: random.shuffle(drawn), later: random.shuffle([...below, ...above]) };
}

/** Integers from 0 to `each` that sum exactly to `total`, scattered around their mean. */
export function spread(random: Random, count: number, each: number, total: number, deviation: number): number[] {
  const values = Array.from({ length: count }, () => Math.max(0, Math.min(each, Math.round(random.normal(total / count, deviation)))));
  let missing = total - values.reduce((sum, value) => sum + value, 0);
  while (missing !== 0) {
    const at = random.int(0, count - 1);
    const value = values[at] ?? 0;
    const step = Math.sign(missing);
    if (value + step < 0 || value + step > each) continue;
    values[at] = value + step;
    missing -= step;
  }
  return values;
}
