import { createLocalJWKSet, type JWTVerifyGetKey } from 'jose';
import type Provider from 'oidc-provider';
import { deviceGrant } from '../../../src/contracts/deviceGrant.ts';
import { consoleClientId } from '../../config.ts';
import type { Platform } from '../../context.ts';
import type { ProviderSource } from '../linking/identityProvider.ts';
import { buildProvider, idpPath } from './buildProvider.ts';
import { jwkOf, publicPart } from './keys.ts';
import { endGrant, forgetAtProvider } from './store.ts';

/** The embedded provider as the rest of the platform uses it. */
export interface EmbeddedProvider {
  /**
   * The provider with the current keys. Get it anew for each call, since any instance may rotate keys at run time; its state is in the
   * database.
   */
  current(): Promise<Provider>;
  readonly source: ProviderSource;
  /** Keys and issuer to verify the tokens of displays. */
  readonly walls: Pick<ProviderSource, 'keys' | 'issuer'>;
  /** Creates the grant that a display's device code is tied to. Returns its id. */
  grantFor(displayId: string): Promise<string>;
}

/**
 * The embedded OpenID provider, used until OIDC_ISSUER names another (D-20). Its clients are the console and the displays; with `people`
 * false only the displays, whose pairing always stays on this platform (K-10).
 */
export async function createEmbeddedProvider(platform: Platform, people: boolean): Promise<EmbeddedProvider> {
  const { config, db, secrets } = platform;
  const issuer = config.origin + idpPath;
  let built: { readonly by: string; readonly provider: Provider } | null = null;
  const current = async (): Promise<Provider> => {
    const keys = { signing: await secrets.held('idp.signing'), cookies: await secrets.held('idp.cookies') };
    const by = JSON.stringify([keys.signing.map(({ id }) => id), keys.cookies.map(({ id }) => id)]);
    if (built?.by !== by) built = { by, provider: buildProvider(platform, issuer, people, keys) };
    return built.provider;
  };
  await current(); // create keys at start-up, not on the first request
  const description = {
    issuer,
    clientId: consoleClientId,
    authorizationEndpoint: `${issuer}/authorize`,
    tokenEndpoint: `${issuer}/oauth/token`,
    jwksUri: `${issuer}/jwks`,
    logoutEndpoint: `${issuer}/v2/logout`,
  };
  const keys: JWTVerifyGetKey = async (header, token) => {
    const set = { keys: (await secrets.held('idp.signing')).map((key) => publicPart(jwkOf(key))) };
    return createLocalJWKSet(set)(header, token);
  };
  return {
    current,
    walls: { issuer, keys },
    async grantFor(displayId) {
      const { Grant } = await current();
      const grant = new Grant({ clientId: deviceGrant.clientId, accountId: displayId });
      grant.addOIDCScope(deviceGrant.scope);
      return grant.save();
    },
    source: {
      issuer,
      clientId: consoleClientId,
      keys,
      describe: async () => description,
      accountOf: async ({ subject }) => ({ accountId: subject }),
      forget: (accountId) => forgetAtProvider(db, accountId),
      endGrant: (grantId) => endGrant(db, grantId),
    },
  };
}
