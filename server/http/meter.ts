import type { Endpoint } from '../../src/contracts/endpoint.ts';
import type { Clock } from '../clock.ts';
import { type Refusal, refuse } from './problem.ts';

/** A bucket of tokens, one of which each call takes: `burst` at once, and `perSecond` come back. */
export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

/**
 * What one account may change: the outbox of a device that was away for a day goes out at once (200), and then one command a second, all day. Nobody does more by hand, and a script that does
 * takes no more of the record, of the time lines and of the tenant's turn than this.
 */
export const accountRate: Rate = { burst: 300, perSecond: 1 };
/** What all accounts of a tenant may change together: many outboxes at once when a site's line is back. No single account comes near. */
export const tenantRate: Rate = { burst: 3000, perSecond: 20 };
/** Calls that go through whatever else is refused (the table's `inReadOnlyMode`), each row by itself: who floods one of them may still use the others. */
export const openRate: Rate = { burst: 600, perSecond: 10 };
/** Lines of their own that one account's refusals of one reason have on record; what is beyond is summed (audit/strangers.ts). */
export const refusedRate: Rate = { burst: 600, perSecond: 1 };

/** Files that one account has made of tables: all of them in each format, and then one a minute. Each holds a snapshot, and leaves a signature on record. */
export const exportRate: Rate = { burst: 120, perSecond: 1 / 60 };

/** Tokens that are waited for where they come back by the second, not one: who comes back for a single one would be told to wait at every second call. */
const batch = 5;
/** What is waited for at least where a tenant's bucket is empty, milliseconds: by then there is room for a hundred. */
const tenantWaitMs = 5000;
/** Above this many buckets, full ones are forgotten: they say nothing. */
const manyBuckets = 10_000;

/**
 * What people who are signed in may do in a time (G-20). In memory, on each instance by itself: a balancer that hands calls round makes the limits that much wider, and nothing is written
 * for a call that is turned away.
 */
export interface Meter {
  /** Takes a token from a bucket: null, or how long to wait, milliseconds. */
  take(key: string, rate: Rate): number | null;
}

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

/** A clock that was set back gives nothing, and takes nothing. */
function tokensIn({ tokens, at, rate }: { readonly tokens: number; readonly at: number; readonly rate: Rate }, now: number): number {
  return Math.min(rate.burst, tokens + (Math.max(0, now - at) / 1000) * rate.perSecond);
}

/** Whether this account may change something now by this row of the table; a refusal that says how long to wait where it has changed too much of late. */
export function meterChange(
  meter: Meter,
  { id, endpoint }: { readonly id: string; readonly endpoint: Endpoint },
  { accountId, tenantId }: { readonly accountId: string; readonly tenantId: string },
): Refusal | null {
  const isOpen = endpoint.inReadOnlyMode !== undefined;
  const own = isOpen ? meter.take(`open ${id} ${accountId}`, openRate) : meter.take(`account ${accountId}`, accountRate);
  if (own !== null) return refuse('rate_limited', 'Your account has sent more than is taken at once', own);
  const shared = isOpen ? null : meter.take(`tenant ${tenantId}`, tenantRate);
  if (shared === null) return null;
  // Many are refused in the same moment, and no two are told the same: they would all come back in one second otherwise.
  return refuse('rate_limited', 'More is being sent in this tenant than is taken at once', tenantWaitMs * (1 + Math.random()));
}
