import { noticeableMs } from '../../clock.ts';
import { type Bucket, firstTries, freeUnderPressure } from './buckets.ts';

/** A count starts again after this quiet time, milliseconds. */
export const forgetMs = 15 * 60_000;
/**
 * How long a place still counts as having tried an account, milliseconds; counts are deleted after it. Longer than `forgetMs`, since
 * three hundred places in turn are each quiet for a quarter of an hour.
 */
export const triesKeptMs = 3_600_000;

/** Current state of a count; times in milliseconds. */
export interface Count {
  readonly failures: number;
  readonly lastAt: number;
  readonly blockedUntil: number | null;
}

/** The decision on an attempt. */
export interface Judgement {
  /** How long it has to wait, milliseconds; null if it may proceed. */
  readonly waitMs: number | null;
  /** Wait before the next attempt if this one fails, milliseconds. */
  readonly pauseMs: number;
  /** The buckets that count this attempt, with their new counts; empty if it has to wait, since it is not checked then. */
  readonly counted: readonly { readonly bucket: Bucket; readonly count: Count }[];
}

/**
 * Decides on an attempt from the counts of its buckets. Pure; buckets.ts gives the reasons.
 * @param countOf current count of a key; undefined if there is none
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
    // A pause longer than the limit comes from a clock that was ahead (D-63) and is ignored. A pause longer by no more than the usual
    // difference between instances is kept, or alternating between two instances would bypass the limit.
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
