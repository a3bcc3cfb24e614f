import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type JWK, SignJWT, UnsecuredJWT, decodeJwt, generateKeyPair, importJWK } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { consoleClientId } from '../../config.ts';
import { projectRoot } from '../../root.ts';
import { grantClaim, nonceOf } from '../linking/identityProvider.ts';
import { atRest } from './store.ts';
import { type OidcBrowser, authorizationRequest, createOidcBrowser, exchangeCode, signInAtProvider } from '../../testing/oidcClient.ts';
import { type TestPlatform, createTestPlatform, openedFor } from '../../testing/platform.ts';
import { demoPassword } from '../demo/demoAccounts.ts';
import { hashPassword } from '../passwords/passwords.ts';

const origin = 'http://localhost:4173';
const operator = { email: 'operator@ukweli.example', password: demoPassword };
let test: TestPlatform;
let browser: OidcBrowser;
beforeAll(async () => {
  test = await createTestPlatform();
});
afterAll(() => test.close());
// The provider uses the system clock, and on a busy machine a test file may take longer than a token is valid.
beforeEach(() => test.clock.set(new Date()));

async function signedIn(who = operator) {
  browser = createOidcBrowser(test.app, origin);
  const asked = authorizationRequest(origin);
  const callback = await signInAtProvider(browser, origin, asked.url, who);
  return { ...asked, callback, code: callback.get('code') ?? '' };
}
/** As if the operator's sessions had never all been ended. */
const neverShutOut = () =>
  test.platform.db.updateTable('accounts').set({ proofs_from: null }).where('account_id', '=', 'usr-demo-operator').execute();
async function idToken() {
  const { code, verifier, nonce } = await signedIn();
  const { tokens } = await exchangeCode(browser, origin, code, verifier);
  return { token: tokens.id_token, nonce, tokens };
}

describe('code and PKCE', () => {
  it('the way out of the sign-in page carries the headers that every answer carries', { tags: ['D-21'] }, async () => {
    const own = createOidcBrowser(test.app, origin);
    const page = (await own.request('GET', authorizationRequest(origin).url)).location ?? '';
    const answer = await own.request('POST', page, { form: operator });
    expect(answer.status).toBe(303);
    const plain = await own.request('GET', '/healthz');
    for (const name of ['content-security-policy', 'x-content-type-options', 'referrer-policy'])
      expect([name, answer.headers[name]]).toEqual([name, plain.headers[name]]);
    expect(plain.headers['x-content-type-options']).toBe('nosniff');
  });

  it('leads from /authorize over the sign-in page to a code, tokens and a cookie session', { tags: ['C-77'] }, async () => {
    const { code, verifier, nonce, state, callback } = await signedIn();
    expect(callback.get('state')).toBe(state);
    expect(callback.get('iss')).toBe(`${origin}/idp`);
    const { status, tokens } = await exchangeCode(browser, origin, code, verifier);
    expect(status).toBe(200);
    expect(tokens.expires_in).toBeGreaterThan(0);
    expect(decodeJwt(tokens.id_token)).toMatchObject({
      iss: `${origin}/idp`,
      aud: consoleClientId,
      sub: 'usr-demo-operator',
      nonce: nonceOf(nonce),
    });

    const opened = await test.anonymous().post('/api/auth/session', { idToken: tokens.id_token, nonce });
    expect(opened.status).toBe(200);
    expect(opened.json().user).toMatchObject({ email: operator.email, role: 'operator', tenantId: 'demo' });
    const [cookie] = [opened.headers['set-cookie'] ?? []].flat();
    const me = await test.anonymous().get('/api/auth/me', { cookie: String(cookie).split(';')[0] ?? '' });
    expect(me.json().email).toBe(operator.email);
  });

  it('no refresh token is given, whatever is asked for, and none is taken', { tags: ['G-1', 'A-22'] }, async () => {
    const browser = createOidcBrowser(test.app, origin);
    const asked = authorizationRequest(origin, { scope: 'openid profile email offline_access' });
    const callback = await signInAtProvider(browser, origin, asked.url, operator);
    const { status, tokens } = await exchangeCode(browser, origin, callback.get('code') ?? '', asked.verifier);
    expect([status, tokens.refresh_token]).toEqual([200, undefined]);
    const refreshed = await browser.request('POST', '/idp/oauth/token', {
      form: { grant_type: 'refresh_token', client_id: consoleClientId, refresh_token: tokens.access_token },
    });
    expect([refreshed.status, JSON.parse(refreshed.body)]).toMatchObject([400, { error: 'unsupported_grant_type' }]);
    const kept = await test.platform.db.selectFrom('oidc_payloads').select('id').where('kind', '=', 'RefreshToken').execute();
    expect(kept).toEqual([]);
  });

  it.each([
    ['no PKCE', { code_challenge: null, code_challenge_method: null }],
    ['plain PKCE', { code_challenge_method: 'plain' }],
  ])('refuses %s', { tags: ['C-77', 'A-6'] }, async (_name, change) => {
    const { url } = authorizationRequest(origin, change);
    const answer = await createOidcBrowser(test.app, origin).request('GET', url);
    expect(answer.location).toContain(`${origin}/callback?error=invalid_request`);
    expect(answer.location).not.toContain('code=');
  });

  it.each([
    'http://localhost:4173/callback/',
    'http://localhost:4173/callback?x=1',
    'http://localhost:4173/CALLBACK',
    'http://localhost:41730/callback',
    'http://localhost:4173.evil.example/callback',
    'http://evil.example/callback',
  ])('does not redirect to the near-match %s', { tags: ['C-77', 'A-6'] }, async (address) => {
    const answer = await createOidcBrowser(test.app, origin).request('GET', authorizationRequest(origin, { redirect_uri: address }).url);
    expect(answer.status).toBe(400);
    expect(answer.location).toBeNull();
  });

  it('a code works once, and its second use takes back what the first gave', { tags: ['C-77', 'A-6'] }, async () => {
    const { code, verifier } = await signedIn();
    const first = await exchangeCode(browser, origin, code, verifier);
    expect(first.status).toBe(200);
    const { db } = test.platform;
    const { grant_id: grant } = await db
      .selectFrom('oidc_payloads')
      .select('grant_id')
      .where('id', '=', atRest(first.tokens.access_token))
      .executeTakeFirstOrThrow();
    const ofGrant = () => db.selectFrom('oidc_payloads').select('kind').where('grant_id', '=', grant).execute();
    expect(await ofGrant()).not.toEqual([]);
    const second = await exchangeCode(browser, origin, code, verifier);
    expect(second.status).toBe(400);
    expect(second.tokens.error).toBe('invalid_grant');
    // Nothing of the grant is left in the database, where a copy of the table would reveal it.
    expect(await ofGrant()).toEqual([]);
  });

  it('a code needs its own verifier', { tags: ['C-77'] }, async () => {
    const { code } = await signedIn();
    expect((await exchangeCode(browser, origin, code, 'x'.repeat(43))).status).toBe(400);
  });

  it('asks for the password at every sign-in, on a browser that has just signed in too', async () => {
    await signedIn();
    const again = await browser.request('GET', authorizationRequest(origin).url);
    expect(again.location).toContain('/idp/sign-in/');
    const silent = await browser.request('GET', authorizationRequest(origin, { prompt: 'none' }).url);
    expect(silent.location).toContain('error=login_required');
  });

  it('keeps neither codes nor tokens in the database as they are', async () => {
    const { tokens } = await idToken();
    const rows = await test.platform.db
      .selectFrom('oidc_payloads')
      .select(['kind', 'id', 'payload'])
      .where('kind', '=', 'AccessToken')
      .execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(tokens.access_token);
  });
});

describe('the sign-in page', () => {
  async function step() {
    browser = createOidcBrowser(test.app, origin);
    return (await browser.request('GET', authorizationRequest(origin).url)).location ?? '';
  }

  it('says that the sign-in failed, keeps the address, and does not tell which of the two was wrong', async () => {
    const address = await step();
    const wrong = await browser.request('POST', address, { form: { email: operator.email, password: 'wrong' } });
    const unknown = await browser.request('POST', address, { form: { email: 'nobody@ukweli.example', password: 'wrong' } });
    expect([wrong.status, unknown.status]).toEqual([200, 200]);
    expect([wrong.location, unknown.location]).toEqual([null, null]);
    expect(wrong.body).toContain('role="alert"');
    expect(wrong.body.replace(operator.email, '')).toBe(unknown.body.replace('nobody@ukweli.example', ''));
  });

  it('takes a password whole: one that is longer than any may be is wrong, though it begins as the right one', {
    tags: ['A-14'],
  }, async () => {
    const longest = 'Aa1!'.repeat(256);
    const { db, config } = test.platform;
    const stored = await hashPassword(longest, config.passwordCost);
    await db.updateTable('accounts').set({ password: stored }).where('email', '=', 'auditor@ukweli.example').execute();
    const typed = async (password: string) => {
      const address = await step();
      return (await browser.request('POST', address, { form: { email: 'auditor@ukweli.example', password } })).location;
    };
    expect(await typed(`${longest}?`)).toBeNull();
    expect(await typed(longest)).not.toBeNull();
  });

  it('writes what was typed as text', async () => {
    const address = await step(); // before `browser` is read: a step belongs to the browser that started it
    const answer = await browser.request('POST', address, { form: { email: '"><script>alert(1)</script>', password: 'x' } });
    expect(answer.body).not.toContain('<script>');
    expect(answer.body).toContain('&#34;&#62;&#60;script&#62;alert(1)');
  });

  it('takes no form from another site, and none from a browser that is not in this step', { tags: ['D-21', 'A-8'] }, async () => {
    const address = await step();
    expect((await browser.request('POST', address, { form: operator, headers: { origin: 'https://evil.example' } })).status).toBe(400);
    expect((await browser.request('POST', address, { form: operator, headers: { origin: 'null' } })).status).toBe(400);
    expect((await createOidcBrowser(test.app, origin).request('POST', address, { form: operator })).status).toBe(400);
  });

  it('carries the content security policy, nothing inline, and no script but the one of passkeys, which the policy lets in', async () => {
    const address = await step();
    const answer = await browser.request('GET', address);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    const policy = String(answer.headers['content-security-policy']).split('; ');
    expect(policy).toEqual(
      expect.arrayContaining(["script-src 'self'", "frame-ancestors 'none'", "form-action 'self'", "connect-src 'self'"]),
    );
    expect(answer.body.match(/<script[^]*?<\/script>/g)).toEqual(['<script src="/passkey.js"></script>']);
    expect(answer.body).not.toMatch(/style=|<style|\son\w+=|javascript:/);
    // The script that the page loads exists as a file of the console; the error page loads none.
    expect(readFileSync(join(projectRoot, 'src/classic/passkey.ts'), 'utf8')).toContain("getElementById('passkey')");
    expect((await browser.request('GET', '/idp/sign-in/over')).body).not.toContain('<script');
  });

  it('offers passkeys to the script alone: without it the page is the password’s', async () => {
    const address = await step();
    const { body } = await browser.request('GET', address);
    expect(body).toMatch(/<form method="post" action="\/idp\/sign-in\/[\w-]+\/passkey" id="passkey"/);
    const { body: style } = await browser.request('GET', '/idp/style.css');
    expect(style).toContain('#passkey{display:none');
    expect(style).toContain('.passkeys #passkey{display:block}');
  });
});

describe('log-out at the provider', () => {
  it('/v2/logout leads back to the console', { tags: ['C-77'] }, async () => {
    await signedIn();
    expect(browser.cookies.has('ukweli_idp')).toBe(true);
    const answer = await browser.request(
      'GET',
      `/idp/v2/logout?${new URLSearchParams({ client_id: consoleClientId, returnTo: `${origin}/login` })}`,
    );
    expect([answer.status, answer.location]).toEqual([302, `${origin}/login`]);
  });

  it.each([
    `${origin}.evil.example/`,
    `${origin}@evil.example/`,
    'https://evil.example/login',
    '//evil.example',
    `${origin}/login?next=//evil.example`,
  ])('does not lead to %s', { tags: ['C-77'] }, async (returnTo) => {
    const answer = await createOidcBrowser(test.app, origin).request(
      'GET',
      `/idp/v2/logout?${new URLSearchParams({ client_id: consoleClientId, returnTo })}`,
    );
    expect([answer.status, answer.location]).toEqual([400, null]);
  });
});

describe('exchange of the ID token for a session', () => {
  const exchange = (token: string, nonce: string) => test.anonymous().post('/api/auth/session', { idToken: token, nonce });
  const failed = { error: { code: 'login_failed', message: 'Login failed', correlationId: 'test-correlation' } };

  it('takes a token once, whatever its spelling', { tags: ['D-20', 'A-6'] }, async () => {
    const { token, nonce } = await idToken();
    expect((await exchange(token, nonce)).status).toBe(200);
    const again = await exchange(token, nonce);
    expect([again.status, again.json()]).toEqual([401, failed]);
    // the last base64url character of 256 bytes has four unused bits
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const last = alphabet.indexOf(token.at(-1) ?? '');
    expect((await exchange(token.slice(0, -1) + alphabet[last ^ 1], nonce)).status).toBe(401);
  });

  it('ten exchanges of one token at once open one session', { tags: ['D-20'] }, async () => {
    const { token, nonce } = await idToken();
    const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(token, nonce)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('opens no session for an account that was deactivated between the sign-in and the exchange', { tags: ['D-19', 'D-20'] }, async () => {
    const { token, nonce } = await idToken();
    const status = (to: 'active' | 'inactive') =>
      test.platform.db.updateTable('accounts').set({ status: to }).where('account_id', '=', 'usr-demo-operator').execute();
    await status('inactive');
    const answer = await exchange(token, nonce);
    await status('active');
    expect([answer.status, answer.json()]).toEqual([401, failed]);
  });

  it('refuses a swapped nonce', { tags: ['D-20', 'A-6'] }, async () => {
    const { token } = await idToken();
    expect((await exchange(token, 'another-nonce-of-16')).json()).toEqual(failed);
  });

  it('refuses tokens that are unsigned, foreign, expired, old, for another audience or issuer, without kid, or of nobody', {
    tags: ['D-20', 'A-6'],
  }, async () => {
    const [held] = await test.platform.secrets.held('idp.signing');
    const jwk = JSON.parse(held.text) as JWK & { kid: string };
    const ours = await importJWK(jwk, 'RS256');
    const foreign = (await generateKeyPair('RS256')).privateKey;
    const nonce = 'nonce-of-the-browser';
    const now = Math.floor(test.clock.now().getTime() / 1000);
    const claims = {
      iss: `${origin}/idp`,
      aud: consoleClientId,
      sub: 'usr-demo-operator',
      nonce: nonceOf(nonce),
      auth_time: now - 5,
      iat: now,
      exp: now + 300,
    };
    const sign = (change: object, key = ours, header: { kid?: string } = { kid: jwk.kid }) =>
      new SignJWT({ ...claims, ...change }).setProtectedHeader({ alg: 'RS256', ...header }).sign(key);
    const hmac = new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: jwk.kid }).sign(
      createHash('sha256')
        .update(jwk.n ?? '')
        .digest(),
    );

    expect((await exchange(await sign({}), nonce)).status).toBe(200); // tokens signed here are valid in themselves
    const forged = await Promise.all([
      Promise.resolve(new UnsecuredJWT(claims).encode()),
      hmac,
      sign({ a: 1 }, foreign),
      sign({ exp: now - 60 }),
      sign({ iat: now - 3600 }),
      sign({ iat: now - 100 }),
      sign({ iat: now + 3600, exp: now + 4000 }),
      sign({ aud: 'another-client' }),
      sign({ aud: [consoleClientId, 'another-client'] }),
      sign({ iss: 'https://idp.example' }),
      sign({ b: 1 }, ours, {}),
      sign({ sub: 'usr-nobody' }),
      sign({ nonce: undefined }),
      // The nonce claim itself, which everybody with the token knows.
      sign({ nonce }),
      sign({ auth_time: undefined }),
      sign({ auth_time: now - 13 * 3600 }),
      sign({ auth_time: now + 3600 }),
      sign({ auth_time: String(now) }),
      sign({ exp: undefined }),
      Promise.resolve('not.a.token'),
      Promise.resolve('x'),
    ]);
    for (const token of forged) expect([token, (await exchange(token, nonce)).json()]).toEqual([token, failed]);
  });

  it('a token opens nothing for who has the token alone, nor with the nonce that stands in it', { tags: ['G-1', 'A-22'] }, async () => {
    const { token, nonce } = await idToken();
    expect((await exchange(token, String(decodeJwt(token)['nonce']))).json()).toEqual(failed);
    expect((await exchange(token, nonce)).status).toBe(200);
  });

  it('nothing at the provider outlives the opening of the session that it was for', { tags: ['G-1', 'A-22'] }, async () => {
    const { token, nonce } = await idToken();
    const grant = String(decodeJwt(token)[grantClaim]);
    const under = () =>
      test.platform.db
        .selectFrom('oidc_payloads')
        .select('kind')
        .where((row) => row.or([row('grant_id', '=', grant), row('id', '=', atRest(grant))]))
        .execute();
    expect((await under()).map(({ kind }) => kind)).toContain('Grant');
    expect((await exchange(token, nonce)).status).toBe(200);
    expect(await under()).toEqual([]);
  });

  it.each([
    ['with a session open', true],
    ['with none open', false],
  ])(
    'a sign-in that was under way when somebody ended all sessions, %s, ends with them; one that began afterwards does not',
    { tags: ['G-1', 'A-22'] },
    async (_how, open) => {
      /** Status of a sign-in if all sessions are ended this many seconds after the authentication. */
      const endedAfter = async (seconds: number): Promise<number> => {
        const { token, nonce } = await idToken();
        test.clock.set(new Date((Number(decodeJwt(token)['auth_time']) + seconds) * 1000));
        await test.platform.sessions.endAll('usr-demo-operator', 'revoked');
        await neverShutOut();
        if (open) await openedFor(test.platform, 'usr-demo-operator');
        expect(await test.platform.sessions.endAll('usr-demo-operator', 'revoked')).toBe(open ? 1 : 0);
        test.clock.set(new Date());
        return (await exchange(token, nonce)).status;
      };
      expect(await endedAfter(-5)).toBe(200);
      expect(await endedAfter(1)).toBe(401);
      // Tokens have whole seconds, and a new authentication within the same second must be accepted.
      expect(await endedAfter(0)).toBe(200);
    },
  );

  it('who ended one session of his own, by the list of devices, is kept out nowhere', { tags: ['G-1'] }, async () => {
    await neverShutOut();
    await openedFor(test.platform, 'usr-demo-operator');
    const { token, nonce } = await idToken();
    await test.platform.db.transaction().execute(async (trx) => {
      const held = await trx
        .selectFrom('sessions')
        .select('session_id')
        .where('account_id', '=', 'usr-demo-operator')
        .where('ended_at', 'is', null)
        .execute();
      for (const { session_id: sessionId } of held)
        await test.platform.sessions.endIn(trx, { sessionId, accountId: 'usr-demo-operator' }, 'revoked');
    });
    expect((await exchange(token, nonce)).status).toBe(200);
  });

  it('of an end and an opening at the same moment one sees the other: never a session that was opened by a proof of before', {
    tags: ['G-1', 'A-22'],
  }, async () => {
    for (let round = 0; round < 5; round += 1) {
      const { token, nonce } = await idToken();
      test.clock.set(new Date((Number(decodeJwt(token)['auth_time']) + 2) * 1000));
      await neverShutOut();
      await Promise.all([exchange(token, nonce), test.platform.sessions.endAll('usr-demo-operator', 'revoked')]);
      const left = await test.platform.db
        .selectFrom('sessions')
        .select('session_id')
        .where('account_id', '=', 'usr-demo-operator')
        .where('ended_at', 'is', null)
        .execute();
      expect(left).toEqual([]);
      test.clock.set(new Date());
    }
  });

  it('matches by issuer and subject, never by e-mail', { tags: ['D-20'] }, async () => {
    const [held] = await test.platform.secrets.held('idp.signing');
    const jwk = JSON.parse(held.text) as JWK & { kid: string };
    const now = Math.floor(test.clock.now().getTime() / 1000);
    const token = await new SignJWT({
      iss: `${origin}/idp`,
      aud: consoleClientId,
      sub: 'somebody-else',
      email: 'admin@ukweli.example',
      email_verified: true,
      nonce: nonceOf('nonce-of-the-browser'),
      auth_time: now,
      iat: now,
      exp: now + 300,
    })
      .setProtectedHeader({ alg: 'RS256', kid: jwk.kid })
      .sign(await importJWK(jwk, 'RS256'));
    expect((await exchange(token, 'nonce-of-the-browser')).status).toBe(401);
  });

  it('publishes the public part of its keys only', async () => {
    const answer = await createOidcBrowser(test.app, origin).request('GET', '/idp/jwks');
    const { keys }: { keys: Record<string, unknown>[] } = JSON.parse(answer.body);
    expect(keys).toHaveLength(1);
    expect(Object.keys(keys[0] ?? {}).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
  });
});
