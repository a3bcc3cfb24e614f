import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import Provider, { type KoaContext } from 'oidc-provider';
import { listening } from '../../server/testing/listening.ts';

/** The outcome of the provider's sign-in page: a signed-in subject, or an error such as a cancelled sign-in. */
export type AtTheirDoor = { readonly sub: string } | { readonly error: string; readonly error_description: string };

/**
 * A standard third-party provider at its own address with its default settings: other endpoints than ours (`/auth`, `/token`), its own
 * discovery document and keys (D-20). Only its sign-in page is skipped.
 */
export interface TheirProvider {
  readonly issuer: string;
  close(): void;
}

/**
 * Starts one that knows the console at `origin`.
 * @param atTheDoor decides the outcome each time the sign-in page is reached
 * @param more settings besides the defaults
 */
export async function startTheirProvider(
  { clientId, origin }: { readonly clientId: string; readonly origin: string },
  atTheDoor: () => AtTheirDoor,
  more: Readonly<Record<string, unknown>> = {},
): Promise<TheirProvider> {
  const server: Server = createServer((request, response) => handle(request, response));
  const issuer = `http://127.0.0.1:${await listening(server)}`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'their-key', use: 'sig', alg: 'RS256' }] },
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code'],
        response_types: ['code'],
        redirect_uris: [`${origin}/callback`],
        post_logout_redirect_uris: [`${origin}/login`],
      },
    ],
    cookies: { keys: ['a key of these tests alone'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx: KoaContext, interaction: { uid: string }) => `/signs-in/${interaction.uid}` },
    clientBasedCORS: () => true,
    findAccount: (_ctx: KoaContext, accountId: string) => ({ accountId, claims: async () => ({ sub: accountId }) }),
    async loadExistingGrant(ctx: KoaContext) {
      const accountId = ctx.oidc.session?.accountId;
      if (accountId === undefined) return undefined;
      const grant = new provider.Grant({ clientId, accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    ...more,
  });
  const answer = provider.callback();
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    if (!request.url?.startsWith('/signs-in/')) return void answer(request, response);
    const who = atTheDoor();
    void provider.interactionFinished(request, response, 'sub' in who ? { login: { accountId: who.sub, remember: false } } : { ...who });
  };
  return {
    issuer,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
