import { percentile } from '../support/statistics.ts';

/** Time from one moment to another, by the moment of the first: epoch milliseconds, and milliseconds. */
export interface Sample {
  readonly at: number;
  readonly tookMs: number;
}

/** A span of the run, epoch milliseconds; `to` does not belong to it. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Milliseconds; NaN of no samples. */
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

export function timesOf(samples: readonly Sample[]): Times {
  const took = samples.map(({ tookMs }) => tookMs);
  return { count: took.length, p50: percentile(took, 0.5), p95: percentile(took, 0.95), max: percentile(took, 1) };
}

/** The longest time of a span in which nothing began, milliseconds. */
export function longestSilence(samples: readonly { readonly at: number }[], span: Span): number {
  const moments = within(samples, span)
    .map(({ at }) => at)
    .sort((a, b) => a - b);
  return Math.max(...[...moments, span.to].map((at, index) => at - (moments[index - 1] ?? span.from)));
}

const secondMs = 1000;

/**
 * How long after the beginning of a span everything is as before: from then on to its end, something begins in every whole second, and of what does 95 % take no longer than
 * `calmMs`. Milliseconds, to the second; null where the last second is not.
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
