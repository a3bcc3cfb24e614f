import { percentile } from '../support/statistics.ts';

/** A duration, with the time of its start: milliseconds and epoch milliseconds. */
export interface Sample {
  readonly at: number;
  readonly tookMs: number;
}

/** A span of the run, epoch milliseconds; `to` is exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Milliseconds; NaN without samples. */
export interface Times {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

/** Samples that began in a span. */
export function within<S extends { readonly at: number }>(samples: readonly S[], { from, to }: Span): readonly S[] {
  return samples.filter(({ at }) => at >= from && at < to);
}

/** Percentiles of the samples by nearest rank, as `percentile` computes them. */
export function timesOf(samples: readonly Sample[]): Times {
  const took = samples.map(({ tookMs }) => tookMs);
  return { count: took.length, p50: percentile(took, 0.5), p95: percentile(took, 0.95), max: percentile(took, 1) };
}

/** The longest time within a span in which nothing began, milliseconds. */
export function longestSilence(samples: readonly { readonly at: number }[], span: Span): number {
  const moments = within(samples, span)
    .map(({ at }) => at)
    .sort((a, b) => a - b);
  return Math.max(...[...moments, span.to].map((at, index) => at - (moments[index - 1] ?? span.from)));
}

const secondMs = 1000;

/**
 * Time from the start of a span to full recovery: from then to the span's end something begins in every whole second, and its p95 is at
 * most `calmMs`. Milliseconds, to the second; null if the last second is not recovered.
 */
export function backAfter(samples: readonly Sample[], span: Span, calmMs: number): number | null {
  const seconds = Math.floor((span.to - span.from) / secondMs);
  let back = 0;
  for (let second = 0; second < seconds; second += 1) {
    const from = span.from + second * secondMs;
    const { count, p95 } = timesOf(within(samples, { from, to: from + secondMs }));
    if (count === 0 || p95 > calmMs) back = second + 1;
  }
  return back === seconds && seconds > 0 ? null : back * secondMs;
}
