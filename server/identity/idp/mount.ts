import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Platform } from '../../context.ts';
import { deviceCookieName, readCookie } from '../../http/cookies.ts';
import { isRefusal, refuse } from '../../http/problem.ts';
import { sendProblem } from '../../http/route.ts';
import type { PasskeySignIn } from '../passkeys/passkeySignIn.ts';
import { isForwarded } from '../passwords/publishedPassword.ts';
import type { SignIn } from '../sessions/signIn.ts';
import type { Asked } from './browserBound.ts';
import { signInPage } from './page.ts';
import { idpPath } from './buildProvider.ts';
import type { EmbeddedProvider } from './provider.ts';
import { askNewPasskey, enrolPasskey } from './enrolPasskey.ts';
import { beginSecond, finishSecond, goOnSecond, secondOf, showSecond } from './secondStep.ts';
import { finishStep, sendAgain, sendError, stepOf, stepToGoOn } from './step.ts';
import { bodyRefusal, longestBody } from './strangersCost.ts';
import { styleSheet } from './style.ts';
import { providerNow, pruneOidcStore } from './store.ts';

/** The ways to sign in on the provider's own page. */
export interface WaysIn {
  readonly password: SignIn;
  /** Null if the platform's address has no host name that passkeys can be bound to. */
  readonly passkey: PasskeySignIn | null;
}

/**
 * Serves the embedded provider and its sign-in page under `/idp`, in separate Fastify scopes because the provider parses bodies itself.
 * `ways` is null if people sign in at another provider; then only displays use it.
 */
export async function mountProvider(
  app: FastifyInstance,
  platform: Platform,
  current: EmbeddedProvider['current'],
  ways: WaysIn | null,
): Promise<void> {
  const { config } = platform;
  if (ways !== null) await mountSignInPage(app, platform, current, ways);
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.all(`${idpPath}/*`, async (request, reply) => {
      const unread = bodyRefusal(request);
      if (unread !== null) return reply.code(unread).header('connection', 'close').send();
      const handle = (await current()).callback();
      reply.hijack();
      for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value);
      const raw = Object.assign(request.raw, { originalUrl: request.raw.url }); // the provider derives its mount path from these two
      raw.url = (raw.url ?? '').slice(idpPath.length) || '/';
      const { protocol, host } = new URL(config.origin);
      raw.headers.host = host;
      raw.headers['x-forwarded-proto'] = protocol.slice(0, -1);
      delete raw.headers['x-forwarded-host'];
      raw.headers['x-forwarded-for'] = request.ip; // resolved by the configured proxy trust, not taken from the client's header
      await handle(raw, reply.raw);
      return reply;
    });
  });

  platform.onStart(() => {
    const timer = setInterval(() => void pruneOidcStore(platform.db).catch((failure) => platform.log.error('idp.prune', failure)), 600_000);
    platform.onClose(() => clearInterval(timer));
  });
}

/** The sign-in page and the targets of its forms. */
async function mountSignInPage(
  app: FastifyInstance,
  platform: Platform,
  current: EmbeddedProvider['current'],
  { password, passkey }: WaysIn,
): Promise<void> {
  const { config } = platform;
  const console = new URL(config.origin).host;
  const pageOf = (uid: string, email: string, { ip, at }: Asked) => ({
    uid,
    email,
    asked: { console, ip, at },
    supportUrl: config.supportUrl,
    passkeys: passkey !== null,
  });
  const triedBy = (request: FastifyRequest) => ({
    ip: request.ip,
    correlationId: request.id,
    deviceMark: readCookie(request.headers.cookie, deviceCookieName(config)),
  });
  const small = { bodyLimit: longestBody };
  await app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: longestBody }, (_request, body, done) =>
      done(null, new URLSearchParams(body as string)),
    ); // parseAs: 'string'
    const style = styleSheet(config.webRoot);
    scope.get(`${idpPath}/style.css`, (_request, reply) =>
      reply.header('content-type', 'text/css; charset=utf-8').header('cache-control', 'no-cache').send(style),
    );

    scope.get<{ Params: { uid: string } }>(`${idpPath}/sign-in/:uid`, async (request, reply) => {
      const asked = await stepOf(platform, await current(), request, reply);
      if (asked === null) return sendError(reply);
      const page = pageOf(request.params.uid, '', asked);
      const second = await secondOf(platform, await current(), request, reply);
      if (second !== null) return showSecond(platform, reply, page, second, null);
      reply.header('content-type', 'text/html; charset=utf-8');
      return reply.send(signInPage({ ...page, problem: null }));
    });

    scope.post<{ Params: { uid: string } }>(`${idpPath}/sign-in/:uid`, small, async (request, reply) => {
      const asked = await stepToGoOn(platform, await current(), request, reply);
      if (asked === null) return sendError(reply);
      const form = formOf(request);
      const email = form.get('email') ?? '';
      const provedAt = providerNow();
      const signedIn = await password({
        ...triedBy(request),
        forwarded: isForwarded(request.headers),
        email: email.slice(0, 320),
        // Not truncated to the maximum length: a right password with more behind it would pass.
        password: form.get('password') ?? '',
      });
      if (isRefusal(signedIn)) return sendAgain(reply, signedIn, pageOf(request.params.uid, email, asked), 'password');
      if (signedIn.second !== 'none') return beginSecond(platform, await current(), request, reply, signedIn, provedAt);
      return finishStep(platform, await current(), request, reply, signedIn, 'password', provedAt);
    });

    scope.post<{ Params: { uid: string } }>(`${idpPath}/sign-in/:uid/second`, small, async (request, reply) => {
      const provider = await current();
      const asked = await stepToGoOn(platform, provider, request, reply);
      if (asked === null) return sendError(reply);
      const second = await secondOf(platform, provider, request, reply);
      // Not the browser that entered the password: show the first page.
      if (second === null) return reply.redirect(`${idpPath}/sign-in/${encodeURIComponent(request.params.uid)}`, 303);
      const page = pageOf(request.params.uid, '', asked);
      return goOnSecond(platform, provider, request, reply, { page, second, typed: formOf(request).get('code') ?? '' });
    });

    if (passkey === null) return;
    // Fetched when the button is pressed, so that a page left open for long still works.
    scope.post<{ Params: { uid: string } }>(`${idpPath}/sign-in/:uid/passkey/options`, small, async (request, reply) => {
      if ((await stepToGoOn(platform, await current(), request, reply)) === null) return sendProblem(reply, request, refuse('gone'));
      return reply.send(await passkey.ask(request.params.uid));
    });

    scope.post<{ Params: { uid: string } }>(`${idpPath}/sign-in/:uid/passkey/new/options`, small, async (request, reply) => {
      const asked = await stepToGoOn(platform, await current(), request, reply);
      const second = asked === null ? null : await secondOf(platform, await current(), request, reply);
      const options = second === null ? null : await askNewPasskey(platform, request.params.uid, second);
      return options === null ? sendProblem(reply, request, refuse('gone')) : reply.send(options);
    });

    scope.post<{ Params: { uid: string } }>(`${idpPath}/sign-in/:uid/passkey/new`, small, async (request, reply) => {
      const provider = await current();
      const asked = await stepToGoOn(platform, provider, request, reply);
      const second = asked === null ? null : await secondOf(platform, provider, request, reply);
      if (asked === null || second === null) return sendError(reply);
      const refusal = await enrolPasskey(platform, request.params.uid, second, { sent: formOf(request).get('assertion') ?? '', request });
      if (refusal === null) return finishSecond(platform, provider, request, reply, second, 'passkey');
      return showSecond(platform, reply, pageOf(request.params.uid, '', asked), second, refusal, 'passkey');
    });

    scope.post<{ Params: { uid: string } }>(`${idpPath}/sign-in/:uid/passkey`, small, async (request, reply) => {
      const asked = await stepToGoOn(platform, await current(), request, reply);
      if (asked === null) return sendError(reply);
      const assertion = formOf(request).get('assertion') ?? '';
      const provedAt = providerNow();
      const second = await secondOf(platform, await current(), request, reply);
      const signedIn = await passkey.signIn({ ...triedBy(request), step: request.params.uid, after: second, assertion });
      if (isRefusal(signedIn)) {
        const page = pageOf(request.params.uid, '', asked);
        return second === null
          ? sendAgain(reply, signedIn, page, 'passkey')
          : showSecond(platform, reply, page, second, signedIn, 'passkey');
      }
      return finishStep(platform, await current(), request, reply, signedIn, 'passkey', provedAt);
    });
  });
}

/** The form's fields; empty if the body is not a form. */
function formOf(request: FastifyRequest): URLSearchParams {
  return request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
}
