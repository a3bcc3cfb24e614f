import { proofHoldsMs } from '../../src/contracts/reauthentication.ts';
import type { Kysely } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/schema.ts';
import { sessionCookie } from '../http/cookies.ts';
import { type Refusal, refuse } from '../http/problem.ts';
import type { Call } from '../http/route.ts';
import { type AuthSession, hardMs } from './sessions.ts';
import { renewToken } from './sessionToken.ts';

/**
 * Refuses what a session may do only within five minutes of its owner's proof (issue 17, point 25); null where it may. A proof of a moment that is still to come was dated by a clock that was
 * ahead: it may be older than it says, and counts for nothing.
 */
export function needsProof({ provedAt }: Pick<AuthSession, 'provedAt'>, clock: Pick<Clock, 'now'>): Refusal | null {
  const ageMs = provedAt === null ? Number.POSITIVE_INFINITY : clock.now().getTime() - Date.parse(provedAt);
  return ageMs >= -aheadMs && ageMs <= proofHoldsMs ? null : refuse('proof_required');
}

/** As far as clocks of instances that are ready may differ (D-63), milliseconds. */
const aheadMs = 30_000;

/** Dates a session's proof and renews its token (ASVS 7.2.4), in the transaction that counts the proof; `giveToken` hands the new one out once that stands. */
export async function keepProof(
  trx: Kysely<Database>,
  session: Pick<AuthSession, 'sessionId' | 'tokenHash'>,
  { at, now }: { readonly at: Date; readonly now: Date },
): Promise<string | null> {
  await trx.updateTable('sessions').set({ proved_at: at }).where('session_id', '=', session.sessionId).execute();
  return renewToken(trx, session, now);
}

/** Gives the browser the session's new token; where there is none, it keeps the one that it has. */
export function giveToken(
  { platform: { config }, reply, session }: Pick<Call<'proveAgain'>, 'platform' | 'reply' | 'session'>,
  token: string | null,
): void {
  if (token !== null) reply.header('set-cookie', sessionCookie(config, token, session.isUnderLock === true ? null : hardMs / 1000));
}
