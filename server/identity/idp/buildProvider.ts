import type Provider from 'oidc-provider';
import type { Interaction, KoaContext } from 'oidc-provider';
import { deviceGrant } from '../../../src/contracts/deviceGrant.ts';
import { consoleClientId, type ServerConfig } from '../../config.ts';
import type { Platform } from '../../context.ts';
import { cookie } from '../../http/cookies.ts';
import type { HeldSecrets } from '../../secrets/secrets.ts';
import { grantClaim } from '../identityProvider.ts';
import { bindStep, sameBrowser, stepTtlS } from './browserBound.ts';
import { deviceCodeTtlS, deviceFlow, deviceRules, wallClient } from './deviceGrant.ts';
import { jwkOf } from './keys.ts';
import { oidcLibrary } from './oidcLibrary.ts';
import { errorPage } from './page.ts';
import { createOidcStore } from './store.ts';
import { beginningRules } from './strangersCost.ts';

/** Where the embedded provider is mounted; its issuer is the origin with this path. */
export const idpPath = '/idp';

/** The cookie of the provider's own session. */
const sessionName = 'ukweli_idp';
const scopes = 'openid profile email';

/** Addresses a log-out may lead back to, exactly. */
export function returnAddresses(origin: string): readonly string[] {
  return [origin, `${origin}/`, `${origin}/login`];
}

/** The library over the platform's database. Of the keys the first signs; all are published, and what any of them signed counts. */
export function buildProvider(
  platform: Platform,
  issuer: string,
  people: boolean,
  keys: { readonly signing: HeldSecrets; readonly cookies: HeldSecrets },
): Provider {
  const { config, db, log, metrics } = platform;
  const provider: Provider = new oidcLibrary.default(issuer, {
    adapter: createOidcStore(db),
    jwks: { keys: keys.signing.map(jwkOf) },
    clients: [
      wallClient,
      {
        client_id: consoleClientId,
        token_endpoint_auth_method: 'none',
        // No refresh grant: an ID token that a refresh gave opened a session long after the password (G-1).
        grant_types: ['authorization_code'],
        response_types: ['code'],
        redirect_uris: [`${config.origin}/callback`],
        scope: scopes,
      },
    ].filter(({ client_id: clientId }) => people || clientId !== consoleClientId),
    // Nothing that hands tokens to an address bar (RFC 9700, 2.1.2); said in the discovery document too.
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    // S256 is the only method oidc-provider 9 knows; plain is refused as unsupported
    pkce: { required: () => true },
    scopes: scopes.split(' '),
    // `amr`: how somebody signed in (step.ts); the console's session says so on record.
    claims: { openid: ['sub', 'amr', grantClaim], profile: ['name'], email: ['email'] },
    routes: { authorization: '/authorize', token: '/oauth/token', jwks: '/jwks' },
    features: {
      deviceFlow,
      // What the library has on by itself, and nobody uses: each is a way to have something stored or computed (G-19).
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
    cookies: {
      keys: keys.cookies.map(({ text }) => text),
      names: { session: sessionName, interaction: 'ukweli_idp_step', resume: 'ukweli_idp_resume' },
      long: cookieOptions(config.secure),
      short: cookieOptions(config.secure),
    },
    ttl: {
      AuthorizationCode: 60,
      IdToken: 300,
      AccessToken: 900,
      Grant: 900,
      Interaction: stepTtlS,
      Session: 900,
      DeviceCode: deviceCodeTtlS,
    },
    interactions: {
      async url(ctx: KoaContext, step: Interaction) {
        await bindStep(config, ctx, step);
        return `${idpPath}/sign-in/${step.uid}`;
      },
      policy: alwaysAsk(),
    },
    // The console calls from the provider's own origin: no other is let in.
    clientBasedCORS: (_ctx: KoaContext, from: string) => from === config.origin,
    // The console is the platform's own: nobody is asked whether it may know who he is.
    async loadExistingGrant(ctx: KoaContext) {
      const clientId = ctx.oidc.client?.clientId;
      const accountId = ctx.oidc.session?.accountId;
      if (clientId === undefined || accountId === undefined) return undefined;
      const grant = new provider.Grant({ clientId, accountId });
      grant.addOIDCScope(scopes);
      await grant.save();
      return grant;
    },
    async findAccount(ctx: KoaContext, accountId: string, token?: { readonly grantId?: string }) {
      if (ctx.oidc.client?.clientId === deviceGrant.clientId) {
        const display = await db
          .selectFrom('displays')
          .select('display_id')
          .where('display_id', '=', accountId)
          .where('revoked_at', 'is', null)
          .executeTakeFirst();
        return display === undefined ? undefined : { accountId, claims: async () => ({ sub: accountId }) };
      }
      const account = await db
        .selectFrom('accounts')
        .select(['name', 'email'])
        .where('account_id', '=', accountId)
        .where('status', '=', 'active')
        .executeTakeFirst();
      return account === undefined
        ? undefined
        : { accountId, claims: async () => ({ sub: accountId, ...account, [grantClaim]: token?.grantId }) };
    },
    renderError(ctx: KoaContext) {
      ctx.type = 'html';
      ctx.body = errorPage();
    },
  });
  // Address and scheme come from the configuration (mount.ts sets them), never from what a client sends.
  provider.proxy = true;
  if (!people) provider.use(onlyDevices);
  provider.use(deviceRules(platform, config.origin));
  provider.use(beginningRules(platform));
  provider.use(sameBrowser(platform, provider));
  provider.use(logOut(provider, config));
  for (const event of ['authorization.error', 'grant.error']) {
    provider.on(event, (_ctx, failure) => {
      metrics.count('ukweli_idp_refusals_total', { event });
      // A wall that waits for approval is told so every few seconds: that is the grant at work.
      if (failure.message !== 'authorization_pending') log.warn('idp.refused', { on: event, why: failure.message });
    });
  }
  provider.on('server_error', (_ctx, failure) => log.error('idp.failed', failure));
  return provider;
}

function cookieOptions(secure: boolean) {
  return { httpOnly: true, sameSite: 'lax', signed: true, secure };
}

/**
 * The password, or a passkey, is asked for at every sign-in: when a console session has ended, on a device that several people share, the
 * next click on 'Sign in with SSO' must not open the last one's account.
 */
function alwaysAsk() {
  const { base, Check } = oidcLibrary.interactionPolicy;
  const policy = base();
  policy
    .get('login')
    ?.checks.add(
      new Check('always', 'End-User authentication is required', 'login_required', (ctx) =>
        ctx.oidc.result?.login === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
      ),
    );
  return policy;
}

/** Where people sign in elsewhere there is nothing of this provider but what a wall asks of it. */
async function onlyDevices(ctx: KoaContext, next: () => Promise<void>): Promise<void> {
  if (['/device/auth', '/oauth/token', '/jwks'].includes(ctx.path)) return next();
  ctx.status = 404;
  return undefined;
}

/** `/v2/logout?client_id&returnTo` (C-77): ends the provider's session in this browser and leads back, to the console alone. */
function logOut(provider: Provider, config: ServerConfig) {
  const { origin } = config;
  return async (ctx: KoaContext, next: () => Promise<void>): Promise<void> => {
    if (ctx.path !== '/v2/logout') return next();
    const { client_id: clientId, returnTo = `${origin}/login` } = ctx.query;
    if (
      ctx.method !== 'GET' ||
      clientId !== consoleClientId ||
      typeof returnTo !== 'string' ||
      !returnAddresses(origin).includes(returnTo)
    ) {
      ctx.status = 400;
      ctx.type = 'html';
      ctx.body = errorPage();
      return undefined;
    }
    const session = await provider.Session.get(ctx);
    await session.destroy();
    // Gone from the browser too, not only good for nothing.
    for (const name of [sessionName, `${sessionName}.sig`])
      if (ctx.get('cookie').includes(`${name}=`)) ctx.append('set-cookie', cookie(config, name, '', 0));
    ctx.redirect(returnTo);
    return undefined;
  };
}
