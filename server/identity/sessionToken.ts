import { createHash, randomBytes } from 'node:crypto';
import { type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely';
import { reauthenticationEndpoints } from '../../src/contracts/reauthentication.ts';
import { tooFarMs } from '../clock.ts';
import type { Database } from '../db/schema.ts';

/** How long a token is still taken after the one that followed it was first used, milliseconds: what the browser had sent before goes on arriving. */
const lingersMs = 60_000;

/** As long as a browser waits for the answer that brings a new token, milliseconds: one that was not used by then has not come. */
const comesWithinMs = reauthenticationEndpoints.proveAgain.timeLimitMs;

const before = (now: Date, ms: number): string => new Date(now.getTime() - ms).toISOString();

/** What is kept of a token: a copy of the database opens no session. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** A token nobody guesses: 256 bits, base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** The sessions that a token opens, by its hash: its own, or the one that a proof has renewed, for as long as that lingers. */
export const ofToken =
  (tokenHash: string, now: Date) =>
  ({ and, or, eb }: ExpressionBuilder<Database, 'sessions'>) =>
    or([
      eb('sessions.token_hash', '=', tokenHash),
      and([
        eb('sessions.prior_hash', '=', tokenHash),
        or([
          eb('sessions.prior_until', 'is', null),
          // An end that lies further ahead was written by a clock that was wrong.
          and([eb('sessions.prior_until', '>', now.toISOString()), eb('sessions.prior_until', '<=', before(now, -lingersMs - tooFarMs))]),
        ]),
      ]),
    ]);

/** The same of a session that was read: whether a token of this hash still opens it. */
export function isOfToken(
  { token_hash, prior_hash, prior_until }: Pick<Selectable<Database['sessions']>, 'token_hash' | 'prior_hash' | 'prior_until'>,
  tokenHash: string,
  now: Date,
): boolean {
  if (token_hash === tokenHash) return true;
  const leftMs = prior_until === null ? 1 : Date.parse(prior_until) - now.getTime();
  return prior_hash === tokenHash && leftMs > 0 && leftMs <= lingersMs + tooFarMs;
}

/**
 * Gives a session a new token (ASVS 7.2.4), within the transaction that has the proof on record; null where it was given one within the minute, which then stands. The one before is taken until
 * the new one is first used (`noteFirstUse`), since the answer that brings it may be lost, and a minute longer; but nothing that was proved counts for it (readSession.ts): whoever has a copy of it
 * would have the proof too. Of a new one that has not come the browser knows nothing: another takes its place, and the one before stays what it was.
 */
export async function renewToken(trx: Kysely<Database>, sessionId: string, now: Date): Promise<string | null> {
  const token = newToken();
  const { numUpdatedRows } = await trx
    .updateTable('sessions')
    .set(({ ref }) => ({
      token_hash: hashToken(token),
      prior_hash: sql<string>`case when ${ref('prior_until')} is null then coalesce(${ref('prior_hash')}, ${ref('token_hash')}) else ${ref('token_hash')} end`,
      prior_until: null,
      renewed_at: now,
    }))
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .where(({ or, and, eb }) =>
      or([
        eb('renewed_at', 'is', null),
        eb('renewed_at', '<=', before(now, lingersMs)),
        and([eb('prior_until', 'is', null), eb('renewed_at', '<=', before(now, comesWithinMs))]),
        eb('renewed_at', '>', before(now, -tooFarMs)), // by a clock that was wrong
      ]),
    )
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n ? token : null;
}

/** The first use of a new token: the one before ends in a minute. */
export async function noteFirstUse(db: Kysely<Database>, tokenHash: string, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ prior_until: new Date(now.getTime() + lingersMs) })
    .where('token_hash', '=', tokenHash)
    .where('prior_hash', 'is not', null)
    .where('prior_until', 'is', null)
    .execute();
}
