import { type JWTVerifyGetKey, jwtVerify } from 'jose';
import { deviceGrant } from '../../../src/contracts/deviceGrant.ts';
import type { SessionResponse } from '../../../src/contracts/session.ts';
import { sessionCookie } from '../../http/cookies.ts';
import { type Refusal, refuse } from '../../http/problem.ts';
import type { Call } from '../../http/route.ts';
import { displayHardMs } from '../sessions/displaySessions.ts';
import { endBrought } from '../sessions/openSession.ts';

/** Maximum age of an ID token, seconds; an older one is not from the current pairing. */
const maxAgeS = 600;

/**
 * Exchanges the ID token of the device grant for the display's session, once: the first caller sets `claimed_at`, so that a copied token
 * is useless afterwards.
 */
export async function openDisplaySession(
  call: Call<'openDisplaySession'>,
  walls: { readonly keys: JWTVerifyGetKey; readonly issuer: string },
): Promise<SessionResponse | Refusal> {
  const { platform, request, reply, correlationId, ip } = call;
  const { config, database, clock, sessions, audit } = platform;
  const displayId = await displayIn(call.body.idToken, walls);
  const opened =
    displayId === null
      ? null
      : await database.write(`display ${displayId}`, async (trx) => {
          const claimed = await trx
            .updateTable('displays')
            .set({ claimed_at: clock.now() })
            .where('display_id', '=', displayId)
            .where('claimed_at', 'is', null)
            .where('revoked_at', 'is', null)
            .returning(['tenant_id', 'name', 'device'])
            .executeTakeFirst();
          if (claimed === undefined) return null;
          const made = await sessions.createForDisplay(trx, { displayId, device: claimed.device });
          await audit.record(trx, {
            tenantId: claimed.tenant_id,
            actor: { id: displayId, name: claimed.name },
            action: 'display.pair',
            target: displayId,
            outcome: 'done',
            correlationId,
            ip,
          });
          return made;
        });
  if (opened === null) {
    await platform.strangers.note({
      tenantId: '',
      action: 'display.pair',
      target: displayId ?? 'id token',
      outcome: 'refused',
      correlationId,
      ip,
    });
    return refuse('login_failed');
  }
  // Ends the browser's previous session, a person's or that of an earlier pairing.
  await endBrought(platform, request.headers.cookie);
  const session = await sessions.authenticate(opened.token);
  if (session === null) return refuse('login_failed'); // revoked concurrently
  reply.header('set-cookie', sessionCookie(config, opened.token, displayHardMs / 1000));
  return { user: session.user, expiresAt: session.expiresAt };
}

/** The display that an ID token was issued for; null if the token is not ours, not for a display, or too old. */
async function displayIn(
  idToken: string,
  { keys, issuer }: { readonly keys: JWTVerifyGetKey; readonly issuer: string },
): Promise<string | null> {
  try {
    const { payload, protectedHeader } = await jwtVerify(idToken, keys, {
      algorithms: ['RS256'],
      issuer,
      audience: deviceGrant.clientId,
      requiredClaims: ['sub', 'exp', 'iat'],
      maxTokenAge: maxAgeS,
      clockTolerance: 30, // seconds; token and check use system clocks, perhaps of different instances
    });
    if (protectedHeader.kid === undefined || Array.isArray(payload.aud)) return null;
    return payload.sub ?? null;
  } catch {
    return null;
  }
}
