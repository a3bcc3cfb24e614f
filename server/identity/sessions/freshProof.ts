import { proofHoldsMs } from '../../../src/contracts/reauthentication.ts';
import type { Kysely } from 'kysely';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/schema.ts';
import { sessionCookie } from '../../http/cookies.ts';
import { type Refusal, refuse } from '../../http/problem.ts';
import type { Call } from '../../http/route.ts';
import { type AuthSession, hardMs } from './sessions.ts';
import { renewToken } from './sessionToken.ts';

/**
 * Refusal for actions that need an authentication within the last five minutes (issue 17, point 25); null if allowed. An authentication
 * dated in the future by a wrong clock does not count, since it may be older than it says.
 */
export function needsProof({ provedAt }: Pick<AuthSession, 'provedAt'>, clock: Pick<Clock, 'now'>): Refusal | null {
  const ageMs = provedAt === null ? Number.POSITIVE_INFINITY : clock.now().getTime() - Date.parse(provedAt);
  return ageMs >= -aheadMs && ageMs <= proofHoldsMs ? null : refuse('proof_required');
}

/** Maximum clock difference between ready instances (D-63), milliseconds. */
const aheadMs = 30_000;

/**
 * Stores the time of a session's authentication and renews its token (ASVS 7.2.4), in the transaction that accepts the proof. After
 * commit, pass the result to `giveToken`.
 */
export async function keepProof(
  trx: Kysely<Database>,
  session: Pick<AuthSession, 'sessionId' | 'tokenHash'>,
  { at, now }: { readonly at: Date; readonly now: Date },
): Promise<string | null> {
  await trx.updateTable('sessions').set({ proved_at: at }).where('session_id', '=', session.sessionId).execute();
  return renewToken(trx, session, now);
}

/** Sends the session's new token to the browser; with null it keeps the present one. */
export function giveToken(
  { platform: { config }, reply, session }: Pick<Call<'proveAgain'>, 'platform' | 'reply' | 'session'>,
  token: string | null,
): void {
  if (token !== null) reply.header('set-cookie', sessionCookie(config, token, session.isUnderLock === true ? null : hardMs / 1000));
}
