import { createServer, type Server } from 'node:http';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { demoPassword } from '../../server/identity/demo/demoAccounts.ts';
import { freePort, listening } from '../../server/testing/listening.ts';
import { createOidcBrowser, signInAtProvider } from '../../server/testing/oidcClient.ts';
import { createTestPlatform, type TestPlatform } from '../../server/testing/platform.ts';
import { beginSignIn, completeSignIn } from '../../src/app/auth/oidc.ts';
import type { ConfigResponse } from '../../src/contracts/platformConfig.ts';
import { openTab, rewrite, type Tab } from './signInDeps.ts';

/** The console's half of the sign-in, against the platform's real provider and against a lying one. */

describe("with the platform's own provider", () => {
  let test: TestPlatform;
  let origin: string;
  let config: ConfigResponse;

  beforeAll(async () => {
    // The issuer is the console's own address, so the port must be known before the platform is built.
    const port = await freePort();
    origin = `http://localhost:${port}`;
    test = await createTestPlatform({ config: { origin, port } });
    await test.app.listen({ port, host: '127.0.0.1' });
    config = (await test.anonymous().get('/api/config')).json<ConfigResponse>();
  });
  afterAll(() => test.close());
  // The provider uses the system clock, and a busy machine may need longer for the file than a token stays fresh.
  beforeEach(() => test.clock.set(new Date()));

  async function comeBack(places = openTab(origin)) {
    const begun = await beginSignIn(config.oidc, { returnTo: '/operations/dlq?q=BANK', askAgain: false }, places);
    if (!begun.ok) throw new Error(begun.failure.message);
    const answer = await signInAtProvider(createOidcBrowser(test.app, origin), origin, begun.value, {
      email: 'operator@ukweli.example',
      password: demoPassword,
    });
    return { places, search: answer.toString() };
  }
  const outcome = async ({ places, search }: { places: Tab; search: string }) => {
    const result = await completeSignIn(config.oidc, search, places);
    return result.ok ? 'signed in' : result.failure.message;
  };

  it('ends in a verified ID token, a cookie session, and the page that was asked for', { tags: ['C-77', 'D-20', 'I-3'] }, async () => {
    const { places, search } = await comeBack();
    const done = await completeSignIn(config.oidc, search, places);
    if (!done.ok) throw new Error(done.failure.message);
    expect(done.value.returnTo).toBe('/operations/dlq?q=BANK');
    const { idToken, nonce } = done.value;
    const opened = await test.anonymous().post('/api/auth/session', { idToken, nonce });
    expect(opened.status).toBe(200);
    expect(opened.json().user).toMatchObject({ email: 'operator@ukweli.example', role: 'operator', tenantId: 'demo' });
    // Single use: the same token opens no second session.
    expect((await test.anonymous().post('/api/auth/session', { idToken, nonce })).status).not.toBe(200);
    expect(places.held.size).toBe(0);
  });

  it('a verifier that is not the one the challenge was made of fails the exchange', { tags: ['C-77'] }, async () => {
    const { places, search } = await comeBack();
    rewrite(places, { codeVerifier: 'x'.repeat(43) });
    expect(await outcome({ places, search })).toBe('Token exchange failed');
  });

  it('a token made for another nonce is refused', { tags: ['D-20'] }, async () => {
    const { places, search } = await comeBack();
    rewrite(places, { nonce: 'somebody-elses-nonce' });
    expect(await outcome({ places, search })).toBe('Failed to parse token');
  });

  it('an answer that names another issuer is not ours', { tags: ['I-3'] }, async () => {
    const { places, search } = await comeBack();
    const forged = new URLSearchParams(search);
    forged.set('iss', 'https://evil.example');
    expect(await outcome({ places, search: forged.toString() })).toBe('State mismatch - possible CSRF attack');
  });
});

describe('with a provider that lies', () => {
  let server: Server;
  let base: string;
  let oidc: NonNullable<ConfigResponse['oidc']>;
  let answerWith: () => Promise<{ status: number; body: unknown }>;
  let keys: Awaited<ReturnType<typeof generateKeyPair>>;
  let others: Awaited<ReturnType<typeof generateKeyPair>>;
  const clientId = 'ukweli-console';

  beforeAll(async () => {
    keys = await generateKeyPair('RS256', { extractable: true });
    others = await generateKeyPair('RS256');
    const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'k1', use: 'sig', alg: 'RS256' };
    server = createServer((request, response) => {
      const send = (status: number, body: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      if (request.url === '/jwks') return send(200, { keys: [jwk] });
      void answerWith().then(({ status, body }) => send(status, body));
    });
    base = `http://127.0.0.1:${await listening(server)}`;
    oidc = {
      issuer: base,
      clientId,
      authorizationEndpoint: `${base}/authorize`,
      tokenEndpoint: `${base}/token`,
      jwksUri: `${base}/jwks`,
      logoutEndpoint: `${base}/v2/logout`,
    };
  });
  afterAll(() => void server.close());

  interface Lie {
    readonly claims?: JWTPayload;
    readonly header?: { readonly alg: string; readonly kid?: string };
    readonly signedByOthers?: boolean;
  }

  async function messageFor({ claims = {}, header = { alg: 'RS256', kid: 'k1' }, signedByOthers = false }: Lie): Promise<string> {
    const places = openTab('http://localhost:4173');
    const begun = await beginSignIn(oidc, { returnTo: null, askAgain: false }, places);
    if (!begun.ok) throw new Error(begun.failure.message);
    const asked = new URL(begun.value).searchParams;
    const now = Math.floor(Date.now() / 1000);
    answerWith = async () => {
      const token = new SignJWT({
        iss: base,
        aud: clientId,
        sub: 'usr-1',
        iat: now,
        exp: now + 300,
        nonce: asked.get('nonce') ?? '',
        ...claims,
      }).setProtectedHeader(header);
      return {
        status: 200,
        body: {
          access_token: 'a',
          token_type: 'bearer',
          expires_in: 300,
          id_token: await token.sign((signedByOthers ? others : keys).privateKey),
        },
      };
    };
    const result = await completeSignIn(oidc, `code=c&state=${asked.get('state')}`, places);
    return result.ok ? 'signed in' : result.failure.message;
  }

  it('takes a token that is in order', async () => {
    expect(await messageFor({})).toBe('signed in');
  });

  it.each<[string, Lie]>([
    ['another issuer', { claims: { iss: 'https://evil.example' } }],
    ['another audience', { claims: { aud: 'somebody-else' } }],
    ['a time that has passed', { claims: { exp: Math.floor(Date.now() / 1000) - 3600 } }],
    ['another nonce', { claims: { nonce: 'n' } }],
    ['a signature of other keys', { signedByOthers: true }],
    ['a key the set does not have', { header: { alg: 'RS256', kid: 'k2' } }],
    ['no key named', { header: { alg: 'RS256' } }],
  ])("%s gives 'Failed to parse token'", { tags: ['D-20', 'I-3'] }, async (_name, lie) => {
    expect(await messageFor(lie)).toBe('Failed to parse token');
  });

  it("a refusal of the token endpoint gives 'Token exchange failed'", { tags: ['I-3'] }, async () => {
    const places = openTab('http://localhost:4173');
    const begun = await beginSignIn(oidc, { returnTo: null, askAgain: false }, places);
    if (!begun.ok) throw new Error(begun.failure.message);
    answerWith = async () => ({ status: 400, body: { error: 'invalid_grant' } });
    const result = await completeSignIn(oidc, `code=c&state=${new URL(begun.value).searchParams.get('state')}`, places);
    expect(result).toEqual({ ok: false, failure: { code: 'exchange_failed', message: 'Token exchange failed' } });
  });
});
