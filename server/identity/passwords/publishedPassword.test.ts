import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOidcBrowser, authorizationRequest } from '../../testing/oidcClient.ts';
import { createTestPlatform, openTestDatabase, type TestPlatform } from '../../testing/platform.ts';
import { isStrongPassword } from '../../../src/domain/accounts/password.ts';
import { demoAccounts, demoPassword } from '../demo/demoAccounts.ts';
import { makePassword, printPasswords } from '../demo/demoPasswords.ts';
import { hashPassword } from './passwords.ts';
import { seedDemoAccounts } from '../demo/seedAccounts.ts';

const email = 'admin@ukweli.example';
const ownPassword = 'Three-Herons-Wade-9!';

/** Every header by which a proxy shows that it forwards, sent from a loopback peer. */
const forwardings: readonly Record<string, string>[] = [
  { 'x-forwarded-for': '203.0.113.9' },
  { 'x-forwarded-for': '127.0.0.1' },
  { 'X-Forwarded-For': '' },
  { forwarded: 'for=203.0.113.9' },
  { 'x-forwarded-host': 'console.example' },
  { 'x-forwarded-proto': 'https' },
  { 'x-real-ip': '203.0.113.9' },
  { via: '1.1 tunnel' },
];

describe('the published password', { tags: ['G-7'] }, () => {
  let test: TestPlatform;
  beforeAll(async () => {
    test = await createTestPlatform();
  });
  afterAll(() => test.close());
  const login = (password: string, more: Record<string, string> = {}) =>
    test.anonymous().post('/api/auth/login', { email, password }, { ...more, [`x-correlation-id`]: 'published' });

  it('opens the demo on loopback', async () => {
    expect((await login(demoPassword)).status).toBe(200);
  });

  it.each(forwardings)('opens nothing where a proxy hands on the call, by %j', async (forwarding) => {
    const refused = await login(demoPassword, forwarding);
    expect([refused.status, refused.json().error.message]).toEqual([401, 'Login failed']);
    expect(refused.headers['set-cookie']).toBeUndefined();
    // The same password in other Unicode characters.
    expect((await login('Ukweli－2026！', forwarding)).status).toBe(401);
    await test.platform.db.deleteFrom('sign_in_attempts').execute();
  });

  it('stands on record as what it was', async () => {
    await login(demoPassword, { forwarded: 'for=203.0.113.9' });
    // The line is written after the answer.
    const last = () =>
      test.platform.db
        .selectFrom('audit_records')
        .select('details')
        .where('action', '=', 'session.create')
        .where('outcome', '=', 'failed')
        .orderBy('chain_index', 'desc')
        .executeTakeFirstOrThrow();
    await expect.poll(last).toEqual({ details: { why: 'published_password' } });
    await test.platform.db.deleteFrom('sign_in_attempts').execute();
  });

  it('opens nothing on the provider’s page either', async () => {
    const { origin } = test.platform.config;
    const browser = createOidcBrowser(test.app, origin);
    const page = (await browser.request('GET', authorizationRequest(origin).url)).location ?? '';
    const answer = await browser.request('POST', page, { form: { email, password: demoPassword }, headers: { forwarded: 'for=_x' } });
    // The page again, with the error.
    expect([answer.status, answer.location, answer.body.includes('role="alert"')]).toEqual([200, null, true]);
    expect((await browser.request('POST', page, { form: { email, password: demoPassword } })).status).toBe(303);
  });

  it('proves nothing to a session that calls through a proxy: neither for a password, an address nor a passkey', async () => {
    const admin = await test.signIn(email);
    const through = { 'x-forwarded-for': '203.0.113.9' };
    const change = { currentPassword: demoPassword, newPassword: ownPassword };
    expect((await admin.post('/api/profile/password', change, through)).status).toBe(403);
    const address = { name: 'Wanjiru Kamau', email: 'moved@ukweli.example', currentPassword: demoPassword };
    expect((await admin.call('PATCH', '/api/profile', address, through)).status).toBe(403);
    expect((await admin.post('/api/profile/passkeys/options', { currentPassword: demoPassword }, through)).status).toBe(403);
  });

  it('a password of one’s own opens the account from anywhere', async () => {
    const password = await hashPassword(ownPassword, test.platform.config.passwordCost);
    await test.platform.db.updateTable('accounts').set({ password }).where('email', '=', email).execute();
    for (const forwarding of forwardings) expect([forwarding, (await login(ownPassword, forwarding)).status]).toEqual([forwarding, 200]);
  });
});

describe('off loopback', { tags: ['G-7'] }, () => {
  it.each([
    { origin: 'https://console.example', secure: true },
    { host: '0.0.0.0' },
    { host: '192.0.2.4', origin: 'http://localhost:4173' },
  ])('the published password opens nothing of data that was made on loopback: %j', async (config) => {
    const test = await createTestPlatform({ config });
    try {
      const answer = await test.anonymous().post('/api/auth/login', { email, password: demoPassword });
      expect([answer.status, answer.json().error.code]).toEqual([401, 'login_failed']);
    } finally {
      await test.close();
    }
  });

  it('the demo’s accounts get passwords of their own, which are kept as hashes alone', async () => {
    const test = await createTestPlatform({
      config: { origin: 'https://console.example', secure: true },
      database: await openTestDatabase(),
      joins: true,
    });
    try {
      const made = await seedDemoAccounts(test.platform);
      expect(made.map((one) => one.email)).toEqual(demoAccounts.map((one) => one.email));
      expect(new Set(made.map(({ password }) => password)).size).toBe(demoAccounts.length);
      for (const { email: address, password } of made) {
        expect(isStrongPassword(password)).toBe(true);
        expect((await test.anonymous().post('/api/auth/login', { email: address, password })).status).toBe(200);
        expect((await test.anonymous().post('/api/auth/login', { email: address, password: demoPassword })).status).toBe(401);
      }
      const kept = JSON.stringify([
        await test.platform.db.selectFrom('accounts').selectAll().execute(),
        await test.platform.db.selectFrom('platform_settings').selectAll().execute(),
        await test.platform.db.selectFrom('audit_records').selectAll().execute(),
        test.logged,
      ]);
      for (const { password } of made) expect(kept).not.toContain(password);
    } finally {
      await test.close();
    }
  });

  it('are said on a terminal, and nothing is where there are none', () => {
    const lines: string[] = [];
    printPasswords([], (line) => lines.push(line));
    expect(lines).toEqual([]);
    printPasswords([{ email, password: 'a.b' }], (line) => lines.push(line));
    expect(lines.join('\n')).toMatch(/shown now and never again.*\n {4}admin@ukweli\.example +a\.b$/);
  });

  it('made passwords keep the rules for new ones, and none comes twice', () => {
    const made = Array.from({ length: 500 }, makePassword);
    expect(made.filter((password) => !isStrongPassword(password))).toEqual([]);
    expect(new Set(made).size).toBe(500);
  });
});
