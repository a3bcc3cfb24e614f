// The second step of a sign-in on the provider's page (issue 17, point 25).
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSoftwarePasskey } from '../../testing/authenticator.ts';
import { type AuthenticatorApp, createAuthenticatorApp, setUpApp } from '../../testing/authenticatorApp.ts';
import { authorizationRequest, createOidcBrowser, exchangeCode, type OidcBrowser } from '../../testing/oidcClient.ts';
import { addPasskey, passkeyOrigin as origin } from '../../testing/passkeyDoor.ts';
import { createTestPlatform, type TestPlatform } from '../../testing/platform.ts';
import { demoPassword } from '../demo/demoAccounts.ts';

const email = 'bank@ukweli.example';
const accountId = 'usr-demo-bank';
let test: TestPlatform;
beforeAll(async () => {
  test = await createTestPlatform();
});
afterAll(() => test.close());
beforeEach(async () => {
  // The provider uses the system clock.
  test.clock.set(new Date());
  const { db } = test.platform;
  for (const table of ['sign_in_attempts', 'totp_secrets', 'recovery_codes', 'second_factor_roles', 'passkeys'] as const)
    await db.deleteFrom(table).execute();
});

const withApp = async () => setUpApp(test, await test.signIn(email));
const mustHave = () => test.platform.db.insertInto('second_factor_roles').values({ tenant_id: 'demo', role: 'bank_ops' }).execute();

/** A browser on the page that has entered the right password. */
async function pastPassword(browser: OidcBrowser = createOidcBrowser(test.app, origin)) {
  const asked = authorizationRequest(origin);
  const address = (await browser.request('GET', asked.url)).location ?? '';
  const answer = await browser.request('POST', address, { form: { email, password: demoPassword } });
  const second = (code: string) => browser.request('POST', `${address}/second`, { form: { code } });
  const page = async () => (await browser.request('GET', address)).body;
  return { browser, asked, address, answer, second, page };
}
type Door = Awaited<ReturnType<typeof pastPassword>>;

/** Continues from an accepted proof to a session. */
async function opened({ browser, asked }: Door, location: string | null) {
  expect(location).toContain('/idp/authorize/');
  const callback = (await browser.request('GET', location ?? '')).location ?? '';
  const { tokens } = await exchangeCode(browser, origin, new URL(callback).searchParams.get('code') ?? '', asked.verifier);
  const session = await test.anonymous().post('/api/auth/session', { idToken: tokens.id_token, nonce: asked.nonce });
  return { session, amr: decodeJwt(tokens.id_token)['amr'] };
}
const lastTry = async () =>
  (
    await test.platform.db
      .selectFrom('audit_records')
      .select(['outcome', 'details', 'target'])
      .where('action', '=', 'session.create')
      .orderBy('audit_id', 'desc')
      .execute()
  )[0];

describe('where the account has an authenticator app', { tags: ['G-25'] }, () => {
  let app: AuthenticatorApp;
  let recoveryCodes: readonly string[];
  beforeEach(async () => {
    ({ app, recoveryCodes } = await withApp());
  });

  it('a password leads to a page that asks for a code, gives nothing else, and a code leads on: tokens and record say so', async () => {
    const door = await pastPassword();
    expect([door.answer.status, door.answer.location]).toEqual([303, door.address.replace(origin, '')]);
    expect([...door.browser.cookies.keys()].filter((name) => /device|proved|session/.test(name))).toEqual([]);
    const page = await door.page();
    expect(page).toContain('<title>Second step · Ukweli</title>');
    expect(page).toContain('autocomplete="one-time-code"');
    expect(page).not.toMatch(/ style=| on[a-z]+=|<script>/);
    // Nor can the step simply be continued.
    const [, uid = ''] = /sign-in\/([^/]+)$/.exec(door.address) ?? [];
    expect((await door.browser.request('GET', `/idp/authorize/${uid}`)).status).toBe(400);

    const wrong = await door.second(app.shows(40));
    expect([wrong.status, wrong.location]).toEqual([200, null]);
    expect(wrong.body).toContain('The code is not right, or was used before');
    expect(await lastTry()).toMatchObject({ outcome: 'failed', target: accountId, details: { why: 'mismatch', by: 'code' } });
    const { session, amr } = await opened(door, (await door.second(app.shows())).location);
    expect([session.status, amr]).toEqual([200, ['pwd', 'otp', 'mfa']]);
    expect(door.browser.cookies.has('ukweli_device')).toBe(true);
    expect(await lastTry()).toMatchObject({ outcome: 'done', details: { method: 'oidc', amr: 'pwd otp mfa' } });
  });

  it('a device that the account knows is asked all the same, and so is the next sign-in in one browser', { tags: ['A-7'] }, async () => {
    const first = await pastPassword();
    await opened(first, (await first.second(app.shows())).location);
    expect(first.browser.cookies.has('ukweli_device')).toBe(true);
    const again = await pastPassword(first.browser);
    expect(await again.page()).toContain('Second step');
    // The earlier code is not accepted any more.
    expect((await again.second(app.shows())).location).toBeNull();
    expect((await again.second(app.shows(1))).location).toContain('/idp/authorize/');
  });

  it('a recovery code stands in for the app, once', async () => {
    const [code = ''] = recoveryCodes;
    const door = await pastPassword();
    const { session, amr } = await opened(door, (await door.second(code)).location);
    expect([session.status, amr]).toEqual([200, ['pwd', 'mfa']]);
    expect((await (await pastPassword()).second(code)).location).toBeNull();
  });

  it('a passkey alone is both', async () => {
    const passkey = createSoftwarePasskey();
    expect((await addPasskey(await test.signIn(email), 'Key', passkey, demoPassword)).status).toBe(200);
    const door = await pastPassword();
    const options = await door.browser.request('POST', `${door.address}/passkey/options`, { headers: { origin } });
    const wrong = await door.browser.request('POST', `${door.address}/passkey`, { form: { assertion: '{}' } });
    expect(wrong.body).toContain('The passkey was not accepted');
    expect(wrong.body).toContain('Second step');
    const fresh = await door.browser.request('POST', `${door.address}/passkey/options`, { headers: { origin } });
    expect(options.status).toBe(200);
    const assertion = JSON.stringify(passkey.get(JSON.parse(fresh.body), { origin }));
    const { session, amr } = await opened(
      door,
      (await door.browser.request('POST', `${door.address}/passkey`, { form: { assertion } })).location,
    );
    expect([session.status, amr]).toEqual([200, ['pop', 'user', 'mfa']]);
  });

  it('the second step goes on only in the browser that typed the password, and only from our page', { tags: ['G-8', 'A-7'] }, async () => {
    const door = await pastPassword();
    // A browser with all cookies of the step except the secret issued after the password.
    const planted = createOidcBrowser(test.app, origin);
    for (const [name, value] of door.browser.cookies) if (!name.includes('second')) planted.cookies.set(name, value);
    const there = await planted.request('POST', `${door.address}/second`, { form: { code: app.shows() } });
    expect([there.status, there.location]).toEqual([303, door.address.replace(origin, '')]);
    expect((await planted.request('GET', door.address)).body).toContain('autocomplete="current-password"');
    // A browser without the step's cookies.
    const stranger = createOidcBrowser(test.app, origin);
    expect((await stranger.request('POST', `${door.address}/second`, { form: { code: app.shows() } })).status).toBe(400);
    const foreign = await door.browser.request('POST', `${door.address}/second`, {
      form: { code: app.shows() },
      headers: { origin: 'https://evil.example' },
    });
    expect(foreign.status).toBe(400);
    // None of these attempts used up the code.
    expect((await door.second(app.shows())).location).toContain('/idp/authorize/');
  });

  it('an end of all sessions between the two steps voids the password', { tags: ['A-7'] }, async () => {
    const door = await pastPassword();
    const { db, sessions } = test.platform;
    await db.transaction().execute((trx) => sessions.endAllIn(trx, accountId, 'revoked'));
    expect((await door.second(app.shows())).location).toBeNull();
  });

  it('the call that takes a password alone opens nothing, and gives no mark of a device', async () => {
    const answer = await test.anonymous().post('/api/auth/login', { email, password: demoPassword });
    expect([answer.status, answer.json().error.code, answer.headers['set-cookie']]).toEqual([403, 'forbidden', undefined]);
    // An attacker who tries passwords there has found the right one: its owner sees that.
    await vi.waitFor(async () =>
      expect(await lastTry()).toMatchObject({ outcome: 'failed', target: accountId, details: { why: 'second_step' } }),
    );
    expect((await test.anonymous().post('/api/auth/login', { email, password: 'wrong' })).json().error.code).toBe('login_failed');
  });

  it('a code that was wrong once may be typed again at once: the page names no wait, neither to people nor to programs', {
    tags: ['M-13', 'A-14'],
  }, async () => {
    const door = await pastPassword();
    const wrong = await door.second(app.shows(40));
    expect([wrong.status, wrong.headers['retry-after']]).toEqual([200, undefined]);
    expect(wrong.body).not.toContain('data-wait-s');
  });

  it('tries are slowed, and the page says for how long', { tags: ['A-14'] }, async () => {
    const door = await pastPassword();
    for (let go = 0; go < 6; go += 1) await door.second(app.shows(50 + go));
    const slowed = await door.second(app.shows());
    expect(slowed.status).toBe(429);
    expect(slowed.body).toContain('Too many attempts. The code was not checked.');
    expect(slowed.body).toMatch(/data-wait-s="\d+"/);
    expect(await lastTry()).toMatchObject({ outcome: 'failed' });
  });
});

describe('where a tenant asks for a second factor', { tags: ['G-25'] }, () => {
  beforeEach(mustHave);

  it('whoever has none sets one up before anything opens, is shown recovery codes once, and goes on', async () => {
    const door = await pastPassword();
    const page = await door.page();
    expect(page).toContain('Set up a second step');
    expect(page).toMatch(/<svg class="qr" role="img"[^]*<path d="M4 4h1v1h-1z/);
    const secret = (/<code class="key">([A-Z2-7 ]+)</.exec(page)?.[1] ?? '').replaceAll(' ', '');
    expect(page).toContain(`?secret=${secret}&#38;issuer=`);
    const app = createAuthenticatorApp(test, secret);
    const wrong = await door.second(app.shows(30));
    expect(wrong.body).toContain('The code is not right');
    // The secret stays the same, so that it need not be scanned again.
    expect(wrong.body.replaceAll(' ', '')).toContain(secret);
    const codes = await door.second(app.shows());
    expect([codes.status, codes.location, codes.headers['cache-control']]).toEqual([200, null, 'no-store']);
    expect(codes.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(codes.body.match(/<li><code>[0-9A-Z-]{19}<\/code>/g)).toHaveLength(10);
    // Reloaded, the page does not show the codes again.
    expect(await door.page()).not.toMatch(/<li><code>/);
    const { session, amr } = await opened(door, (await door.second('')).location);
    expect([session.status, amr]).toEqual([200, ['pwd', 'otp', 'mfa']]);
    // From now on sign-in asks for a code.
    expect(await (await pastPassword()).page()).toContain('Code of your authenticator app');
  });

  it('whoever has none may make a passkey in its place, by this step’s challenge, once, and goes on; its owner is told, and it is on record', async () => {
    const door = await pastPassword();
    const { browser, address } = door;
    expect(await door.page()).toContain('Set up a passkey instead');
    const ask = async () => JSON.parse((await browser.request('POST', `${address}/passkey/new/options`, { headers: { origin } })).body);
    const send = (credential: object) =>
      browser.request('POST', `${address}/passkey/new`, { form: { assertion: JSON.stringify(credential) } });
    const passkey = createSoftwarePasskey();
    const unknown = await send(passkey.create(await ask(), { origin: 'https://evil.example' }));
    expect([unknown.location, unknown.body.includes('The passkey was not accepted')]).toEqual([null, true]);
    const options = await ask();
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: email },
      authenticatorSelection: { userVerification: 'required' },
    });
    const credential = passkey.create(options, { origin });
    // A browser that is not in such a step gets nothing.
    const elsewhere = createOidcBrowser(test.app, origin);
    expect((await elsewhere.request('POST', `${address}/passkey/new`, { form: { assertion: JSON.stringify(credential) } })).status).toBe(
      400,
    );
    const { session, amr } = await opened(door, (await send(credential)).location);
    expect([session.status, amr]).toEqual([200, ['pop', 'user', 'mfa']]);
    const kept = await test.platform.db
      .selectFrom('passkeys')
      .select(['passkey_id', 'name', 'after_password'])
      .where('account_id', '=', accountId)
      .execute();
    const id = kept[0]?.passkey_id;
    expect(kept).toEqual([{ passkey_id: id, name: 'A browser on an unknown system', after_password: false }]);
    const lines = test.platform.db
      .selectFrom('audit_records')
      .select(['actor_id', 'action', 'outcome', 'ip'])
      .where('target', '=', id ?? '');
    expect(await lines.execute()).toEqual([{ actor_id: accountId, action: 'account.passkey_add', outcome: 'done', ip: '127.0.0.1' }]);
    const letters = await test.platform.db.selectFrom('account_letters').select('purpose').where('purpose', '=', 'passkey_added').execute();
    expect(letters.length).toBeGreaterThan(0);
    // From now on sign-in asks for the passkey, and the password alone creates no second one.
    const next = await pastPassword();
    expect(await next.page()).toContain('Your organisation asks for your passkey too');
    expect((await next.browser.request('POST', `${next.address}/passkey/new/options`, { headers: { origin } })).status).toBe(410);
  });

  it('what is sent in a passkey’s place and cannot be read is answered like a passkey that does not fit, and is no fault in the log', {
    tags: ['M-13'],
  }, async () => {
    const { browser, address } = await pastPassword();
    for (const assertion of ['', 'not JSON', '{}', 'null']) {
      await browser.request('POST', `${address}/passkey/new/options`, { headers: { origin } });
      const before = test.logged.length;
      const refused = await browser.request('POST', `${address}/passkey/new`, { form: { assertion } });
      expect([assertion, refused.status, refused.body.includes('The passkey was not accepted')]).toEqual([assertion, 200, true]);
      expect(test.logged.slice(before).join('')).not.toContain('TypeError');
    }
  });

  it('an end of all sessions, or of the account, while a passkey is being made voids the password: none is kept', {
    tags: ['M-13', 'A-7'],
  }, async () => {
    const { db, sessions } = test.platform;
    const made = async (meanwhile: () => Promise<unknown>) => {
      const { browser, address } = await pastPassword();
      const asked = await browser.request('POST', `${address}/passkey/new/options`, { headers: { origin } });
      const assertion = JSON.stringify(createSoftwarePasskey().create(JSON.parse(asked.body), { origin }));
      await meanwhile();
      return (await browser.request('POST', `${address}/passkey/new`, { form: { assertion } })).location;
    };
    const setStatus = (status: 'active' | 'inactive') =>
      db.updateTable('accounts').set({ status }).where('account_id', '=', accountId).execute();
    expect(await made(() => db.transaction().execute((trx) => sessions.endAllIn(trx, accountId, 'revoked')))).toBeNull();
    expect(await made(() => setStatus('inactive'))).toBeNull();
    await setStatus('active');
    expect(await db.selectFrom('passkeys').select('name').where('account_id', '=', accountId).execute()).toEqual([]);
  });

  it('two who have the password and set one up at once: one does, and the other is none in its place', { tags: ['A-14'] }, async () => {
    const [one, two] = [await pastPassword(), await pastPassword()];
    const secretOf = async (door: Door) => (/<code class="key">([A-Z2-7 ]+)</.exec(await door.page())?.[1] ?? '').replaceAll(' ', '');
    const first = createAuthenticatorApp(test, await secretOf(one));
    expect((await one.second(first.shows())).body).toContain('is set up');
    const second = createAuthenticatorApp(test, await secretOf(two));
    const late = await two.second(second.shows());
    expect(late.location).toBeNull();
    expect(late.body).not.toContain('is set up');
    const third = await pastPassword();
    expect((await third.second(first.shows(1))).location).toContain('/idp/authorize/');
  });

  it('whoever has a passkey and no app is asked for that, and a code of nothing leads nowhere', async () => {
    const passkey = createSoftwarePasskey();
    expect((await addPasskey(await test.signIn(email), 'Key', passkey, demoPassword)).status).toBe(200);
    const door = await pastPassword();
    const page = await door.page();
    expect(page).toContain('Your organisation asks for your passkey too');
    expect(page).not.toContain('name="code"');
    expect((await door.second('123456')).location).toBeNull();
    const fresh = await door.browser.request('POST', `${door.address}/passkey/options`, { headers: { origin } });
    const assertion = JSON.stringify(passkey.get(JSON.parse(fresh.body), { origin }));
    const { session } = await opened(
      door,
      (await door.browser.request('POST', `${door.address}/passkey`, { form: { assertion } })).location,
    );
    expect(session.status).toBe(200);
  });

  it('others of the tenant sign in as before, and an account that is a member of two is asked by either', async () => {
    const { db } = test.platform;
    const browser = createOidcBrowser(test.app, origin);
    const address = (await browser.request('GET', authorizationRequest(origin).url)).location ?? '';
    const form = { email: 'operator@ukweli.example', password: demoPassword };
    expect((await browser.request('POST', address, { form })).location).toContain('/idp/authorize/');
    await db.deleteFrom('second_factor_roles').execute();
    await db.insertInto('second_factor_roles').values({ tenant_id: 'kampala', role: 'admin' }).execute();
    const admin = createOidcBrowser(test.app, origin);
    const there = (await admin.request('GET', authorizationRequest(origin).url)).location ?? '';
    await admin.request('POST', there, { form: { email: 'admin@ukweli.example', password: demoPassword } });
    expect((await admin.request('GET', there)).body).toContain('Set up a second step');
  });

  it('a token that names the password alone opens no session, wherever it is from', async () => {
    await test.platform.db.deleteFrom('second_factor_roles').execute();
    const door = await pastPassword();
    const callback = (await door.browser.request('GET', door.answer.location ?? '')).location ?? '';
    const { tokens } = await exchangeCode(door.browser, origin, new URL(callback).searchParams.get('code') ?? '', door.asked.verifier);
    await mustHave();
    const session = await test.anonymous().post('/api/auth/session', { idToken: tokens.id_token, nonce: door.asked.nonce });
    expect([session.status, session.json().error.code]).toEqual([403, 'forbidden']);
    await vi.waitFor(async () => expect(await lastTry()).toMatchObject({ outcome: 'refused', details: { why: 'one_factor' } }));
  });

  it('an end of all sessions while the recovery codes are shown ends the step: neither a session nor a mark of the device comes of it', {
    tags: ['A-7'],
  }, async () => {
    const door = await pastPassword();
    const secret = (/<code class="key">([A-Z2-7 ]+)</.exec(await door.page())?.[1] ?? '').replaceAll(' ', '');
    expect((await door.second(createAuthenticatorApp(test, secret).shows())).body).toContain('is set up');
    const { db, sessions } = test.platform;
    await db.transaction().execute((trx) => sessions.endAllIn(trx, accountId, 'revoked'));
    const over = await door.second('');
    expect([over.location, door.browser.cookies.has('ukweli_device')]).toEqual([null, false]);
    // The person is told so, and is not left on an empty page.
    expect([over.status, over.body.includes('Start again from the console')]).toEqual([400, true]);
  });

  it('a password typed for another account in the same step, while one’s own app is taken into use, is not over for that other: its code is asked for', {
    tags: ['A-7'],
  }, async () => {
    const other = 'operator@ukweli.example';
    await setUpApp(test, await test.signIn(other));
    const door = await pastPassword();
    const secret = (/<code class="key">([A-Z2-7 ]+)</.exec(await door.page())?.[1] ?? '').replaceAll(' ', '');
    const elsewhere = createOidcBrowser(test.app, origin);
    for (const [name, value] of door.browser.cookies) elsewhere.cookies.set(name, value);
    // In reality hashing recovery codes leaves time for a concurrent request. In tests it is too fast, so send the request when the record
    // is written.
    const { database } = test.platform;
    const write = database.write.bind(database);
    const held = vi.spyOn(database, 'write').mockImplementationOnce(async (...asked) => {
      const typed = await elsewhere.request('POST', door.address, { form: { email: other, password: demoPassword } });
      expect(typed.status).toBe(303);
      return write(...asked);
    });
    expect((await door.second(createAuthenticatorApp(test, secret).shows())).body).toContain('is set up');
    held.mockRestore();
    expect((await elsewhere.request('POST', `${door.address}/second`, { form: { code: '' } })).location ?? '').not.toContain(
      '/idp/authorize/',
    );
  });
});
