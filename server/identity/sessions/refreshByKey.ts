import { deviceKeyHeaders } from '../../../src/contracts/deviceKey.ts';
import type { SessionResponse } from '../../../src/contracts/session.ts';
import { readCookie, sessionCookie, sessionCookieName } from '../../http/cookies.ts';
import { type Refusal, refuse } from '../../http/problem.ts';
import type { Call } from '../../http/route.ts';
import { renewByKey } from './deviceKeys.ts';
import { displayHardMs, displaySeen } from './displaySessions.ts';
import { noteMisuse } from './keyMisuse.ts';
import { hardMs } from './sessions.ts';

/** A header of a call; null if absent or repeated. */
export function headerOf({ headers }: Call<'refresh'>['request'], name: string): string | null {
  const value = headers[name.toLowerCase()];
  return typeof value === 'string' ? value : null;
}

/**
 * Refreshes a session bound to a device key (D-55): a display's, which sends its key with the first refresh, or a person's, whose key
 * came with the sign-in. Replaces the cookie and resumes a session parked by its app lock. A person's device may send a new key, e.g.
 * when an app lock is added or removed.
 */
export async function refreshByKey(call: Call<'refresh'>): Promise<SessionResponse | Refusal> {
  const { platform, session, request, reply } = call;
  const { config, clock, sessions } = platform;
  const isDisplay = session.user.display !== undefined;
  const brought = {
    token: readCookie(request.headers.cookie, sessionCookieName(config)) ?? '',
    key: headerOf(request, deviceKeyHeaders.key),
    proof: headerOf(request, deviceKeyHeaders.proof),
    locked: !isDisplay && headerOf(request, deviceKeyHeaders.locked) === '1',
  };
  let { expiresAt } = session;
  const renewal = await renewByKey(platform, session.sessionId, brought, async (trx) => {
    if (isDisplay) return displaySeen(trx, clock, session.sessionId);
    const extended = await sessions.refreshIn(trx, session.sessionId);
    expiresAt = extended ?? expiresAt;
    return extended !== null;
  });
  if (renewal === null) {
    await noteMisuse(platform, { why: 'unproved', sessionId: session.sessionId }, call);
    return refuse('unauthenticated', isDisplay ? 'This is not the key of this display' : 'This is not the key of this device');
  }
  const lastsMs = isDisplay ? displayHardMs : hardMs;
  if (renewal.token !== null) reply.header('set-cookie', sessionCookie(config, renewal.token, renewal.locked ? null : lastsMs / 1000));
  reply.header(deviceKeyHeaders.nonce, renewal.nonce);
  if (renewal.again) reply.header(deviceKeyHeaders.again, '1');
  return { user: session.user, expiresAt };
}
