import { randomBytes } from 'node:crypto';
import { createLocalJWKSet } from 'jose';
import Provider, { type KoaContext, interactionPolicy } from 'oidc-provider';
import { consoleClientId } from '../../config.ts';
import type { Platform } from '../../context.ts';
import { ensureSetting } from '../../settings.ts';
import type { ProviderSource } from '../identityProvider.ts';
import { ensureProviderKeys, publicPart } from './keys.ts';
import { errorPage } from './page.ts';
import { createOidcStore, forgetAtProvider } from './store.ts';

/** Where the embedded provider is mounted; its issuer is the origin with this path. */
export const idpPath = '/idp';

const scopes = 'openid profile email offline_access';

/** Addresses a log-out may lead back to, exactly. */
export function returnAddresses(origin: string): readonly string[] {
  return [origin, `${origin}/`, `${origin}/login`];
}

/** The OpenID provider that stands in until OIDC_ISSUER names another (D-20). It has one client: the console itself. */
export async function createEmbeddedProvider(platform: Platform): Promise<{ provider: Provider; source: ProviderSource }> {
  const { config, db, log, metrics } = platform;
  const issuer = config.origin + idpPath;
  const jwks = await ensureProviderKeys(db);
  const cookieKey = await ensureSetting(db, 'idp_cookie_key', () => randomBytes(32).toString('base64url'));

  const provider = new Provider(issuer, {
    adapter: createOidcStore(db),
    jwks,
    clients: [
      {
        client_id: consoleClientId,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: [`${config.origin}/callback`],
        scope: scopes,
      },
    ],
    // S256 is the only method oidc-provider 9 knows; plain is refused as unsupported
    pkce: { required: () => true },
    scopes: scopes.split(' '),
    claims: { openid: ['sub'], profile: ['name'], email: ['email'] },
    routes: { authorization: '/authorize', token: '/oauth/token', jwks: '/jwks', revocation: '/oauth/revoke' },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
      revocation: { enabled: true },
    },
    cookies: {
      keys: [cookieKey],
      names: { session: 'ukweli_idp', interaction: 'ukweli_idp_step', resume: 'ukweli_idp_resume' },
      long: cookieOptions(config.secure),
      short: cookieOptions(config.secure),
    },
    ttl: { AuthorizationCode: 60, IdToken: 300, AccessToken: 900, RefreshToken: 43_200, Grant: 43_200, Interaction: 600, Session: 900 },
    interactions: { url: (_ctx: KoaContext, interaction: { uid: string }) => `${idpPath}/sign-in/${interaction.uid}`, policy: alwaysAsk() },
    // The console calls from the provider's own origin: no other is let in.
    clientBasedCORS: (_ctx: KoaContext, from: string) => from === config.origin,
    issueRefreshToken: async (_ctx: KoaContext, client: { grantTypeAllowed(type: string): boolean }) =>
      client.grantTypeAllowed('refresh_token'),
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
    async findAccount(_ctx: KoaContext, accountId: string) {
      const account = await db
        .selectFrom('accounts')
        .select(['name', 'email'])
        .where('account_id', '=', accountId)
        .where('status', '=', 'active')
        .executeTakeFirst();
      return account === undefined ? undefined : { accountId, claims: async () => ({ sub: accountId, ...account }) };
    },
    renderError(ctx: KoaContext) {
      ctx.type = 'html';
      ctx.body = errorPage();
    },
  });
  // Address and scheme come from the configuration (mount.ts sets them), never from what a client sends.
  provider.proxy = true;
  provider.use(logOut(provider, config.origin));
  for (const event of ['authorization.error', 'grant.error', 'revocation.error']) {
    provider.on(event, (_ctx, failure) => {
      metrics.count('ukweli_idp_refusals_total', { event });
      log.warn('idp.refused', { on: event, why: failure.message });
    });
  }
  provider.on('server_error', (_ctx, failure) => log.error('idp.failed', failure));

  const description = {
    issuer,
    clientId: consoleClientId,
    authorizationEndpoint: `${issuer}/authorize`,
    tokenEndpoint: `${issuer}/oauth/token`,
    jwksUri: `${issuer}/jwks`,
    logoutEndpoint: `${issuer}/v2/logout`,
  };
  return {
    provider,
    source: {
      issuer,
      clientId: consoleClientId,
      keys: createLocalJWKSet({ keys: jwks.keys.map(publicPart) }),
      describe: async () => description,
      accountIdOf: async (subject) => subject,
      forget: (accountId) => forgetAtProvider(db, accountId),
    },
  };
}

function cookieOptions(secure: boolean) {
  return { httpOnly: true, sameSite: 'lax', signed: true, secure };
}

/**
 * The password is asked for at every sign-in: when a console session has ended, on a device that several people share, the
 * next click on 'Sign in with SSO' must not open the last one's account.
 */
function alwaysAsk() {
  const policy = interactionPolicy.base();
  const { Check } = interactionPolicy;
  policy
    .get('login')
    ?.checks.add(
      new Check('always', 'End-User authentication is required', 'login_required', (ctx) =>
        ctx.oidc.result?.login === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
      ),
    );
  return policy;
}

/** `/v2/logout?client_id&returnTo` (C-77): ends the provider's session in this browser and leads back, to the console alone. */
function logOut(provider: Provider, origin: string) {
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
    ctx.redirect(returnTo);
    return undefined;
  };
}
