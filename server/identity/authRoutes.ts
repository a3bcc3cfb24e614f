import type { FastifyInstance } from 'fastify';
import { headers } from '../../src/contracts/endpoints.ts';
import { isoTimeSchema } from '../../src/contracts/primitives.ts';
import { z } from '../../src/contracts/zod.ts';
import type { Platform } from '../context.ts';
import { cookie, deviceCookieName, readCookie, sessionCookieName } from '../http/cookies.ts';
import { isRefusal, refuse } from '../http/problem.ts';
import { forgetCopies, route } from '../http/route.ts';
import type { Afterwards } from './afterwards.ts';
import { recordFailedTry } from './guessing/failedTry.ts';
import type { IdentityProvider } from './linking/identityProvider.ts';
import { openSession } from './sessions/openSession.ts';
import { isForwarded } from './passwords/publishedPassword.ts';
import { refreshByKey } from './sessions/refreshByKey.ts';
import { byToken, hashToken } from './sessions/sessionToken.ts';
import type { SignIn } from './sessions/signIn.ts';

/** Registers sign-in by password and by ID token, sign-out, refresh, and the current user. */
export function registerAuthRoutes(
  app: FastifyInstance,
  platform: Platform,
  parts: { signIn: SignIn; provider: IdentityProvider; afterwards: Afterwards },
): void {
  const { sessions } = platform;
  registerSignIn(app, platform, parts);
  registerSignOut(app, platform, parts.provider);

  // The only call that extends the idle timeout; the console sends it only after user activity (D-34). A session bound to a device key
  // needs a signature of that key (D-55).
  route(app, platform, 'refresh', async (call) => {
    const { session } = call;
    if (session.user.display !== undefined || session.isBound === true) return refreshByKey(call);
    const expiresAt = await sessions.refresh(session.sessionId);
    return expiresAt === null ? refuse('unauthenticated') : { user: session.user, expiresAt };
  });

  // The app lock has closed: the session is unusable until its device key signs again. Refused without a key, since such a session could
  // never resume.
  route(app, platform, 'parkSession', async ({ session }) => {
    if (session.isBound !== true || session.user.display !== undefined) return refuse('conflict', 'This session is bound to no key');
    await platform.database.write(`session ${session.sessionId}`, (trx) =>
      trx
        .updateTable('session_keys')
        .set({ parked_at: platform.clock.now() })
        .where('session_id', '=', session.sessionId)
        .where('parked_at', 'is', null)
        .execute(),
    );
    return null;
  });

  route(app, platform, 'me', async ({ session }) => ({ ...session.user, expiresAt: session.expiresAt }));
}

/** Sign-in by password, and by the ID token of a provider. */
function registerSignIn(
  app: FastifyInstance,
  platform: Platform,
  parts: { signIn: SignIn; provider: IdentityProvider; afterwards: Afterwards },
): void {
  const { config } = platform;
  route(
    app,
    platform,
    'login',
    async (call) => {
      if (!config.passwords) return refuse('forbidden', passwordsOff);
      const { email, password } = call.body;
      const provedAt = platform.clock.now();
      const signedIn = await parts.signIn({
        email,
        password,
        ip: call.ip,
        correlationId: call.correlationId,
        deviceMark: readCookie(call.request.headers.cookie, deviceCookieName(config)),
        forwarded: isForwarded(call.request.headers),
      });
      if (isRefusal(signedIn)) return signedIn;
      if (signedIn.second !== 'none') {
        const account = { account_id: signedIn.accountId, tenant_id: signedIn.tenantId };
        const { ip, correlationId } = call;
        // The password was right: the owner must see in the record that it was used.
        parts.afterwards.run('try.record', () =>
          recordFailedTry(platform, account, { outcome: 'failed', why: 'second_step', by: 'password', ip, correlationId }),
        );
        return refuse('forbidden', secondAsked);
      }
      return openSession(call, signedIn, { method: 'password' }, provedAt);
    },
    { bodyLimit: 16_384 },
  );

  route(
    app,
    platform,
    'createSession',
    async (call) => {
      const verified = await parts.provider.redeem(call.body.idToken, call.body.nonce, call.body.invitation);
      if (!verified.ok) {
        platform.metrics.count('ukweli_sign_ins_total', { outcome: verified.why });
        const { refused: whose } = verified;
        // If the address belongs to an account, put the refusal on record for its administrators; after the answer, so that timing does not
        // reveal that.
        parts.afterwards.run('try.record', () =>
          platform.strangers.note({
            tenantId: whose?.tenantId ?? '',
            action: 'session.create',
            target: whose?.accountId ?? 'id token',
            outcome: verified.why === 'unavailable' ? 'failed' : 'refused',
            correlationId: call.correlationId,
            ip: call.ip,
            details: { why: verified.why, ...(whose !== undefined && { link: whose.why }) },
          }),
        );
        if (verified.why === 'one_factor') return refuse('forbidden', oneFactor);
        return verified.why === 'unavailable' ? refuse('unavailable', undefined, 5000) : refuse('login_failed');
      }
      return openSession(
        call,
        { ...verified.account, deviceMark: null },
        { method: 'oidc', ...(verified.amr !== null && { amr: verified.amr }) },
        verified.provedAt,
      );
    },
    { bodyLimit: 32_768 },
  );
}

function registerSignOut(app: FastifyInstance, platform: Platform, provider: IdentityProvider): void {
  const { config, db, sessions, audit } = platform;
  const sessionCookie = sessionCookieName(config);
  // Works without a session and is repeatable: a console that lost the answer asks again (D-21).
  route(app, platform, 'logout', async ({ request, reply, correlationId, ip, body }) => {
    const token = readCookie(request.headers.cookie, sessionCookie);
    const held =
      token === null
        ? undefined
        : await db
            .selectFrom('sessions')
            .innerJoin('accounts', 'accounts.account_id', 'sessions.account_id')
            .select([
              'session_id',
              'accounts.account_id',
              'name',
              'accounts.tenant_id as home',
              'sessions.tenant_id as works_in',
              'sessions.created_at as begun_at',
            ])
            .where(byToken(hashToken(token)))
            .where('sessions.ended_at', 'is', null)
            .executeTakeFirst();
    // A late sign-out from a device where another person has signed in since: their session and cookie stay.
    if (held !== undefined && leftBefore(request.headers, held.begun_at)) return null;
    if (held !== undefined) {
      const reason = body?.reason ?? 'user';
      // The session last, with its line in one transaction: until then a repeated sign-out does again whatever was cut short (D-27).
      await provider.forget(held.account_id);
      await sessions.end(held.session_id, reason, (trx) =>
        audit.record(trx, {
          tenantId: held.works_in ?? held.home,
          actor: { id: held.account_id, name: held.name },
          action: 'session.end',
          target: held.session_id,
          outcome: 'done',
          correlationId,
          ip,
          details: { reason },
        }),
      );
    }
    reply.header('set-cookie', cookie(config, sessionCookie, '', 0)).headers(forgetCopies);
    return null;
  });
}

/** Message when the password alone is not enough; this call takes no second factor (factors/secondFactor.ts). */
const secondAsked = 'This account signs in with a second step. Use the sign-in page';

/** Message when the provider's sign-in names only one factor and the account's tenant requires two. */
const oneFactor = 'A second factor is required, and your organisation’s sign-in did not confirm one. Ask your administrator';

/** Message when an operator has turned passwords off in favour of an organisation's own provider. */
const passwordsOff = 'Passwords are not used here: sign in with your organisation’s identity provider';

/** Tolerance for a device's estimate of the platform's time, milliseconds. */
const clockMarginMs = 6_000;

/** True if the sign-out was decided before the session began; false if the request does not say when. */
function leftBefore(sent: Readonly<Record<string, string | string[] | undefined>>, begunAt: string | Date): boolean {
  const told = z.safeParse(isoTimeSchema, sent[headers.decidedAt.toLowerCase()]);
  return told.success && new Date(begunAt).getTime() > Date.parse(told.data) + clockMarginMs;
}
