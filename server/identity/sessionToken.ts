import { createHash, randomBytes } from 'node:crypto';
import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';

/** How long a token is still taken after the one that followed it was first used, milliseconds: what the browser had sent before goes on arriving. */
const lingersMs = 60_000;

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
        or([eb('sessions.prior_until', 'is', null), eb('sessions.prior_until', '>', now.toISOString())]),
      ]),
    ]);

/**
 * Gives a session a new token (ASVS 7.2.4), within the transaction that has the proof on record; null where it was given one within the minute, which then stands. The one before is taken until
 * the new one is first used (`noteFirstUse`), since the answer that brings it may be lost, and a minute longer.
 */
export async function renewToken(trx: Kysely<Database>, sessionId: string, now: Date): Promise<string | null> {
  const token = newToken();
  const { numUpdatedRows } = await trx
    .updateTable('sessions')
    .set(({ ref }) => ({ token_hash: hashToken(token), prior_hash: ref('sessions.token_hash'), prior_until: null, renewed_at: now }))
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .where(({ or, eb }) =>
      or([
        eb('renewed_at', 'is', null),
        eb('renewed_at', '<=', new Date(now.getTime() - lingersMs).toISOString()),
        eb('renewed_at', '>', now.toISOString()), // by a clock that was ahead
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
