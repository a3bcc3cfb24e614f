import type { Endpoint } from '../../src/contracts/endpoint.ts';
import type { Clock } from '../clock.ts';
import { type Refusal, refuse } from './problem.ts';

/** A token bucket; each call takes one token. Holds `burst` tokens and regains `perSecond`. */
export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

/**
 * Changes of one account: the outbox of a device that was offline for a day (200) at once, then one command a second all day. Nobody does
 * more by hand, and a script gets no more than this of the record, the timelines and the tenant's write queue.
 */
export const accountRate: Rate = { burst: 300, perSecond: 1 };
/** Changes of all accounts of a tenant together: many outboxes at once when a site's line returns. No single account comes near it. */
export const tenantRate: Rate = { burst: 3000, perSecond: 20 };
/** Calls that stay possible in read-only mode (the table's `inReadOnlyMode`), per endpoint: flooding one does not block the others. */
export const openRate: Rate = { burst: 600, perSecond: 10 };
/** Refusals of one account and reason that get a record line of their own; further ones are summed (audit/anonymousCallers.ts). */
export const refusedRate: Rate = { burst: 600, perSecond: 1 };

/** Exports of one account: all tables in each format, then one a minute. Each holds a snapshot and records a signature. */
export const exportRate: Rate = { burst: 120, perSecond: 1 / 60 };

/** Tokens to wait for if they return at one a second or faster. Waiting for just one would refuse every second call. */
const batch = 5;
/** Minimum wait when a tenant's bucket is empty, milliseconds: a hundred tokens have returned by then. */
const tenantWaitMs = 5000;
/** Above this number of buckets, full ones are deleted, since they equal new ones. */
const manyBuckets = 10_000;

/**
 * Rate limits of signed-in callers (G-20). In memory per instance, so with several instances the limits are that much wider; a refused
 * call writes nothing.
 */
export interface Meter {
  /** Takes a token from a bucket. Returns null, or the time to wait in milliseconds. */
  take(key: string, rate: Rate): number | null;
}

/** A key's bucket begins full. Buckets are kept per key alone, so one key must always be used with one rate. */
export function createMeter(clock: Pick<Clock, 'now'>): Meter {
  const buckets = new Map<string, { readonly tokens: number; readonly at: number; readonly rate: Rate }>();
  return {
    take(key, rate) {
      const now = clock.now().getTime();
      if (buckets.size > manyBuckets)
        for (const [held, bucket] of buckets) if (tokensIn(bucket, now) >= bucket.rate.burst) buckets.delete(held);
      const tokens = tokensIn(buckets.get(key) ?? { tokens: rate.burst, at: now, rate }, now);
      const isFree = tokens >= 1;
      buckets.set(key, { tokens: isFree ? tokens - 1 : tokens, at: now, rate });
      const waited = rate.perSecond < 1 ? 1 : batch;
      return isFree ? null : ((waited - tokens) / rate.perSecond) * 1000;
    },
  };
}

/** A clock set back neither adds nor removes tokens. */
function tokensIn({ tokens, at, rate }: { readonly tokens: number; readonly at: number; readonly rate: Rate }, now: number): number {
  return Math.min(rate.burst, tokens + (Math.max(0, now - at) / 1000) * rate.perSecond);
}

/** Takes a token for a change by this endpoint. Null if allowed; otherwise a refusal with the time to wait. */
export function meterChange(
  meter: Meter,
  { id, endpoint }: { readonly id: string; readonly endpoint: Endpoint },
  { accountId, tenantId }: { readonly accountId: string; readonly tenantId: string },
): Refusal | null {
  const isOpen = endpoint.inReadOnlyMode !== undefined;
  const own = isOpen ? meter.take(`open ${id} ${accountId}`, openRate) : meter.take(`account ${accountId}`, accountRate);
  if (own !== null) return refuse('rate_limited', 'Your account has sent too many requests at once', own);
  const shared = isOpen ? null : meter.take(`tenant ${tenantId}`, tenantRate);
  if (shared === null) return null;
  // Many callers are refused at the same moment; random waits keep them from all returning in the same second.
  return refuse('rate_limited', 'This tenant is sending too many requests at once', tenantWaitMs * (1 + Math.random()));
}
