import { createServer, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { listening } from '../../server/testing/listening.ts';

/** What the token endpoint does with a code: an answer, or a dropped connection. */
export type Redeemed = { readonly status: number; readonly body: string; readonly type?: string } | 'hangs up';

/**
 * A provider on loopback with valid discovery document, keys and endpoints that gives wrong answers on request, as a broken or hostile
 * one would, over real HTTP.
 */
export interface StrangeProvider {
  readonly issuer: string;
  readonly clientId: string;
  /** If false, its discovery document is a 503. */
  ready: boolean;
  /** The issuer in its discovery document; null means its own. */
  speaksFor: string | null;
  /** Parameters of the redirect back; by default the code and the state of the request. */
  sendsBack: (asked: URLSearchParams) => Readonly<Record<string, string>>;
  /** The answer to a code; good tokens by default. */
  redeems: (good: Readonly<Record<string, unknown>>) => Redeemed;
  /** Restores the default behaviour. */
  behave(): void;
  close(): void;
}

export async function startStrangeProvider(clientId: string, subject: string): Promise<StrangeProvider> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'strange-key', use: 'sig', alg: 'RS256' };
  let nonce = '';
  const json = (response: ServerResponse, status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', issuer);
    if (url.pathname === '/jwks') return json(response, 200, { keys: [jwk] });
    if (url.pathname === '/.well-known/openid-configuration') {
      if (!provider.ready) return json(response, 503, {});
      const document = { authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/jwks` };
      return json(response, 200, { issuer: provider.speaksFor ?? issuer, ...document });
    }
    if (url.pathname === '/authorize') {
      nonce = url.searchParams.get('nonce') ?? '';
      const back = new URL(url.searchParams.get('redirect_uri') ?? '');
      for (const [name, value] of Object.entries(provider.sendsBack(url.searchParams))) back.searchParams.set(name, value);
      return response.writeHead(302, { location: back.href }).end();
    }
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: issuer, aud: clientId, sub: subject, auth_time: now, iat: now, exp: now + 300, nonce };
    return void new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'strange-key' })
      .sign(privateKey)
      .then((token) => {
        const redeemed = provider.redeems({ access_token: 'a', token_type: 'bearer', expires_in: 300, id_token: token });
        if (redeemed === 'hangs up') return request.socket.destroy();
        return response.writeHead(redeemed.status, { 'content-type': redeemed.type ?? 'application/json' }).end(redeemed.body);
      });
  });
  const issuer = `http://127.0.0.1:${await listening(server)}`;
  const good = {
    ready: true,
    speaksFor: null,
    sendsBack: (asked: URLSearchParams) => ({ code: 'good-code', state: asked.get('state') ?? '' }),
    redeems: (tokens: Readonly<Record<string, unknown>>): Redeemed => ({ status: 200, body: JSON.stringify(tokens) }),
  };
  const provider: StrangeProvider = {
    issuer,
    clientId,
    ...good,
    behave: () => void Object.assign(provider, good),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return provider;
}
