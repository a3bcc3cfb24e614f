import { type JWTVerifyGetKey, createRemoteJWKSet } from 'jose';
import { z } from '../../../src/contracts/zod.ts';
import type { Platform } from '../../context.ts';
import { accountOf, keepRefusal } from './accountLinking.ts';
import { createAfterwards } from '../afterwards.ts';
import { keepSetting, readSetting } from '../../settings.ts';
import type { ProviderDescription, ProviderSource } from './identityProvider.ts';

/** Plain HTTP is allowed for loopback only. */
const endpointSchema = z.url({ protocol: /^https?$/ }).check(z.refine((url) => new URL(url).protocol === 'https:' || isLoopback(url)));
/** The fields used from a provider's discovery document (OpenID Connect Discovery 1.0, section 3). */
const discoverySchema = z.object({
  issuer: z.string(),
  authorization_endpoint: endpointSchema,
  token_endpoint: endpointSchema,
  jwks_uri: endpointSchema,
  /** OpenID Connect RP-Initiated Logout 1.0. Optional, and an unusable value must not prevent sign-in. */
  end_session_endpoint: z.optional(z.unknown()),
});
/**
 * Origins that pages may connect to, from the last discovery document. Stored, so that after a restart the policy, and with it the shell,
 * is the same even before the provider answers.
 */
interface KnownOrigins {
  readonly issuer: string;
  readonly origins: readonly string[];
}
const originsKey = 'oidc_origins';

/** Wait before a failed discovery is repeated, milliseconds; a successful one is kept. */
const retryMs = 10_000;

/** An organisation's own OpenID provider, found by discovery. */
export interface ForeignProvider extends ProviderSource {
  /** Restores the origins stored before the last restart. */
  recall(): Promise<void>;
}

/** The provider that OIDC_ISSUER names. The platform starts even if it is unreachable; discovery is retried until it succeeds once. */
export function createForeignProvider(
  platform: Platform,
  named: { issuer: string; clientId: string },
  fetchJson: (url: string) => Promise<unknown> = fetchDocument,
): ForeignProvider {
  const { db, log, clock, policy } = platform;
  const afterwards = createAfterwards(platform);
  let known: ProviderDescription | null = null;
  let keys: JWTVerifyGetKey | null = null;
  let failedAt = Number.NEGATIVE_INFINITY;
  const describe = async (): Promise<ProviderDescription | null> => {
    if (known !== null || clock.now().getTime() - failedAt < retryMs) return known;
    try {
      const document = z.parse(discoverySchema, await fetchJson(`${named.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`));
      // Another issuer means a mix-up, or a mix-up attack.
      if (document.issuer !== named.issuer) throw new Error('The discovery document names another issuer');
      const end = z.safeParse(endpointSchema, document.end_session_endpoint);
      const origins = [document.token_endpoint, document.jwks_uri].map((url) => new URL(url).origin);
      policy.allowConnect(origins);
      await keepSetting(db, originsKey, { issuer: named.issuer, origins } satisfies KnownOrigins);
      keys = createRemoteJWKSet(new URL(document.jwks_uri), { timeoutDuration: 5000 });
      known = {
        issuer: named.issuer,
        clientId: named.clientId,
        authorizationEndpoint: document.authorization_endpoint,
        tokenEndpoint: document.token_endpoint,
        jwksUri: document.jwks_uri,
        ...(end.success
          ? { logoutEndpoint: end.data, logoutReturn: 'post_logout_redirect_uri' as const }
          : { logoutEndpoint: new URL('v2/logout', named.issuer.endsWith('/') ? named.issuer : `${named.issuer}/`).href }),
      };
    } catch (failure) {
      failedAt = clock.now().getTime();
      log.error('oidc.discovery', failure);
    }
    return known;
  };
  return {
    issuer: named.issuer,
    clientId: named.clientId,
    describe,
    async recall() {
      const held = await readSetting<KnownOrigins>(db, originsKey);
      if (held?.issuer === named.issuer) policy.allowConnect(held.origins);
    },
    keys: async (header, token) => {
      await describe();
      if (keys === null) throw new Error('The identity provider cannot be reached');
      return keys(header, token);
    },
    async accountOf(vouched, invitation) {
      const linked = await accountOf(platform, { ...vouched, issuer: named.issuer }, invitation);
      const refused = linked.accountId === null ? linked.refused : null;
      // After the answer, so that timing does not reveal whether the address has an account.
      if (refused !== null) afterwards.run('link.refused', () => keepRefusal(platform, refused));
      return linked;
    },
    endGrant: async () => undefined,
    forget: async () => undefined, // the provider's session is its own; the console sends the browser to its logout
  };
}

function isLoopback(url: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);
}

async function fetchDocument(url: string): Promise<unknown> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(5000), redirect: 'error', headers: { accept: 'application/json' } });
  if (!answer.ok) throw new Error(`The discovery document answered ${answer.status}`);
  return answer.json();
}
