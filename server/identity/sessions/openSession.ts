import type { SessionResponse } from '../../../src/contracts/session.ts';
import { recordLine } from '../../audit/audit.ts';
import type { Platform } from '../../context.ts';
import type { Call } from '../../http/route.ts';
import { deviceKeyHeaders } from '../../../src/contracts/deviceKey.ts';
import { deviceCookie, readCookie, sessionCookie, sessionCookieName } from '../../http/cookies.ts';
import { type Refusal, refuse } from '../../http/problem.ts';
import { describeDevice } from './device.ts';
import { bindToKey, keyBrought } from './deviceKeys.ts';
import { headerOf } from './refreshByKey.ts';
import { hardMs, maxSessions } from './sessions.ts';
import { byToken, hashToken } from './sessionToken.ts';

/**
 * Opens a session for an authenticated person and sets its cookie. The token is always new, and a session that the browser brought along
 * is ended, against session fixation. If the device sends a key, the session is bound to it and cannot be refreshed without it
 * (D-55).
 * @param proof method of authentication, for the record; `amr` from the provider's ID token
 * @param provedAt time of authentication; refused if all sessions of the account were ended since
 */
export async function openSession(
  call: Pick<Call<'login'>, 'platform' | 'request' | 'reply' | 'correlationId' | 'ip'>,
  account: { accountId: string; name: string; tenantId: string; deviceMark: string | null; proofsFrom?: string | null },
  proof: { readonly method: 'password' | 'oidc'; readonly amr?: string },
  provedAt: Date,
): Promise<SessionResponse | Refusal> {
  const { platform, request, reply } = call;
  const { config, database, sessions, audit } = platform;
  const given = {
    key: headerOf(request, deviceKeyHeaders.key),
    proof: headerOf(request, deviceKeyHeaders.proof),
    locked: headerOf(request, deviceKeyHeaders.locked) === '1',
  };
  const key = given.key === null ? null : await keyBrought(platform, given);
  // Never open an unbound session for a device that asked for a bound one.
  if (given.key !== null && key === null) return refuse('bad_request', 'The key of this device is not well formed');
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
    const nonce = key === null ? null : await bindToKey(trx, made.sessionId, key, platform.clock.now());
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
        details: { reason: `more than ${maxSessions} sessions` },
      });
    return { ...made, nonce };
  });
  const session = opened === null ? null : await sessions.authenticate(opened.token);
  if (opened === null || session === null) return refuse('login_failed'); // deactivated, or all sessions ended, concurrently
  reply.header('set-cookie', [
    sessionCookie(config, opened.token, key?.locked === true ? null : hardMs / 1000),
    ...(account.deviceMark === null ? [] : [deviceCookie(config, account.deviceMark)]),
  ]);
  if (opened.nonce !== null) reply.header(deviceKeyHeaders.nonce, opened.nonce);
  return { user: session.user, expiresAt: session.expiresAt };
}

/** Ends the session of the request's cookie, before the browser gets a new one. */
export async function endBrought({ config, db, sessions }: Platform, cookies: string | undefined): Promise<void> {
  const brought = readCookie(cookies, sessionCookieName(config));
  if (brought === null) return;
  const old = await db
    .selectFrom('sessions')
    .select('session_id')
    .where(byToken(hashToken(brought)))
    .executeTakeFirst();
  if (old !== undefined) await sessions.end(old.session_id, 'replaced');
}
