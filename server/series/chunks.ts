import type { SeriesPoint } from '../../src/contracts/series.ts';

/**
 * Storage layout of a metric's history (D-35): rows of equally spaced points. The last two days have one point a minute in rows of an
 * hour; older data has one point a quarter of an hour in rows of a day. A point that was not measured is null.
 */
export const RECENT = { stepS: 60, spanS: 3600 } as const;
export const OLD = { stepS: 900, spanS: 86_400 } as const;
/** How long recent and old points are kept, milliseconds. */
export const RECENT_KEPT_MS = 48 * 3_600_000;
export const OLD_KEPT_MS = 31 * 86_400_000;

/** A stored row of equally spaced points (`stepS` seconds apart); null where nothing was measured. */
export interface Chunk {
  /** Epoch milliseconds of the first point. */
  readonly startsAt: number;
  readonly stepS: number;
  readonly points: readonly (number | null)[];
}

/** The buckets of a chart. */
export interface Range {
  /** Epoch milliseconds; both are multiples of the step. `toMs` is the start of the last bucket. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly stepS: number;
}

/** Buckets that cover the `spanS` seconds up to `nowMs`, aligned to whole steps and including the current one. */
export function rangeUpTo(nowMs: number, spanS: number, stepS: number): Range {
  const stepMs = stepS * 1000;
  const toMs = Math.floor(nowMs / stepMs) * stepMs;
  return { fromMs: toMs - (Math.floor(spanS / stepS) - 1) * stepMs, toMs, stepS };
}

/**
 * The last measured value of each bucket; null if there is none. `current` is the present value and closes its bucket, so that a chart
 * ends on the number shown beside it. Chunks may overlap: the later measurement wins.
 */
export function bucketize(
  chunks: readonly Chunk[],
  range: Range,
  current: { readonly atMs: number; readonly value: number } | null,
): SeriesPoint[] {
  const stepMs = range.stepS * 1000;
  const count = Math.floor((range.toMs - range.fromMs) / stepMs) + 1;
  const values: (number | null)[] = Array<number | null>(count).fill(null);
  const measuredAt: number[] = Array<number>(count).fill(Number.NEGATIVE_INFINITY);
  const put = (atMs: number, value: number): void => {
    const at = Math.floor((atMs - range.fromMs) / stepMs);
    if (at < 0 || at >= count || atMs < (measuredAt[at] ?? Number.POSITIVE_INFINITY)) return;
    measuredAt[at] = atMs;
    values[at] = value;
  };
  for (const chunk of chunks) {
    chunk.points.forEach((value, index) => {
      if (value !== null) put(chunk.startsAt + index * chunk.stepS * 1000, value);
    });
  }
  if (current !== null) put(current.atMs, current.value);
  return values.map((value, index): SeriesPoint => [range.fromMs + index * stepMs, value]);
}

/** Cuts a run of points (one per `stepS`, the first at `startsAt`) into rows; rows are aligned to whole spans and padded with null. */
export function cutIntoChunks(
  startsAt: number,
  layout: { readonly stepS: number; readonly spanS: number },
  points: readonly (number | null)[],
): Chunk[] {
  const perChunk = layout.spanS / layout.stepS;
  const chunks: Chunk[] = [];
  const first = Math.floor(startsAt / (layout.spanS * 1000)) * layout.spanS * 1000;
  const lead = Math.round((startsAt - first) / (layout.stepS * 1000));
  const padded = [...Array<null>(lead).fill(null), ...points];
  for (let at = 0; at < padded.length; at += perChunk) {
    chunks.push({ startsAt: first + at * layout.stepS * 1000, stepS: layout.stepS, points: padded.slice(at, at + perChunk) });
  }
  return chunks;
}
