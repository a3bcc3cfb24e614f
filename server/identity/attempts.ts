import { createHash } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { OpenDatabase } from '../db/database.ts';

/** How many failures are free, and how long one waits after each further one. */
interface Limit {
  readonly free: number;
  readonly longestMs: number;
}
/** One account from one address, or from one known device. Never longer than half a minute: the owner may sit behind the same address. */
const narrow: Limit = { free: 5, longestMs: 30_000 };
/** Everything from one address: many accounts tried with one password. */
const wide: Limit = { free: 60, longestMs: 30_000 };
/** Quiet for so long, and the count starts again. */
const forgetMs = 15 * 60_000;

/** Counts tries at signing in. A try is counted before it is judged, so that a thousand at once are not all 'the first'. */
export interface Attempts {
  /** Null when the try may go on, else milliseconds to wait. */
  take(buckets: readonly Bucket[]): Promise<number | null>;
  /** The try succeeded: its buckets start afresh, the wide ones give back this try. */
  succeeded(buckets: readonly Bucket[]): Promise<void>;
}

export interface Bucket {
  readonly key: string;
  readonly limit: Limit;
}

/**
 * The buckets of a try: the known device's if there is one, else account and address, and address.
 * @param attempt `who` is what the try names somebody by: an e-mail address, or a passkey
 */
export function bucketsOf(attempt: { who: string; ip: string; device: string | null }): readonly Bucket[] {
  if (attempt.device !== null) return [{ key: hashed('device', attempt.device), limit: narrow }];
  return [
    { key: hashed('pair', `${attempt.who}\n${attempt.ip}`), limit: narrow },
    { key: hashed('address', attempt.ip), limit: wide },
  ];
}

/** Pairing a wall: asking for a code, by address, where many walls may stand behind one; guessing at codes, by the account that types them. */
export function pairingBucket(what: 'ask' | 'approve', by: string): Bucket {
  return what === 'ask' ? { key: hashed('pair-ask', by), limit: wide } : { key: hashed('pair-approve', by), limit: narrow };
}

/** Beginnings of a sign-in, of whole offices too: one that is ended is given back. */
const beginning: Limit = { free: 120, longestMs: 30_000 };

/** Beginning a sign-in at the provider, which costs a row: by address. */
export function beginningBucket(ip: string): Bucket {
  return { key: hashed('begin', ip), limit: beginning };
}

/** Links are asked for once or twice; more is somebody else, or a mailbox that does not work. */
const asking: Limit = { free: 3, longestMs: 60_000 };

/** The buckets of asking for a link (with the address it is asked for) and of using one: per network address, so that nobody can keep the owner out. */
export function bucketsOfAddress(act: 'reset' | 'link', ip: string, emailKey?: string): readonly Bucket[] {
  const fromHere = { key: hashed(`${act}-address`, ip), limit: wide };
  return emailKey === undefined ? [fromHere] : [{ key: hashed(`${act}-pair`, `${emailKey}\n${ip}`), limit: asking }, fromHere];
}

/** The bucket of proving once more who one is: a session that was left open, or stolen, guesses no password. */
export function bucketOfReproof(accountId: string): readonly Bucket[] {
  return [{ key: hashed('reproof', accountId), limit: narrow }];
}

/** No addresses or names lie in the table. */
function hashed(kind: string, value: string): string {
  return `${kind}:${createHash('sha256').update(value).digest('base64url')}`;
}

/** The line (writeQueue.ts) of a try: those from one address count into one row. */
function tryLine(buckets: readonly Bucket[]): string {
  return `tries ${buckets.at(-1)?.key ?? ''}`;
}

export function createAttempts(parts: { readonly database: Pick<OpenDatabase, 'write'>; readonly clock: Clock }): Attempts {
  return {
    take: (buckets) =>
      parts.database.write(tryLine(buckets), async (trx) => {
        const now = parts.clock.now().getTime();
        let waitMs = 0;
        for (const { key, limit } of buckets) {
          // Made or found, and locked, in one statement: between two of them another try's success may take the bucket away.
          const row = await trx
            .insertInto('sign_in_attempts')
            .values({ bucket: key, failures: 0, last_at: new Date(now) })
            .onConflict((conflict) => conflict.column('bucket').doUpdateSet({ bucket: key }))
            .returningAll()
            .executeTakeFirstOrThrow();
          const blockedMs = row.blocked_until === null ? 0 : Date.parse(row.blocked_until) - now;
          // A longer pause than there is was given by a clock that was ahead (D-63).
          if (blockedMs > 0 && blockedMs <= limit.longestMs) {
            waitMs = Math.max(waitMs, blockedMs);
            continue;
          }
          const failures = now - Date.parse(row.last_at) > forgetMs ? 1 : row.failures + 1;
          const pauseMs = failures <= limit.free ? 0 : Math.min(limit.longestMs, 1000 * 2 ** (failures - limit.free - 1));
          await trx
            .updateTable('sign_in_attempts')
            .set({ failures, last_at: new Date(now), blocked_until: pauseMs === 0 ? null : new Date(now + pauseMs) })
            .where('bucket', '=', key)
            .execute();
        }
        return waitMs === 0 ? null : waitMs;
      }),
    succeeded: (buckets) =>
      parts.database.write(tryLine(buckets), async (trx) => {
        for (const { key, limit } of buckets) {
          if (limit !== wide && limit !== beginning) await trx.deleteFrom('sign_in_attempts').where('bucket', '=', key).execute();
          else
            await trx
              .updateTable('sign_in_attempts')
              .set((row) => ({ failures: row('failures', '-', 1), blocked_until: null }))
              .where('bucket', '=', key)
              .where('failures', '>', 0)
              .execute();
        }
      }),
  };
}
