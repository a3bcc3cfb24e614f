import { deviceKeyHeaders } from '../../../src/contracts/deviceKey.ts';
import type { SessionResponse } from '../../../src/contracts/session.ts';
import { cookie, readCookie, sessionCookieName } from '../../http/cookies.ts';
import { type Refusal, refuse } from '../../http/problem.ts';
import type { Call } from '../../http/route.ts';
import { renewByKey } from '../deviceKeys.ts';
import { displayHardMs, displaySeen } from '../displaySessions.ts';
import { noteMisuse } from '../keyMisuse.ts';

/** A display's refresh (G-17): by the key of its device, which a display from before brings with its first one. The token that it came with is another from then on. */
export async function refreshDisplay(call: Call<'refresh'>): Promise<SessionResponse | Refusal> {
  const { platform, session, request, reply } = call;
  const { config, clock } = platform;
  const header = (name: string): string | null => {
    const value = request.headers[name.toLowerCase()];
    return typeof value === 'string' ? value : null;
  };
  const token = readCookie(request.headers.cookie, sessionCookieName(config)) ?? '';
  const brought = { token, key: header(deviceKeyHeaders.key), proof: header(deviceKeyHeaders.proof) };
  const renewal = await renewByKey(platform, session.sessionId, brought, (trx) => displaySeen(trx, clock, session.sessionId));
  if (renewal === null) {
    await noteMisuse(platform, { why: 'unproved', sessionId: session.sessionId }, call);
    return refuse('unauthenticated', 'This is not the key of this display');
  }
  reply
    .header('set-cookie', cookie(config, sessionCookieName(config), renewal.token, displayHardMs / 1000))
    .header(deviceKeyHeaders.nonce, renewal.nonce);
  if (renewal.again) reply.header(deviceKeyHeaders.again, '1');
  return { user: session.user, expiresAt: session.expiresAt };
}
