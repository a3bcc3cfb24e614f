import { createHash, randomBytes } from 'node:crypto';
import type { ExpressionBuilder, Kysely, Selectable } from 'kysely';
import { reauthenticationEndpoints } from '../../../src/contracts/reauthentication.ts';
import { proofSpanMs, type SessionTokens, spentForMs, type TokenState, tokenStateOf } from '../../../src/domain/session/deviceProof.ts';
import { tooFarMs } from '../../clock.ts';
import type { Database } from '../../db/schema.ts';

/** How long a browser waits for the answer with a new token, milliseconds. A token not used by then was never received. */
const comesWithinMs = reauthenticationEndpoints.proveAgain.timeLimitMs;

const before = (now: Date, ms: number): string => new Date(now.getTime() - ms).toISOString();

/** Hash under which tokens are stored, so that a copy of the database opens no session. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** New random token: 256 bits, base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Condition for the session whose current or previous token has this hash, whether or not that token is still valid (see `tokenState`). */
export const byToken =
  (tokenHash: string) =>
  ({ or, eb }: ExpressionBuilder<Database, 'sessions'>) =>
    or([eb('sessions.token_hash', '=', tokenHash), eb('sessions.prior_hash', '=', tokenHash)]);

/** Session columns needed to judge a token. */
export const tokenColumns = ['token_hash', 'prior_hash', 'prior_until', 'prior_ends_at', 'prior_proves'] as const;
export type TokenRow = Pick<Selectable<Database['sessions']>, (typeof tokenColumns)[number]>;

const momentOf = (at: string | null): number | null => (at === null ? null : Date.parse(at));

/**
 * Converts a session row for the rules in domain/session/deviceProof.ts.
 * @param renewedAt for sessions whose tokens expire on their own (displays): time of the last renewal by the key, or of opening; null for
 * a person's session
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

/** State of a person's session token, given by its hash. */
export function tokenState(row: TokenRow, tokenHash: string, now: Date): TokenState {
  return tokenStateOf(tokensOf(row, null), tokenHash, now.getTime());
}

/** True for the first use of a session's newest token; `noteFirstUse` then ends the previous one. */
export function isFirstUse(row: TokenRow, tokenHash: string): boolean {
  return row.token_hash === tokenHash && row.prior_hash !== null && row.prior_until === null;
}

/**
 * Replaces a session's token after a re-authentication (ASVS 7.2.4); call it in the transaction that records the proof. Null if a proof
 * within the last minute already replaced it; that token stands. The token that came with the proof stays valid until a minute after the
 * new one's first use (`noteFirstUse`), because the answer may be lost; but it does not carry the proof (readSession.ts), or a copy of it
 * would. If the new token was never received, the next call replaces it and keeps the same previous token.
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
        eb('renewed_at', '>', before(now, -tooFarMs)), // set by a wrong clock
      ]),
    )
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n ? token : null;
}

/** Records the first use of a new token: the previous one ends in a minute. */
export async function noteFirstUse(db: Kysely<Database>, tokenHash: string, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ prior_until: new Date(now.getTime() + spentForMs) })
    .where('token_hash', '=', tokenHash)
    .where('prior_hash', 'is not', null)
    .where('prior_until', 'is', null)
    .execute();
}
