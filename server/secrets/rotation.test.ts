// Long: encrypts a seeded database anew several times.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importJWK, type JWK, SignJWT } from 'jose';
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { headers } from '../../src/contracts/endpoints.ts';
import { decidedAtOf, platformWord } from '../commands/platformWord.ts';
import { consoleClientId } from '../config.ts';
import type { OpenDatabase } from '../db/database.ts';
import { createKeyWrap, openKeyWrap } from '../evidence/keyWrap.ts';
import { ensureCurrentKey } from '../evidence/signingKeys.ts';
import { demoPassword } from '../identity/demo/demoAccounts.ts';
import { openDeviceMarks } from '../identity/sessions/device.ts';
import { nonceOf } from '../identity/linking/identityProvider.ts';
import { authorizationRequest, createOidcBrowser, exchangeCode, type OidcBrowser, signInAtProvider } from '../testing/oidcClient.ts';
import { createFakeClock, createTestPlatform, openTestDatabase, type TestPlatform } from '../testing/platform.ts';
import { testKey, testKeyFile } from '../testing/testKey.ts';
import { secretKinds } from './kinds.ts';
import { rewrapSecrets, rotateSecrets, secretStands } from './secretActs.ts';
import { pruneSecrets } from './secrets.ts';
import { storedSecrets } from './stored.ts';

const origin = 'http://localhost:4173';
const operator = { email: 'operator@ukweli.example', password: demoPassword };
const folder = mkdtempSync(join(tmpdir(), 'ukweli-rotation-'));
const clock = createFakeClock();
let database: OpenDatabase;
/** Two instances on one database. */
let one: TestPlatform;
let other: TestPlatform;

beforeAll(async () => {
  database = await openTestDatabase('accounts');
  const shared = { clock, database: { ...database, close: async () => undefined }, joins: true };
  one = await createTestPlatform({ ...shared, config: { keyFile: testKeyFile() } });
  other = await createTestPlatform({ ...shared, config: { keyFile: testKeyFile() } });
});
beforeEach(() => clock.set(new Date()));
afterAll(async () => {
  await one.close();
  await other.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const published = async (at: TestPlatform): Promise<string[]> => {
  const { keys } = JSON.parse((await createOidcBrowser(at.app, origin).request('GET', '/idp/jwks')).body) as { keys: { kid: string }[] };
  return keys.map(({ kid }) => kid);
};
const signingKey = async (): Promise<JWK & { kid: string }> => JSON.parse((await one.platform.secrets.held('idp.signing'))[0].text);
/** An ID token of this moment, signed with the given key. */
async function signedBy(jwk: JWK & { kid: string }, nonce: string): Promise<string> {
  const now = Math.floor(clock.now().getTime() / 1000);
  return new SignJWT({ nonce: nonceOf(nonce), auth_time: now - 1, sub: 'usr-demo-operator' })
    .setProtectedHeader({ alg: 'RS256', kid: jwk.kid })
    .setIssuer(`${origin}/idp`)
    .setAudience(consoleClientId)
    .setIssuedAt(now)
    .setExpirationTime(now + 300)
    .sign(await importJWK(jwk, 'RS256'));
}
let nonces = 0;
const opens = async (at: TestPlatform, jwk: JWK & { kid: string }): Promise<number> => {
  const nonce = `nonce-of-the-browser-${(nonces += 1)}`;
  return (await at.anonymous().post('/api/auth/session', { idToken: await signedBy(jwk, nonce), nonce })).status;
};
/** A browser whose cookies are kept while a load balancer moves it to another instance. */
function moved(browser: OidcBrowser, to: TestPlatform): OidcBrowser {
  const next = createOidcBrowser(to.app, origin);
  for (const [name, value] of browser.cookies) next.cookies.set(name, value);
  return next;
}

describe('secrets that are rotated while two instances run', { tags: ['G-2', 'D-54'] }, () => {
  it('the new key signs at once, on both; both keys are published, and what the one before signed opens a session for as long as ID tokens are good for', {
    tags: ['G-2'],
  }, async () => {
    const before = await signingKey();
    expect(await published(other)).toEqual([before.kid]);
    await rotateSecrets(one.platform, 'Test', false);
    const after = await signingKey();
    expect(after.kid).not.toBe(before.kid);
    for (const at of [one, other]) expect(await published(at)).toEqual([after.kid, before.kid]);
    expect([await opens(one, before), await opens(other, before), await opens(other, after)]).toEqual([200, 200, 200]);
    const browser = createOidcBrowser(other.app, origin);
    const asked = authorizationRequest(origin);
    const callback = await signInAtProvider(browser, origin, asked.url, operator);
    const { tokens } = await exchangeCode(browser, origin, callback.get('code') ?? '', asked.verifier);
    expect(JSON.parse(Buffer.from(tokens.id_token.split('.')[0] ?? '', 'base64url').toString())).toMatchObject({ kid: after.kid });

    clock.advance(secretKinds['idp.signing'].countsForMs - 1000);
    expect([await opens(other, before), (await published(other)).length]).toEqual([200, 2]);
    clock.advance(1000);
    expect([await opens(one, before), await opens(other, before), await opens(other, after)]).toEqual([401, 401, 200]);
    expect(await published(other)).toEqual([after.kid]);
    await pruneSecrets(database.db, new Date(clock.now().getTime() + 1000));
    expect((await secretStands(database.db)).filter(({ name }) => name === 'idp.signing')).toHaveLength(1);
  });

  it('a sign-in that is under way goes on, at another instance too', { tags: ['G-2'] }, async () => {
    const browser = createOidcBrowser(one.app, origin);
    const asked = authorizationRequest(origin);
    const page = (await browser.request('GET', asked.url)).location ?? '';
    await rotateSecrets(other.platform, 'Test', false);
    const at = moved(browser, other);
    const resumed = await at.request('POST', page, { form: operator });
    expect(resumed.status).toBe(303);
    const last = moved(at, one);
    const callback = new URL((await last.request('GET', resumed.location ?? '')).location ?? '').searchParams;
    const { tokens } = await exchangeCode(last, origin, callback.get('code') ?? '', asked.verifier);
    const opened = await one.anonymous().post('/api/auth/session', { idToken: tokens.id_token, nonce: asked.nonce });
    expect(opened.status, opened.body).toBe(200);
  });

  it('a device that was known stays known, and is marked anew at its next sign-in', { tags: ['G-2'] }, async () => {
    const marks = () => openDeviceMarks(other.platform.secrets);
    const mark = (await marks()).issue({ account_id: 'usr-demo-operator', proofs_from: null });
    await rotateSecrets(one.platform, 'Test', false);
    expect((await marks()).check(mark, { account_id: 'usr-demo-operator', proofs_from: null })).toBe(mark.split('.')[0]);
    const anew = (await marks()).issue({ account_id: 'usr-demo-operator', proofs_from: null });
    clock.advance(secretKinds['device.marks'].countsForMs);
    expect([
      (await marks()).check(mark, { account_id: 'usr-demo-operator', proofs_from: null }),
      (await marks()).check(anew, { account_id: 'usr-demo-operator', proofs_from: null }),
    ]).toEqual([null, anew.split('.')[0]]);
  });

  it('the word that a device had before still says when something was decided, at an instance that has not given one since', {
    tags: ['G-2', 'D-56'],
  }, async () => {
    const word = await platformWord(one.platform, 'usr-demo-operator');
    await platformWord(other.platform, 'usr-demo-operator');
    await rotateSecrets(one.platform, 'Test', false);
    const told = (given: string | null) => ({
      [headers.decidedAt.toLowerCase()]: clock.now().toISOString(),
      [headers.platformWord.toLowerCase()]: given ?? '',
    });
    expect(await decidedAtOf(other.platform, 'usr-demo-operator', told(word))).toEqual(clock.now());
    // And a word made with the new secret.
    const anew = await platformWord({ ...one.platform }, 'usr-demo-operator');
    expect(anew).not.toBe(word);
    expect(await decidedAtOf(other.platform, 'usr-demo-operator', told(anew))).toEqual(clock.now());
    await rotateSecrets(one.platform, 'Test', true);
    expect(await decidedAtOf(other.platform, 'usr-demo-operator', told(word))).toBeNull();
  });

  it('at once, nothing counts that the ones before made, and sessions go on; it stands on every tenant’s record', {
    tags: ['G-2'],
  }, async () => {
    const stays = await one.signIn('admin@ukweli.example');
    const before = await signingKey();
    const mark = (await openDeviceMarks(one.platform.secrets)).issue({ account_id: 'usr-demo-operator', proofs_from: null });
    const browser = createOidcBrowser(one.app, origin);
    const page = (await browser.request('GET', authorizationRequest(origin).url)).location ?? '';
    await rotateSecrets(one.platform, 'Command line (root)', true);
    expect([await opens(one, before), await opens(other, before), await opens(other, await signingKey())]).toEqual([401, 401, 200]);
    expect((await published(other)).includes(before.kid)).toBe(false);
    expect((await openDeviceMarks(other.platform.secrets)).check(mark, { account_id: 'usr-demo-operator', proofs_from: null })).toBeNull();
    expect((await browser.request('POST', page, { form: operator })).status).toBe(400);
    expect((await stays.get('/api/auth/me')).status).toBe(200);
    const lines = await database.db
      .selectFrom('audit_records')
      .select(['tenant_id', 'actor_name', 'details'])
      .where('action', '=', 'key.secrets_rotate')
      .orderBy('audit_id', 'desc')
      .limit(2)
      .execute();
    expect(lines.map(({ tenant_id: tenant }) => tenant).sort()).toEqual(['demo', 'kampala']);
    expect(lines[0]).toMatchObject({ actor_name: 'Command line (root)', details: { atOnce: true } });
  });
});

describe('another key that wraps', { tags: ['G-2', 'D-54'] }, () => {
  it('wraps everything by the new one, and whoever has that alone has the same secrets; cut off anywhere, each is under one of the two', {
    tags: ['G-2'],
  }, async () => {
    const next = join(folder, 'next');
    const bytes = randomBytes(32);
    writeFileSync(next, bytes.toString('hex'), { mode: 0o600 });
    const both = { ...one.platform.config, keyFile: next, keyFileBefore: testKeyFile() };
    const signer = await ensureCurrentKey(database.db, await openKeyWrap(one.platform.config), clock.now());
    const texts = async (wrap: ReturnType<typeof createKeyWrap>) =>
      (await storedSecrets(database.db)).map(({ row, stored }) => [row, wrap.unwrap(row, stored)]);
    const { kid } = await signingKey();
    const secrets = await texts(createKeyWrap(testKey));
    expect(secrets.length).toBeGreaterThan(5);

    let cut = false;
    for (let cutAt = 1; cutAt === 1 || cut; cutAt += 1) {
      cut = false;
      let asked = 0;
      const cutOff: KyselyPlugin = {
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          asked += 1;
          if (asked < cutAt) return result;
          cut = true;
          throw new Error('cut off');
        },
      };
      const db = database.db.withPlugin(cutOff);
      await rewrapSecrets({ ...one.platform, db, config: both }, 'Test').catch((failure: Error) => expect(failure.message).toBe('cut off'));
      expect(await texts(createKeyWrap(bytes, testKey))).toEqual(secrets);
    }
    expect(await texts(createKeyWrap(bytes))).toEqual(secrets);
    await expect(texts(createKeyWrap(testKey))).rejects.toThrow('belong together');
    expect(await rewrapSecrets({ ...one.platform, config: both }, 'Test')).toBe(0);
    const { keyId } = createKeyWrap(bytes);
    expect((await secretStands(database.db)).every(({ wrappedBy }) => wrappedBy === keyId)).toBe(true);

    // Works with an instance that has both keys and with one that has only the new key.
    for (const config of [{ keyFile: next, keyFileBefore: testKeyFile() }, { keyFile: next }]) {
      const third = await createTestPlatform({ clock, database: { ...database, close: async () => undefined }, joins: true, config });
      expect(await published(third)).toContain(kid);
      expect((await ensureCurrentKey(database.db, await openKeyWrap(third.platform.config), clock.now())).kid).toBe(signer.kid);
      await third.close();
    }
    // An instance without the new key is refused with an explanation.
    await expect(rewrapSecrets(one.platform, 'Test')).rejects.toThrow(`wrapped by the key ${keyId}`);
  });
});
