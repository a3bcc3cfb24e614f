import { createHash, randomBytes } from 'node:crypto';
import type { ExpressionBuilder, Kysely, Selectable } from 'kysely';
import { reauthenticationEndpoints } from '../../src/contracts/reauthentication.ts';
import { proofSpanMs, type SessionTokens, spentForMs, type TokenState, tokenStateOf } from '../../src/domain/session/deviceProof.ts';
import { tooFarMs } from '../clock.ts';
import type { Database } from '../db/schema.ts';

/** As long as a browser waits for the answer that brings a new token, milliseconds: one that was not used by then has not come. */
const comesWithinMs = reauthenticationEndpoints.proveAgain.timeLimitMs;

const before = (now: Date, ms: number): string => new Date(now.getTime() - ms).toISOString();

/** What is kept of a token: a copy of the database opens no session. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** A token nobody guesses: 256 bits, base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** The session that a token is of, by its hash, whatever it opens still (`tokenState`): its own, or the one before. */
export const byToken =
  (tokenHash: string) =>
  ({ or, eb }: ExpressionBuilder<Database, 'sessions'>) =>
    or([eb('sessions.token_hash', '=', tokenHash), eb('sessions.prior_hash', '=', tokenHash)]);

/** What is read of a session to judge a token by. */
export const tokenColumns = ['token_hash', 'prior_hash', 'prior_until', 'prior_ends_at', 'prior_proves'] as const;
export type TokenRow = Pick<Selectable<Database['sessions']>, (typeof tokenColumns)[number]>;

const momentOf = (at: string | null): number | null => (at === null ? null : Date.parse(at));

/**
 * A session's row as the rules take it (domain/session/deviceProof.ts).
 * @param renewedAt of a session whose tokens end by themselves (a display's): when the key last renewed it, or when it was opened; null for a person's
 */
export function tokensOf(row: TokenRow, renewedAt: string | null): SessionTokens {
  return {
    token: row.token_hash,
    prior: row.prior_hash,
    priorUntil: momentOf(row.prior_until),
    priorEnds: momentOf(row.prior_ends_at),
    ends: renewedAt === null ? null : Date.parse(renewedAt) + proofSpanMs,
  };
}

/** What a person's token opens, by its hash. */
export function tokenState(row: TokenRow, tokenHash: string, now: Date): TokenState {
  return tokenStateOf(tokensOf(row, null), tokenHash, now.getTime());
}

/** Whether a token that was shown is the newest one, used for the first time: `noteFirstUse` then ends the one before. */
export function isFirstUse(row: TokenRow, tokenHash: string): boolean {
  return row.token_hash === tokenHash && row.prior_hash !== null && row.prior_until === null;
}

/**
 * Gives a session a new token after a proof of its owner (ASVS 7.2.4), within the transaction that has the proof on record; null where it was given one for a proof within the minute, which then stands.
 * The one that the proof came with is taken until the new one is first used (`noteFirstUse`), since the answer that brings it may be lost, and a minute longer; but nothing that was proved counts for it (readSession.ts): whoever has
 * a copy of it would have the proof too. Of a new one that has not come the browser knows nothing: another takes its place, and the one before stays what it was.
 */
export async function renewToken(
  trx: Kysely<Database>,
  { sessionId, tokenHash }: { readonly sessionId: string; readonly tokenHash: string | null },
  now: Date,
): Promise<string | null> {
  if (tokenHash === null) return null;
  const token = newToken();
  const { numUpdatedRows } = await trx
    .updateTable('sessions')
    .set({
      token_hash: hashToken(token),
      prior_hash: tokenHash,
      prior_until: null,
      prior_ends_at: null,
      prior_proves: false,
      renewed_at: now,
    })
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .where(byToken(tokenHash))
    .where(({ or, and, eb }) =>
      or([
        eb('renewed_at', 'is', null),
        eb('renewed_at', '<=', before(now, spentForMs)),
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
    .set({ prior_until: new Date(now.getTime() + spentForMs) })
    .where('token_hash', '=', tokenHash)
    .where('prior_hash', 'is not', null)
    .where('prior_until', 'is', null)
    .execute();
}
