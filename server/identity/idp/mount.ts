import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import type { Platform } from '../../context.ts';
import { cookie, deviceCookieName, readCookie } from '../../http/cookies.ts';
import { httpStatusOf, isRefusal, refuse } from '../../http/problem.ts';
import { isSameOrigin, refused } from '../../http/route.ts';
import type { SignIn } from '../signIn.ts';
import { errorPage, signInPage } from './page.ts';
import { idpPath } from './provider.ts';
import { styleSheet } from './style.ts';
import { pruneOidcStore } from './store.ts';

/**
 * Serves the embedded provider and its sign-in page under `/idp`, each in a scope of its own: the provider reads bodies itself. `signIn` is null where
 * people sign in elsewhere: then only wall displays come here.
 */
export async function mountProvider(app: FastifyInstance, platform: Platform, provider: Provider, signIn: SignIn | null): Promise<void> {
  const { config } = platform;
  if (signIn !== null) await mountSignInPage(app, platform, provider, signIn);
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    const handle = provider.callback();
    scope.all(`${idpPath}/*`, async (request, reply) => {
      reply.hijack();
      for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value);
      const raw = Object.assign(request.raw, { originalUrl: request.raw.url }); // from these two the provider reads where it is mounted
      raw.url = (raw.url ?? '').slice(idpPath.length) || '/';
      const { protocol, host } = new URL(config.origin);
      raw.headers.host = host;
      raw.headers['x-forwarded-proto'] = protocol.slice(0, -1);
      delete raw.headers['x-forwarded-host'];
      raw.headers['x-forwarded-for'] = request.ip; // as the configuration trusts proxies, never as the client says
      await handle(raw, reply.raw);
    });
  });

  platform.onStart(() => {
    const timer = setInterval(() => void pruneOidcStore(platform.db).catch((failure) => platform.log.error('idp.prune', failure)), 600_000);
    platform.onClose(() => clearInterval(timer));
  });
}

/** The page on which people sign in, and where its form goes. */
async function mountSignInPage(app: FastifyInstance, platform: Platform, provider: Provider, signIn: SignIn): Promise<void> {
  const { config } = platform;
  await app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 8192 }, (_request, body, done) =>
      done(null, new URLSearchParams(body as string)),
    ); // parseAs: 'string'
    const style = styleSheet(config.webRoot);
    scope.get(`${idpPath}/style.css`, (_request, reply) =>
      reply.header('content-type', 'text/css; charset=utf-8').header('cache-control', 'no-cache').send(style),
    );

    scope.get<{ Params: { uid: string } }>(`${idpPath}/sign-in/:uid`, async (request, reply) => {
      reply.header('content-type', 'text/html; charset=utf-8');
      if ((await stepOf(provider, request, reply)) === null) return reply.code(400).send(errorPage());
      return reply.send(signInPage({ uid: request.params.uid, email: '', problem: null, supportUrl: config.supportUrl }));
    });

    scope.post<{ Params: { uid: string } }>(`${idpPath}/sign-in/:uid`, async (request, reply) => {
      reply.header('content-type', 'text/html; charset=utf-8');
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      // The step's cookie ties form and browser together; the Origin keeps other sites from posting it (log-in CSRF, A-8).
      if (!isSameOrigin(platform, request)) {
        await refused(platform, request, refuse('csrf'));
        return reply.code(400).send(errorPage());
      }
      if ((await stepOf(provider, request, reply)) === null) return reply.code(400).send(errorPage());
      const email = form.get('email') ?? '';
      const signedIn = await signIn({
        email: email.slice(0, 320),
        password: (form.get('password') ?? '').slice(0, 1024),
        ip: request.ip,
        correlationId: request.id,
        deviceMark: readCookie(request.headers.cookie, deviceCookieName(config)),
      });
      if (isRefusal(signedIn)) {
        const problem =
          signedIn.refused === 'login_failed' ? 'Login failed. Check the e-mail address and the password.' : `${signedIn.message}.`;
        // A form shown again is a page like any other: an error status would only put a line into the browser's console.
        if (signedIn.retryAfterMs !== undefined) reply.header('retry-after', String(Math.ceil(signedIn.retryAfterMs / 1000)));
        return reply
          .code(signedIn.refused === 'login_failed' ? 200 : httpStatusOf(signedIn.refused))
          .send(signInPage({ uid: request.params.uid, email, problem, supportUrl: config.supportUrl }));
      }
      reply.hijack();
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined && name !== 'content-type') reply.raw.setHeader(name, value);
      reply.raw.setHeader('set-cookie', cookie(config, deviceCookieName(config), signedIn.deviceMark, 180 * 24 * 3600));
      await provider.interactionFinished(request.raw, reply.raw, { login: { accountId: signedIn.accountId, remember: false } });
      return reply;
    });
  });
}

/** The step this browser is in, if its cookie belongs to the address it shows. */
async function stepOf(provider: Provider, request: FastifyRequest<{ Params: { uid: string } }>, reply: FastifyReply): Promise<true | null> {
  try {
    const step = await provider.interactionDetails(request.raw, reply.raw);
    return step.uid === request.params.uid && step.prompt.name === 'login' ? true : null;
  } catch {
    return null;
  }
}
