import { noticeableMs } from '../clock.ts';
import { type Bucket, firstTries, freeUnderPressure } from './buckets.ts';

/** Quiet for so long, and the count starts again. */
export const forgetMs = 15 * 60_000;
/** For so long a place is none that tries an account for the first time: three hundred places in turn are each quiet for a quarter of an hour. Counts are thrown away then. */
export const triesKeptMs = 3_600_000;

/** A count as it stands; moments in milliseconds. */
export interface Count {
  readonly failures: number;
  readonly lastAt: number;
  readonly blockedUntil: number | null;
}

/** What becomes of a try. */
export interface Judgement {
  /** How long it has to wait, milliseconds; null where it may go on. */
  readonly waitMs: number | null;
  /** How long whoever fails now has to wait before the next, milliseconds. */
  readonly pauseMs: number;
  /** The counts that it is counted in, as they stand from now on; none where it has to wait, since nothing is looked at then. */
  readonly counted: readonly { readonly bucket: Bucket; readonly count: Count }[];
}

/**
 * Judges a try by the counts of its buckets: a pure rule (buckets.ts says why it is as it is).
 * @param countOf what stands for a key; undefined for nothing
 * @param now milliseconds
 */
export function judgeTry(buckets: readonly Bucket[], countOf: (key: string) => Count | undefined, now: number): Judgement {
  const earlier = ({ key, role }: Bucket): number => {
    const count = countOf(key);
    const quietMs = count === undefined ? triesKeptMs : now - count.lastAt;
    if (count === undefined || quietMs >= triesKeptMs) return 0;
    if (quietMs <= forgetMs) return count.failures;
    return role === 'pair' ? Math.min(count.failures, firstTries) : 0;
  };
  const ofPairs = Math.max(0, ...buckets.filter(({ role }) => role === 'pair').map(earlier));
  const isFirst = ofPairs < firstTries;
  const pressed = buckets.some((bucket) => bucket.role === 'presses' && earlier(bucket) >= bucket.limit.free);
  const counting = buckets.filter(({ role }) => role !== (isFirst ? 'further' : 'firsts'));

  const waits = counting.map(({ key, limit }) => {
    const leftMs = (countOf(key)?.blockedUntil ?? now) - now;
    // A longer pause than there is was given by a clock that was ahead (D-63). By as little as clocks of instances differ it holds: two instances would be no limit at all to whoever asks both in turn.
    return leftMs <= limit.longestMs + noticeableMs ? Math.min(leftMs, limit.longestMs) : 0;
  });
  const waitMs = Math.max(0, ...waits);
  if (waitMs > 0) return { waitMs, pauseMs: 0, counted: [] };

  const counted = counting.map((bucket) => {
    const failures = earlier(bucket) + 1;
    const free = pressed && bucket.role === 'pair' ? Math.min(bucket.limit.free, freeUnderPressure) : bucket.limit.free;
    const pauseMs = bucket.role === 'presses' || failures <= free ? 0 : Math.min(bucket.limit.longestMs, 1000 * 2 ** (failures - free - 1));
    return { bucket, pauseMs, count: { failures, lastAt: now, blockedUntil: pauseMs === 0 ? null : now + pauseMs } };
  });
  return { waitMs: null, pauseMs: Math.max(0, ...counted.map(({ pauseMs }) => pauseMs)), counted };
}
