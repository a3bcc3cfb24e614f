import { screenHref } from '../../../src/domain/screens/link.ts';
import type Provider from 'oidc-provider';
import type { Interaction, KoaContext } from 'oidc-provider';
import { deviceGrant } from '../../../src/contracts/deviceGrant.ts';
import { consoleClientId, type ServerConfig } from '../../config.ts';
import type { Platform } from '../../context.ts';
import { cookie } from '../../http/cookies.ts';
import type { HeldSecrets } from '../../secrets/secrets.ts';
import { grantClaim } from '../linking/identityProvider.ts';
import { bindStep, sameBrowser, stepTtlS } from './browserBound.ts';
import { deviceCodeTtlS, deviceFlow, deviceRules, wallClient } from './deviceGrant.ts';
import { jwkOf } from './keys.ts';
import { oidcLibrary } from './oidcLibrary.ts';
import { errorPage } from './page.ts';
import { createOidcStore } from './store.ts';
import { beginningRules } from './strangersCost.ts';

/** Mount path of the embedded provider; its issuer is the origin plus this path. */
export const idpPath = '/idp';

/** Cookie of the provider's own session. */
const sessionName = 'ukweli_idp';
const scopes = 'openid profile email';

/** The exact addresses that a logout may return to. */
export function returnAddresses(origin: string): readonly string[] {
  return [origin, `${origin}/`, `${origin}${screenHref('login')}`];
}

/** Configures oidc-provider on the platform's database. The first key signs; all are published and accepted. */
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
        // No refresh grant: a refreshed ID token would open a session long after the password was entered (G-1).
        grant_types: ['authorization_code'],
        response_types: ['code'],
        redirect_uris: [`${config.origin}${screenHref('callback')}`],
        scope: scopes,
      },
    ].filter(({ client_id: clientId }) => people || clientId !== consoleClientId),
    // No response type that puts tokens into a URL (RFC 9700, 2.1.2); the discovery document says so too.
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    // oidc-provider 9 supports only S256 and refuses `plain`
    pkce: { required: () => true },
    scopes: scopes.split(' '),
    // `amr`: authentication methods (step.ts), which the console's session puts on record.
    claims: { openid: ['sub', 'amr', grantClaim], profile: ['name'], email: ['email'] },
    routes: { authorization: '/authorize', token: '/oauth/token', jwks: '/jwks' },
    features: {
      deviceFlow,
      // Enabled by the library's defaults but unused here: each would let callers store or compute something (G-19).
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
    // The console is on the provider's own origin; no other origin is allowed.
    clientBasedCORS: (_ctx: KoaContext, from: string) => from === config.origin,
    // The console is the platform's own client, so no consent is asked for.
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
  // Trust the forwarded headers: mount.ts sets them from the configuration and drops what a client sends.
  provider.proxy = true;
  if (!people) provider.use(onlyDevices);
  provider.use(deviceRules(platform, config.origin));
  provider.use(beginningRules(platform));
  provider.use(sameBrowser(platform, provider));
  provider.use(logOut(provider, config));
  for (const event of ['authorization.error', 'grant.error']) {
    provider.on(event, (_ctx, failure) => {
      metrics.count('ukweli_idp_refusals_total', { event });
      // A display waiting for approval gets this every few seconds, as the grant intends.
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
 * Always asks for password or passkey: on a shared device, 'Sign in with SSO' must not open the previous person's account after their
 * console session has ended.
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

/** If people sign in at another provider, only the calls for display pairing exist here. */
async function onlyDevices(ctx: KoaContext, next: () => Promise<void>): Promise<void> {
  if (['/device/auth', '/oauth/token', '/jwks'].includes(ctx.path)) return next();
  ctx.status = 404;
  return undefined;
}

/** `/v2/logout?client_id&returnTo` (C-77): ends the provider's session in this browser and redirects, only to the console. */
function logOut(provider: Provider, config: ServerConfig) {
  const { origin } = config;
  return async (ctx: KoaContext, next: () => Promise<void>): Promise<void> => {
    if (ctx.path !== '/v2/logout') return next();
    const { client_id: clientId, returnTo = `${origin}${screenHref('login')}` } = ctx.query;
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
    // Also delete the cookie, which is worthless now.
    for (const name of [sessionName, `${sessionName}.sig`])
      if (ctx.get('cookie').includes(`${name}=`)) ctx.append('set-cookie', cookie(config, name, '', 0));
    ctx.redirect(returnTo);
    return undefined;
  };
}
