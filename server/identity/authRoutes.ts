import type { FastifyInstance } from 'fastify';
import { headers } from '../../src/contracts/endpoints.ts';
import { isoTimeSchema } from '../../src/contracts/primitives.ts';
import { z } from '../../src/contracts/zod.ts';
import type { Platform } from '../context.ts';
import { cookie, deviceCookieName, readCookie, sessionCookieName } from '../http/cookies.ts';
import { isRefusal, refuse } from '../http/problem.ts';
import { forgetCopies, route } from '../http/route.ts';
import type { Afterwards } from './afterwards.ts';
import { recordFailedTry } from './failedTry.ts';
import type { IdentityProvider } from './identityProvider.ts';
import { openSession } from './openSession.ts';
import { isForwarded } from './publishedPassword.ts';
import { refreshByKey } from './refreshByKey.ts';
import { byToken, hashToken } from './sessionToken.ts';
import type { SignIn } from './signIn.ts';

/** Sign-in by password and by ID token, log-out, refresh, and who one is. */
export function registerAuthRoutes(
  app: FastifyInstance,
  platform: Platform,
  parts: { signIn: SignIn; provider: IdentityProvider; afterwards: Afterwards },
): void {
  const { config, db, sessions, audit } = platform;
  const sessionCookie = sessionCookieName(config);

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
        // Somebody has the password: its owner is to see that it was typed.
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
        // On record where whoever can link the account looks, if the address is one of ours; after the answer, whose time would tell that.
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

  // Works without a session, and twice: a console that lost the answer asks again until it has one (D-21).
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
            .executeTakeFirst();
    // Told late, by a device on which somebody else has signed in since: theirs goes on, and its cookie stays where it is.
    if (held !== undefined && leftBefore(request.headers, held.begun_at)) return null;
    if (held !== undefined && (await sessions.end(held.session_id, body?.reason ?? 'user'))) {
      await parts.provider.forget(held.account_id);
      await audit.record(null, {
        tenantId: held.works_in ?? held.home,
        actor: { id: held.account_id, name: held.name },
        action: 'session.end',
        target: held.session_id,
        outcome: 'done',
        correlationId,
        ip,
        details: { reason: body?.reason ?? 'user' },
      });
    }
    reply.header('set-cookie', cookie(config, sessionCookie, '', 0)).headers(forgetCopies);
    return null;
  });

  // The only call that moves the idle end; the console sends it only for somebody who acted (D-34). Of a session that was opened with a key it takes that (D-55).
  route(app, platform, 'refresh', async (call) => {
    const { session } = call;
    if (session.user.display !== undefined || session.isBound === true) return refreshByKey(call);
    const expiresAt = await sessions.refresh(session.sessionId);
    return expiresAt === null ? refuse('unauthenticated') : { user: session.user, expiresAt };
  });

  // The device's lock has closed: the session opens nothing until its key has signed again. One without a key would never come back.
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

/** What is told where a password alone is not enough: this call takes nothing else (factors/secondFactor.ts). */
const secondAsked = 'This account signs in with a second step. Use the sign-in page';

/** What is told of a provider's sign-in that names no more than one factor, where the account's tenant asks for two. */
const oneFactor =
  'A second factor is asked for here, and your organisation’s sign-in did not say that you gave one. Ask your administrator';

/** What is told where an operator has turned passwords off beside an organisation's own provider. */
const passwordsOff = 'Passwords sign nobody in here: your organisation’s identity provider does';

/** How far a device's idea of the platform's time may be off where it was confirmed, milliseconds. */
const clockMarginMs = 6_000;

/** Whether who asks for this left before the session began; not where they do not say when that was. */
function leftBefore(sent: Readonly<Record<string, string | string[] | undefined>>, begunAt: string | Date): boolean {
  const told = z.safeParse(isoTimeSchema, sent[headers.decidedAt.toLowerCase()]);
  return told.success && new Date(begunAt).getTime() > Date.parse(told.data) + clockMarginMs;
}
