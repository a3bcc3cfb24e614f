import type { SessionResponse } from '../../src/contracts/session.ts';
import { recordLine } from '../audit/audit.ts';
import type { Platform } from '../context.ts';
import type { Call } from '../http/route.ts';
import { cookie, deviceCookie, readCookie, sessionCookieName } from '../http/cookies.ts';
import { type Refusal, refuse } from '../http/problem.ts';
import { describeDevice } from './device.ts';
import { hardMs, mostSessions } from './sessions.ts';
import { hashToken, ofToken } from './sessionToken.ts';

/**
 * Opens a session for somebody who has proved who he is and hands out its cookie. The token is always new, and a session
 * that the browser brought along is ended: whoever planted it gains nothing (A-7, fixation).
 * @param proof how they proved it, for the record; `amr` as the provider's ID token says it
 * @param provedAt when; refused where all sessions of the account were ended since
 */
export async function openSession(
  call: Pick<Call<'login'>, 'platform' | 'request' | 'reply' | 'correlationId' | 'ip'>,
  account: { accountId: string; name: string; tenantId: string; deviceMark: string | null; proofsFrom?: string | null },
  proof: { readonly method: 'password' | 'oidc'; readonly amr?: string },
  provedAt: Date,
): Promise<SessionResponse | Refusal> {
  const { platform, request, reply } = call;
  const { config, database, sessions, audit } = platform;
  const name = sessionCookieName(config);
  await endBrought(platform, request.headers.cookie);
  const opened = await database.write(recordLine(account.tenantId), async (trx) => {
    const made = await sessions.create(trx, {
      accountId: account.accountId,
      device: describeDevice(request.headers['user-agent']),
      ip: call.ip,
      provedAt,
      ...(account.proofsFrom !== undefined && { proofsFrom: account.proofsFrom }),
    });
    if (made === null) return null;
    const line = {
      tenantId: account.tenantId,
      actor: { id: account.accountId, name: account.name },
      outcome: 'done',
      correlationId: call.correlationId,
      ip: call.ip,
    } as const;
    await audit.record(trx, { ...line, action: 'session.create', target: made.sessionId, details: { ...proof } });
    for (const ended of made.crowdedOut)
      await audit.record(trx, {
        ...line,
        action: 'session.revoke',
        target: ended,
        details: { reason: `more than ${mostSessions} sessions` },
      });
    return made;
  });
  const session = opened === null ? null : await sessions.authenticate(opened.token);
  if (opened === null || session === null) return refuse('login_failed'); // deactivated, or shut out, in this very moment
  reply.header('set-cookie', [
    cookie(config, name, opened.token, hardMs / 1000),
    ...(account.deviceMark === null ? [] : [deviceCookie(config, account.deviceMark)]),
  ]);
  return { user: session.user, expiresAt: session.expiresAt };
}

/** Ends the session that a browser brings along to where it is given a new one. */
export async function endBrought({ config, db, clock, sessions }: Platform, cookies: string | undefined): Promise<void> {
  const brought = readCookie(cookies, sessionCookieName(config));
  if (brought === null) return;
  const old = await db
    .selectFrom('sessions')
    .select('session_id')
    .where(ofToken(hashToken(brought), clock.now()))
    .executeTakeFirst();
  if (old !== undefined) await sessions.end(old.session_id, 'replaced');
}
