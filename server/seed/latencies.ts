import type { Random } from './random.ts';

/** What the two samples must show, milliseconds. `earlier` is the part of the verifications that is older than a period. */
export interface LatencyFigures {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly earlier: { readonly count: number; readonly p50: number };
}

/** Where a believable decision takes how long, as shares of the median (of the 95th percentile from 0.95 up). */
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
 * Decision latencies whose `percentile_cont` is exactly the figure asked for: the ranks around each percentile all hold
 * the figure itself, so interpolating between neighbours gives it back. The earlier part is drawn so that its own median
 * is exact too: as many values from below its median as from above, with some equal to it in the middle.
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

/** Whole numbers from 0 to `each` that sum to exactly `total`, scattered around their mean. */
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
