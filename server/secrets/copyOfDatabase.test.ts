import { createHmac } from 'node:crypto';
import { importJWK, type JWK, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consoleClientId } from '../config.ts';
import { openKeyWrap } from '../evidence/keyWrap.ts';
import { ensureCurrentKey } from '../evidence/signingKeys.ts';
import { demoPassword } from '../identity/demo/demoAccounts.ts';
import { openDeviceMarks } from '../identity/sessions/device.ts';
import { nonceOf } from '../identity/linking/identityProvider.ts';
import { candidatesIn, copyOf, spellingsOf } from '../testing/databaseCopy.ts';
import { authorizationRequest, createOidcBrowser, exchangeCode, signInAtProvider } from '../testing/oidcClient.ts';
import { createTestPlatform, type TestPlatform } from '../testing/platform.ts';
import { testKey } from '../testing/testKey.ts';
import { secretNames } from './kinds.ts';

const origin = 'http://localhost:4173';
const operator = { email: 'operator@ukweli.example', password: demoPassword };
let test: TestPlatform;
let copy = '';
let candidates: readonly (string | Buffer)[] = [];
/** Cookies that the identity provider gave to a browser that has just begun to sign in. */
let cookies: ReadonlyMap<string, string>;
let mark = '';
let opened = 0;
const held = async (name: (typeof secretNames)[number]): Promise<string> => (await test.platform.secrets.held(name))[0].text;
const macs = (algorithm: string, text: string): Set<string> =>
  new Set(candidates.map((key) => createHmac(algorithm, key).update(text).digest('base64url')));

beforeAll(async () => {
  test = await createTestPlatform({ config: { simulation: 'off' } });
  await test.platform.start();
  // Everything a platform stores: one sign-in finished, another under way.
  const browser = createOidcBrowser(test.app, origin);
  const asked = authorizationRequest(origin);
  const callback = await signInAtProvider(browser, origin, asked.url, operator);
  const { tokens } = await exchangeCode(browser, origin, callback.get('code') ?? '', asked.verifier);
  opened = (await test.anonymous().post('/api/auth/session', { idToken: tokens.id_token, nonce: asked.nonce })).status;
  mark = browser.cookies.get('ukweli_device') ?? '';
  await browser.request('GET', authorizationRequest(origin).url);
  cookies = browser.cookies;
  copy = await copyOf(test.platform.db);
  candidates = candidatesIn(copy);
});
afterAll(() => test.close());

describe('a copy of the database', { tags: ['G-2', 'A-23'] }, () => {
  it('holds none of the secrets that the running platform has, in any spelling', { tags: ['G-2', 'A-23'] }, async () => {
    const signer = await ensureCurrentKey(test.platform.db, await openKeyWrap(test.platform.config), test.clock.now());
    const secrets = new Map<string, string | Buffer>([
      ['the key that wraps', testKey],
      ['the key that signs', signer.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()],
    ]);
    for (const name of secretNames) secrets.set(name, await held(name));
    expect([secrets.size, opened]).toEqual([9, 200]);
    for (const [name, secret] of secrets) {
      const spellings = spellingsOf(secret);
      expect([name, spellings.length > 3, spellings.filter((spelling) => copy.includes(spelling)).length]).toEqual([name, true, 0]);
    }
    // Control: the search would have found unwrapped secrets, and it finds the public parts.
    const jwk = JSON.parse(await held('idp.signing')) as JWK & { d: string };
    const cookieKey = await held('idp.cookies');
    for (const stood of [
      JSON.stringify({ keys: [jwk] }),
      `("${JSON.stringify(jwk).replaceAll('"', '""')}")`,
      jwk.d,
      Buffer.from(jwk.d, 'base64url').toString('hex'),
    ])
      expect(spellingsOf(JSON.stringify(jwk)).some((spelling) => stood.includes(spelling))).toBe(true);
    expect(spellingsOf(cookieKey).some((spelling) => Buffer.from(`x${cookieKey}`).toString('base64').includes(spelling))).toBe(true);
    const [published] = JSON.parse((await createOidcBrowser(test.app, origin).request('GET', '/api/jwks')).body).keys as { n: string }[];
    expect(copy).toContain(published?.n);
  });

  it('makes no cookie of the provider’s and no device mark: nothing in it is the key of one', { tags: ['G-2', 'A-23'] }, async () => {
    const signed = [...cookies].filter(([name]) => cookies.has(`${name}.sig`));
    expect(signed.length).toBeGreaterThan(0);
    for (const [name, value] of signed) {
      const text = `${name}=${value}`;
      const genuine = cookies.get(`${name}.sig`) ?? '';
      expect(
        createHmac('sha1', await held('idp.cookies'))
          .update(text)
          .digest('base64url'),
      ).toBe(genuine);
      expect([name, macs('sha1', text).has(genuine)]).toEqual([name, false]);
    }
    const [nonce = '', mac = ''] = mark.split('.');
    const marked = `${nonce}\nusr-demo-operator`;
    expect(
      createHmac('sha256', await held('device.marks'))
        .update(marked)
        .digest('base64url'),
    ).toBe(mac);
    expect(macs('sha256', marked).has(mac)).toBe(false);
    expect((await openDeviceMarks(test.platform.secrets)).check(mark, { account_id: 'usr-demo-operator', proofs_from: null })).toBe(nonce);
  });

  it('opens no session by an ID token that is signed with what lies in it', { tags: ['G-2', 'A-23'] }, async () => {
    const now = Math.floor(test.clock.now().getTime() / 1000);
    const nonce = 'nonce-of-the-thief-16';
    const kid = JSON.parse(await held('idp.signing')).kid as string;
    const claims = {
      iss: `${origin}/idp`,
      aud: consoleClientId,
      sub: 'usr-demo-admin',
      nonce: nonceOf(nonce),
      auth_time: now - 5,
      iat: now,
      exp: now + 300,
    };
    const opens = async (idToken: string): Promise<number> => (await test.anonymous().post('/api/auth/session', { idToken, nonce })).status;
    // Complete keys in JSON, as in the former idp_keys setting.
    const keys = [...copy.matchAll(/\{[^{}]*\bkty\b[^{}]*\}/g)].flatMap(([text]) => jwkIn(text));
    expect(keys.filter(({ d }) => d !== undefined)).toEqual([]);
    const claimsText = new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid });
    for (const secret of candidates.filter((one) => typeof one !== 'string' && one.length >= 32).slice(0, 40))
      expect(await opens(await claimsText.sign(secret as Buffer))).toBe(401);
    const forged = new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid });
    expect(await opens(await forged.sign(await importJWK(JSON.parse(await held('idp.signing')), 'RS256')))).toBe(200); // proves that the forged token is correct except for its key
  });
});

/** Parses keys in a row's text, in which quotes may be doubled. */
function jwkIn(text: string): JWK[] {
  for (const spelling of [text, text.replaceAll('""', '"')]) {
    try {
      return [JSON.parse(spelling) as JWK];
    } catch {
      // Try the other spelling.
    }
  }
  return [];
}
