import { nonceOf } from '../linking/identityProvider.ts';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { passkeyLimit } from '../../../src/contracts/passkey.ts';
import { recordLine } from '../../audit/audit.ts';
import { createSoftwarePasskey, type SoftwarePasskey } from '../../testing/authenticator.ts';
import { readMailbox } from '../../testing/mailbox.ts';
import { authorizationRequest, createOidcBrowser, exchangeCode, type OidcBrowser } from '../../testing/oidcClient.ts';
import { addPasskey, atTheDoor, passkeyOptions, passkeyOrigin } from '../../testing/passkeyDoor.ts';
import { createTestPlatform, type TestClient, type TestPlatform } from '../../testing/platform.ts';
import { demoPassword } from '../demo/demoAccounts.ts';
import { challengeTtlMs } from './challenges.ts';

const origin = passkeyOrigin;
const here = { origin };
let test: TestPlatform;
beforeAll(async () => {
  test = await createTestPlatform();
});
afterAll(() => test.close());
// The provider uses the system clock, and on a busy machine a test file may take longer than a token is valid.
beforeEach(() => test.clock.set(new Date()));

const optionsFor = (client: TestClient, currentPassword: string = demoPassword) => passkeyOptions(client, currentPassword);
const add = (client: TestClient, name: string, credential: unknown) => client.post('/api/profile/passkeys', { name, credential });
const listOf = async (client: TestClient) => (await client.get('/api/profile/passkeys')).json().passkeys;
const remove = (client: TestClient, id: string, currentPassword: string = demoPassword) =>
  client.post(`/api/profile/passkeys/${id}/remove`, { currentPassword });

/** Adds a new passkey to an account; returns it with its id there. */
async function withPasskey(email: string, name = 'Phone', passkey = createSoftwarePasskey()) {
  const client = await test.signIn(email);
  const answer = await addPasskey(client, name, passkey, demoPassword);
  expect(answer.status, answer.body).toBe(200);
  const id: string = answer.json().id;
  return { client, passkey, id };
}
const linesOf = (action: string) =>
  test.platform.db.selectFrom('audit_records').selectAll().where('action', '=', action).orderBy('audit_id').execute();
const lastTry = async () => (await linesOf('session.create')).at(-1);
const mailTo = async (to: string, subject: string) =>
  vi.waitFor(
    () => {
      const found = readMailbox(test.platform.config.dataDir).findLast((letter) => letter.to === to && letter.subject === subject);
      if (found === undefined) throw new Error(`no letter '${subject}' to ${to}`);
      return found;
    },
    { timeout: 15_000 },
  );

type Door = Awaited<ReturnType<typeof atTheDoor>>;

/** Follows the page's answer to the console and returns the claims of the ID token. */
async function claimsAfter({ browser, verifier }: Door, from: string | null) {
  let location = from;
  for (let hop = 0; hop < 4 && location !== null && !location.startsWith(`${origin}/callback`); hop++)
    location = (await browser.request('GET', location)).location;
  const code = new URL(location ?? origin).searchParams.get('code') ?? '';
  const { tokens } = await exchangeCode(browser, origin, code, verifier);
  return { idToken: tokens.id_token, claims: decodeJwt(tokens.id_token) };
}

/** A failed attempt shows the page again, without saying what was wrong. */
function expectTurnedAway(answer: Awaited<ReturnType<OidcBrowser['request']>>) {
  expect([answer.status, answer.location]).toEqual([200, null]);
  expect(answer.body).toContain('Login failed. Try again, or use your password.');
  expect(answer.body).not.toContain('aria-invalid');
}

describe('one’s own passkeys', () => {
  it('are added after the password, listed without their keys, renamed and removed, on record and by letter', {
    tags: ['I-7', 'D-27'],
  }, async () => {
    const email = 'auditor@ukweli.example';
    const client = await test.signIn(email);
    expect((await client.get('/api/profile/passkeys')).json()).toMatchObject({ passkeys: [], limit: passkeyLimit, available: true });
    const options = await optionsFor(client);
    expect(options.json()).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    const passkey = createSoftwarePasskey();
    const credential = passkey.create(options.json(), here);
    const added = await add(client, '  Amina’s phone ', credential);
    expect(added.status, added.body).toBe(200);
    expect(added.json()).toEqual({
      id: expect.any(String),
      name: 'Amina’s phone',
      createdAt: test.clock.now().toISOString(),
      lastUsed: null,
      backedUp: false,
    });
    const { id } = added.json();
    expect(await listOf(client)).toEqual([added.json()]);
    expect((await client.get('/api/profile/passkeys')).body).not.toContain(credential.id);
    expect((await mailTo(email, 'A passkey was added to your account')).text).toContain('Amina');
    // The device is told which passkeys exist already.
    expect((await optionsFor(client)).json().excludeCredentials).toEqual([
      { type: 'public-key', id: credential.id, transports: ['internal'] },
    ]);

    const renamed = await client.call('PATCH', `/api/profile/passkeys/${id}`, { name: 'Old phone' });
    expect([renamed.status, renamed.json().name]).toEqual([200, 'Old phone']);
    expect((await remove(client, id, 'wrong')).json().error.message).toBe('The current password is not right');
    expect(await listOf(client)).toHaveLength(1);
    expect((await remove(client, id)).status).toBe(200);
    expect(await listOf(client)).toEqual([]);
    expect((await remove(client, id)).status).toBe(404);
    expect((await mailTo(email, 'A passkey was removed from your account')).text).toContain('Old phone');

    const acts = (await client.get('/api/profile/activity')).json().activities;
    for (const action of ['account.passkey_add', 'account.passkey_rename', 'account.passkey_remove'])
      expect(acts).toContainEqual(expect.objectContaining({ action, outcome: 'done', target: id }));
    expect(acts).toContainEqual(expect.objectContaining({ action: 'account.passkey_remove', outcome: 'refused', target: id }));
  });

  it('are not added from a session that was left open: the password is asked for, and guessing it slows down', {
    tags: ['A-14'],
  }, async () => {
    const client = await test.signIn('operator@kampala.example');
    const statuses: number[] = [];
    for (let guess = 0; guess < 8; guess++) statuses.push((await optionsFor(client, `guess ${guess}`)).status);
    expect(statuses.slice(0, 5)).toEqual([403, 403, 403, 403, 403]);
    expect(statuses.at(-1)).toBe(429);
    const unasked = createSoftwarePasskey().create(
      { challenge: 'AAAA', rp: { id: 'localhost', name: '' }, user: { id: 'AAAA', name: '', displayName: '' } } as never, // options that the platform never issued
      here,
    );
    expect((await add(client, 'Mine', unasked)).status).toBe(400);
    expect(await listOf(client)).toEqual([]);
    test.clock.advance(60_000);
  });

  it('are begun from no session that is ended while the password is looked at: it is given no challenge', {
    tags: ['M-13', 'A-7'],
  }, async () => {
    const client = await test.signIn('operator@ukweli.example');
    const { db, database, sessions } = test.platform;
    const { sessionId = '' } = (await sessions.authenticate(client.cookie.split('=')[1] ?? '')) ?? {};
    const write = database.write.bind(database);
    const held = vi.spyOn(database, 'write').mockImplementation(async (line, ...asked) => {
      if (line === recordLine('demo')) {
        held.mockRestore();
        await sessions.end(sessionId, 'user');
      }
      return write(line, ...asked);
    });
    const refused = await optionsFor(client);
    expect([refused.status, refused.json().error?.code]).toEqual([401, 'unauthenticated']);
    expect(await db.selectFrom('passkey_challenges').select('holder').where('holder', '=', sessionId).execute()).toEqual([]);
  });

  it('refuses an answer twice, too late, of another session, for another site or name, and of a device that knew nobody', async () => {
    const client = await test.signIn('bank@ukweli.example');
    const other = await test.signIn('bank@ukweli.example');
    const fresh = async () => (await optionsFor(client)).json();
    const refusedWith = async (who: TestClient, credential: unknown) => {
      const answer = await add(who, 'Mine', credential);
      expect([answer.status, answer.json().error.message]).toEqual([400, 'The device’s answer does not match the request. Start again']);
    };
    await refusedWith(client, createSoftwarePasskey().create(await fresh(), { origin: 'https://evil.example' }));
    await refusedWith(client, createSoftwarePasskey().create(await fresh(), { origin, rpId: 'evil.example' }));
    await refusedWith(client, createSoftwarePasskey().create(await fresh(), { origin, recognised: false }));
    await refusedWith(client, createSoftwarePasskey().create({ ...(await fresh()), challenge: 'A'.repeat(43) }, here));
    const swapped = createSoftwarePasskey().create(await fresh(), here);
    await refusedWith(client, { ...swapped, id: 'AAAA', rawId: 'AAAA' });
    await refusedWith(other, createSoftwarePasskey().create(await fresh(), here));
    const late = createSoftwarePasskey().create(await fresh(), here);
    test.clock.advance(challengeTtlMs);
    await refusedWith(client, late);
    expect(await listOf(client)).toEqual([]);

    const passkey = createSoftwarePasskey().create(await fresh(), here);
    expect((await add(client, 'Mine', passkey)).status).toBe(200);
    const told = test.logged.length;
    await refusedWith(client, passkey);
    expect(await listOf(client)).toHaveLength(1);
    // The reason is only in the log.
    const why = test.logged.slice(told).map((line) => JSON.parse(line));
    expect(why).toContainEqual(expect.objectContaining({ level: 'warn', event: 'passkey.refused', why: 'No challenge' }));
    expect((await linesOf('account.passkey_add')).at(-1)).toMatchObject({ outcome: 'refused', target: 'usr-demo-bank' });
  });

  it('are nobody else’s: another person finds, renames and removes none of them, and takes none over', { tags: ['A-9'] }, async () => {
    const { client, id, passkey } = await withPasskey('auditor@ukweli.example', 'Hers');
    const other = await test.signIn('operator@ukweli.example');
    expect((await listOf(other)).map((one: { id: string }) => one.id)).not.toContain(id);
    expect((await other.call('PATCH', `/api/profile/passkeys/${id}`, { name: 'Mine' })).status).toBe(404);
    expect((await remove(other, id)).status).toBe(404);
    const again = await add(other, 'Mine', passkey.create((await optionsFor(other)).json(), here));
    expect([again.status, again.json().error.code]).toEqual([409, 'conflict']);
    expect((await listOf(client)).map(({ name }: { name: string }) => name)).toContain('Hers');
    await remove(client, id);
  });

  it(`are ${passkeyLimit} at most, those that come at once included`, async () => {
    const { db, clock } = test.platform;
    const row = (index: number) => ({
      passkey_id: `limit-${index}`,
      account_id: 'usr-demo-admin',
      credential_id: `limit-${index}`,
      public_key: 'AAAA',
      counter: 0,
      transports: '[]',
      name: `No ${index}`,
      backed_up: true,
      created_at: clock.now(),
    });
    await db
      .insertInto('passkeys')
      .values(Array.from({ length: passkeyLimit - 1 }, (_, index) => row(index)))
      .execute();
    const clients = await Promise.all([1, 2].map(() => test.signIn('admin@ukweli.example')));
    const made = await Promise.all(
      clients.map(async (client) => [client, createSoftwarePasskey().create((await optionsFor(client)).json(), here)] as const),
    );
    const answers = await Promise.all(made.map(([client, credential]) => add(client, 'The last', credential)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const full = await optionsFor(clients[0] ?? test.anonymous());
    expect([full.status, full.json().error.message]).toEqual([409, expect.stringContaining(`You have ${passkeyLimit} passkeys`)]);
    await db.deleteFrom('passkeys').where('account_id', '=', 'usr-demo-admin').execute();
  });

  it('cannot be changed in read-only mode, and still open the console', { tags: ['D-23'] }, async () => {
    const { client, passkey, id } = await withPasskey('auditor@ukweli.example');
    const admin = await test.signIn('admin@ukweli.example');
    const halted = await admin.call('PUT', '/api/system/kill-switch', { active: true, reason: 'A drill', confirmation: 'STOP' });
    expect(halted.status, halted.body).toBe(200);
    expect((await optionsFor(client)).status).toBe(423);
    expect((await client.call('PATCH', `/api/profile/passkeys/${id}`, { name: 'Other' })).status).toBe(423);
    expect((await remove(client, id)).status).toBe(423);
    const door = await atTheDoor(test.app);
    expect((await door.send(passkey.get(await door.ask(), here))).location).toContain('/idp/authorize/');
    const { version } = halted.json();
    await admin.call('PUT', '/api/system/kill-switch', { active: false, version, reason: 'The drill is over' });
    await remove(client, id);
  });
});

describe('signing in by passkey', () => {
  const email = 'operator@ukweli.example';
  const accountId = 'usr-demo-operator';
  let mine: { client: TestClient; passkey: SoftwarePasskey; id: string };
  beforeAll(async () => {
    mine = await withPasskey(email);
  });

  it('leads to the same tokens and session as a password, says how, and is on record', { tags: ['D-20', 'C-77', 'D-27'] }, async () => {
    const door = await atTheDoor(test.app);
    const asked = await door.ask();
    expect(asked).toEqual({ challenge: expect.any(String), rpId: 'localhost', timeout: challengeTtlMs, userVerification: 'required' });
    const { idToken, claims } = await claimsAfter(door, (await door.send(mine.passkey.get(asked, here))).location);
    expect(claims).toMatchObject({ sub: accountId, amr: ['pop', 'user', 'mfa'], nonce: nonceOf(door.nonce) });
    expect(door.browser.cookies.has('ukweli_device')).toBe(true);
    const opened = await test.anonymous().post('/api/auth/session', { idToken, nonce: door.nonce });
    expect(opened.json().user).toMatchObject({ email, role: 'operator' });
    expect((await linesOf('account.passkey_use')).at(-1)).toMatchObject({ actor_id: accountId, target: mine.id, outcome: 'done' });
    expect(await lastTry()).toMatchObject({ actor_id: accountId, outcome: 'done', details: { method: 'oidc', amr: 'pop user mfa' } });
    const [own] = await listOf(mine.client);
    expect(own).toMatchObject({ id: mine.id, lastUsed: test.clock.now().toISOString() });
    // A sign-in by password names its method too.
    const other = await atTheDoor(test.app);
    const byPassword = await other.browser.request('POST', other.address, { form: { email, password: demoPassword } });
    expect((await claimsAfter(other, byPassword.location)).claims['amr']).toEqual(['pwd']);
  });

  it('takes a challenge once, from the step it was given to, and not for long', { tags: ['A-6'] }, async () => {
    const door = await atTheDoor(test.app);
    const answer = mine.passkey.get(await door.ask(), { origin: 'https://evil.example' });
    expectTurnedAway(await door.send(answer));
    // The first try uses the challenge up, whatever its result.
    const replayed = await atTheDoor(test.app);
    const used = mine.passkey.get(await replayed.ask(), here);
    expect((await replayed.send(used)).location).toContain('/idp/authorize/');
    expectTurnedAway(await replayed.send(used));
    expect(await lastTry()).toMatchObject({ outcome: 'failed', details: { why: 'no_challenge', by: 'passkey' } });
    // The challenge of another browser's step.
    const [one, two] = [await atTheDoor(test.app), await atTheDoor(test.app)];
    await two.ask();
    expectTurnedAway(await two.send(mine.passkey.get(await one.ask(), here)));
    expect(await lastTry()).toMatchObject({ details: { why: 'mismatch' } });
    // A new challenge voids the previous one.
    const twice = await atTheDoor(test.app);
    const first = await twice.ask();
    await twice.ask();
    expectTurnedAway(await twice.send(mine.passkey.get(first, here)));
    const late = await atTheDoor(test.app);
    const slow = mine.passkey.get(await late.ask(), here);
    test.clock.advance(challengeTtlMs);
    expectTurnedAway(await late.send(slow));
  });

  it('refuses another site, another name, a device that knew nobody, another’s key or owner, and what is no assertion', {
    tags: ['A-6'],
  }, async () => {
    const tries: [string, (asked: never) => object | string][] = [
      ['origin', (asked) => mine.passkey.get(asked, { origin: 'http://localhost:41730' })],
      ['name', (asked) => mine.passkey.get(asked, { origin, rpId: 'evil.example' })],
      ['unknown', (asked) => createSoftwarePasskey().get(asked, here)],
      ['recognised', (asked) => mine.passkey.get(asked, { origin, recognised: false })],
      ['key', (asked) => ({ ...createSoftwarePasskey().get(asked, here), ...idsOf(mine.passkey.get(asked, here)) })],
      ['owner', (asked) => withHandle(mine.passkey.get(asked, here), 'AAAA')],
      ['text', () => 'no json'],
      ['shape', () => '{"id":{}}'],
    ];
    for (const [what, made] of tries) {
      test.clock.advance(16 * 60_000); // so that each case has a fresh count
      const door = await atTheDoor(test.app);
      const answer = await door.send(made((await door.ask()) as never)); // the options, passed on unchanged
      expect([what, answer.status, answer.location]).toEqual([what, 200, null]);
      expectTurnedAway(answer);
    }
    test.clock.set(new Date());
  });

  it('refuses a counter that does not go up, and two uses of one count; one that never counts goes on', async () => {
    await test.platform.db.deleteFrom('sign_in_attempts').execute();
    const send = async (passkey: SoftwarePasskey, counter?: number) => {
      const door = await atTheDoor(test.app);
      return door.send(passkey.get(await door.ask(), counter === undefined ? here : { origin, counter }));
    };
    expect((await send(mine.passkey, 1000)).location).toContain('/idp/authorize/');
    for (const behind of [1000, 999, 0]) {
      expectTurnedAway(await send(mine.passkey, behind));
      expect(await lastTry()).toMatchObject({ target: accountId, outcome: 'failed', details: { why: 'counter' } });
    }
    const copies = await Promise.all([send(mine.passkey, 2000), send(mine.passkey, 2000)]);
    expect(copies.filter(({ location }) => location !== null)).toHaveLength(1);
    const synced = await withPasskey(email, 'Synced', createSoftwarePasskey(false));
    for (let use = 0; use < 2; use++) expect((await send(synced.passkey)).location).toContain('/idp/authorize/');
    await remove(synced.client, synced.id);
  });

  it('takes nothing from another site, nor from a browser that is not in this step', { tags: ['D-21', 'A-8'] }, async () => {
    const door = await atTheDoor(test.app);
    const assertion = JSON.stringify(mine.passkey.get(await door.ask(), { origin, counter: 3000 }));
    const foreign = { origin: 'https://evil.example' };
    for (const path of ['/passkey/options', '/passkey']) {
      const stranger = createOidcBrowser(test.app, origin);
      const status = async (browser: OidcBrowser, headers: Record<string, string>) =>
        (await browser.request('POST', `${door.address}${path}`, { form: { assertion }, headers })).status;
      expect([await status(door.browser, foreign), await status(stranger, { origin })]).toEqual(
        path === '/passkey' ? [400, 400] : [410, 410],
      );
    }
    // None of these attempts used the challenge up.
    expect((await door.send(assertion)).location).toContain('/idp/authorize/');
  });

  it('slows down whoever tries on, and says so', { tags: ['A-14'] }, async () => {
    const stranger = createSoftwarePasskey();
    const statuses: number[] = [];
    for (let guess = 0; guess < 8; guess++) {
      const door = await atTheDoor(test.app);
      statuses.push((await door.send(stranger.get(await door.ask(), here))).status);
    }
    expect(statuses.slice(0, 5)).toEqual([200, 200, 200, 200, 200]);
    expect(statuses.at(-1)).toBe(429);
    await test.platform.strangers.keep();
    await test.platform.strangers.settle('all');
    expect(await lastTry()).toMatchObject({ outcome: 'refused', details: { why: 'rate_limited', by: 'passkey', times: 2 } });
    // Attempts with another passkey, also from an unknown browser, have their own count.
    const next = await atTheDoor(test.app);
    expect((await next.send(createSoftwarePasskey().get(await next.ask(), here))).status).toBe(200);
    await test.platform.db.deleteFrom('sign_in_attempts').execute();
  });

  it('refuses a deactivated account, then a removed passkey, in the same words', { tags: ['D-19', 'A-7'] }, async () => {
    const { db } = test.platform;
    await db.updateTable('accounts').set({ status: 'inactive' }).where('account_id', '=', accountId).execute();
    const door = await atTheDoor(test.app);
    expectTurnedAway(await door.send(mine.passkey.get(await door.ask(), { origin, counter: 4000 })));
    expect(await lastTry()).toMatchObject({ target: accountId, outcome: 'failed', details: { why: 'not_active', by: 'passkey' } });
    await db.updateTable('accounts').set({ status: 'active' }).where('account_id', '=', accountId).execute();
    expect((await remove(mine.client, mine.id)).status).toBe(200);
    const after = await atTheDoor(test.app);
    expectTurnedAway(await after.send(mine.passkey.get(await after.ask(), { origin, counter: 5000 })));
    expect(await lastTry()).toMatchObject({ target: 'unknown account', details: { why: 'unknown_passkey' } });
  });
});

it('an address without a name has no passkeys: no button, none to add', { tags: ['D-20'] }, async () => {
  const bare = await createTestPlatform({ config: { origin: 'http://127.0.0.1:4173' } });
  const client = await bare.signIn('bank@ukweli.example');
  const own = { origin: 'http://127.0.0.1:4173' };
  expect((await client.get('/api/profile/passkeys')).json()).toMatchObject({ available: false, passkeys: [] });
  const credential = createSoftwarePasskey().create(
    { challenge: 'AAAA', rp: { id: '127.0.0.1', name: '' }, user: { id: 'AAAA', name: '', displayName: '' } } as never, // options that the platform never issued
    own,
  );
  for (const [path, body] of [
    ['/api/profile/passkeys/options', { currentPassword: demoPassword }],
    ['/api/profile/passkeys', { name: 'Mine', credential }],
  ] as const) {
    const answer = await client.post(path, body, own);
    expect([answer.status, answer.json().error.message]).toEqual([409, expect.stringContaining('Passkeys are not available')]);
  }
  const browser = createOidcBrowser(bare.app, own.origin);
  const address = (await browser.request('GET', authorizationRequest(own.origin).url)).location ?? '';
  const page = await browser.request('GET', address);
  expect(page.body).toContain('Forgot your password?');
  expect(page.body).not.toContain('passkey');
  expect(page.body).not.toContain('<script');
  await bare.close();
});

const idsOf = (assertion: object) => {
  const { id, rawId } = assertion as { readonly id: string; readonly rawId: string }; // a software passkey's
  return { id, rawId };
};
const withHandle = (assertion: object, userHandle: string) => {
  const { response } = assertion as { readonly response: object }; // a software passkey's
  return { ...assertion, response: { ...response, userHandle } };
};
