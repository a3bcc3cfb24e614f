// Means of sign-in, seen and ended by an administrator without deactivating the account (issue 17, points 9 and 25; ASVS 7.4.5).
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { demoPassword } from '../identity/demo/demoAccounts.ts';
import { hashPassword } from '../identity/passwords/passwords.ts';
import { createSoftwarePasskey } from '../testing/authenticator.ts';
import { setUpApp } from '../testing/authenticatorApp.ts';
import { readMailbox } from '../testing/mailbox.ts';
import { addPasskey, atTheDoor, passkeyOrigin } from '../testing/passkeyDoor.ts';
import { createTestPlatform, type TestClient, type TestPlatform } from '../testing/platform.ts';

const email = 'bank@ukweli.example';
const target = '/api/v1/admin/users/usr-demo-bank';
let test: TestPlatform;
let admin: TestClient;
let keys = 0;
const key = () => ({ 'idempotency-key': `user-access-${String((keys += 1)).padStart(8, '0')}` });
beforeAll(async () => {
  test = await createTestPlatform();
});
afterAll(() => test.close());
beforeEach(async () => {
  // The provider uses the system clock.
  test.clock.set(new Date());
  admin = await test.signIn('admin@ukweli.example');
});
const access = async () => (await admin.get(`${target}/access`)).json();
const isIn = async (client: TestClient) => (await client.get('/api/auth/me')).status;
const letterOf = (subject: string) =>
  vi.waitFor(
    () => {
      const letter = readMailbox(test.platform.config.dataDir).findLast((one) => one.to === email && one.subject === subject);
      if (letter === undefined) throw new Error(`no letter '${subject}'`);
      return letter;
    },
    { timeout: 15_000 },
  );

describe('an administrator', { tags: ['G-25', 'G-9'] }, () => {
  it('sees sessions and passkeys of an account, and ends one of each: the others go on, its owner is told, both are on record', async () => {
    const [phone, laptop] = [await test.signIn(email), await test.signIn(email)];
    const passkey = createSoftwarePasskey();
    expect((await addPasskey(phone, 'Somebody’s key', passkey, demoPassword)).status).toBe(200);
    const before = await access();
    expect([before.sessions.length, before.passkeys, before.password]).toEqual([
      2,
      [expect.objectContaining({ name: 'Somebody’s key', lastUsed: null })],
      true,
    ]);
    expect(before.sessions.every(({ current }: { current: boolean }) => !current)).toBe(true);
    expect(JSON.stringify(before)).not.toMatch(/scrypt|credential|public_key|token/);

    const [newest] = before.sessions;
    const ending = await admin.call('DELETE', `${target}/sessions/${newest.id}`, undefined, key());
    expect([ending.status, ending.json()]).toEqual([200, { taken: true }]);
    expect([await isIn(phone), await isIn(laptop)].sort()).toEqual([200, 410]);
    const again = await admin.call('DELETE', `${target}/sessions/${newest.id}`, undefined, key());
    expect(again.json()).toEqual({ taken: false });

    const removing = await admin.call('DELETE', `${target}/passkeys/${before.passkeys[0].id}`, undefined, key());
    expect([removing.status, removing.json()]).toEqual([200, { taken: true }]);
    expect((await access()).passkeys).toEqual([]);
    const door = await atTheDoor(test.app);
    expect((await door.send(passkey.get(await door.ask(), { origin: passkeyOrigin }))).location).toBeNull();
    expect((await letterOf('A passkey was removed from your account')).text).toContain('Somebody’s key');

    const lines = await test.platform.db
      .selectFrom('audit_records')
      .select(['action', 'outcome', 'actor_id', 'details'])
      .where('actor_id', '=', 'usr-demo-admin')
      .where('action', 'in', ['session.revoke', 'account.passkey_remove'])
      .orderBy('audit_id')
      .execute();
    expect(lines).toEqual([
      { action: 'session.revoke', outcome: 'done', actor_id: 'usr-demo-admin', details: { account: 'usr-demo-bank' } },
      { action: 'account.passkey_remove', outcome: 'done', actor_id: 'usr-demo-admin', details: { account: 'usr-demo-bank' } },
    ]);
  });

  it('starts an account anew: no session, passkey, password, known device or link of before opens it, and its owner comes back by the letter, during the kill switch too', async () => {
    const thief = await test.signIn(email);
    const passkey = createSoftwarePasskey();
    expect((await addPasskey(thief, 'Thief’s own', passkey, demoPassword)).status).toBe(200);
    const signedIn = await test.anonymous().post('/api/auth/login', { email, password: demoPassword });
    const mark = /ukweli_device=[^;]+/.exec(String(signedIn.headers['set-cookie']))?.[0] ?? '';
    await test.anonymous().post('/api/auth/password-reset', { email });
    const { token: oldLink } = await letterOf('Set a new password');
    const halt = { active: true, confirmation: 'STOP', reason: 'Somebody is in an account' };
    expect((await admin.call('PUT', '/api/system/kill-switch', halt)).status).toBe(200);

    const path = `${target}/start-anew`;
    const starting = await admin.post(path, undefined, key());
    expect(starting.status, starting.body).toBe(200);
    const { user, endedSessions, removedPasskeys } = starting.json();
    expect([user.status, user.role, endedSessions >= 2, removedPasskeys]).toEqual(['active', 'bank_ops', true, 1]);
    expect(await access()).toMatchObject({ sessions: [], passkeys: [], password: false });

    expect(await isIn(thief)).toBe(410);
    expect((await test.anonymous().post('/api/auth/login', { email, password: demoPassword })).status).toBe(401);
    const door = await atTheDoor(test.app);
    expect((await door.send(passkey.get(await door.ask(), { origin: passkeyOrigin }))).location).toBeNull();
    const chosen = 'Nalubaale-Ripon-47!';
    const set = (token: string | null) => test.anonymous().post('/api/auth/password-reset/confirm', { token, password: chosen });
    expect((await set(oldLink)).status).toBe(410);

    const told = await letterOf('Access to your account was reset');
    expect(told.text).toContain('The passkey “Thief’s own” went with it');
    expect(told.text).toContain('Wanjiru Kamau');
    const fresh = await vi.waitFor(
      async () => {
        const letter = await letterOf('Set a new password');
        if (letter.token === oldLink) throw new Error('The new link has not come');
        return letter.token;
      },
      { timeout: 15_000 },
    );
    expect((await set(fresh)).status).toBe(200);
    // The old device mark no longer counts as known, whatever password comes with it.
    await test.platform.db.deleteFrom('sign_in_attempts').execute();
    const back = await test.holding(mark).post('/api/auth/login', { email, password: chosen });
    expect(back.status).toBe(200);
    const line = await test.platform.db
      .selectFrom('audit_records')
      .select(['outcome', 'actor_id', 'details'])
      .where('action', '=', 'account.start_anew')
      .executeTakeFirstOrThrow();
    expect(line).toMatchObject({ outcome: 'done', actor_id: 'usr-demo-admin', details: { removedPasskeys: 1 } });
    const { version } = (await admin.get('/api/system/kill-switch')).json();
    expect((await admin.call('PUT', '/api/system/kill-switch', { active: false, reason: 'All is well', version })).status).toBe(200);
  });

  it('sees that an authenticator app is set up and how many recovery codes are left, never what they are, and removes both; starting anew does too', async () => {
    const own = await test.signIn(email);
    const { recoveryCodes } = await setUpApp(test, own);
    const seen = await access();
    expect(seen).toMatchObject({ totp: { since: test.clock.now().toISOString(), lastUsed: null }, recoveryCodes: 10 });
    for (const code of recoveryCodes) expect(JSON.stringify(seen)).not.toContain(code.slice(0, 4));
    const removed = await admin.call('DELETE', `${target}/totp`, undefined, key());
    expect([removed.status, removed.json()]).toEqual([200, { taken: true }]);
    expect(await access()).toMatchObject({ totp: null, recoveryCodes: 0 });
    expect((await admin.call('DELETE', `${target}/totp`, undefined, key())).json()).toEqual({ taken: false });
    await letterOf('Your authenticator app was removed');
    const line = await test.platform.db
      .selectFrom('audit_records')
      .select(['actor_id', 'target', 'outcome'])
      .where('action', '=', 'account.totp_remove')
      .executeTakeFirstOrThrow();
    expect(line).toEqual({ actor_id: 'usr-demo-admin', target: 'usr-demo-bank', outcome: 'done' });

    await setUpApp(test, await test.signIn(email));
    const anew = await admin.post(`${target}/start-anew`, undefined, key());
    expect(anew.json()).toMatchObject({ removedTotp: true, removedPasskeys: 0 });
    expect(await access()).toMatchObject({ totp: null, recoveryCodes: 0, password: false });
    await vi.waitFor(
      async () =>
        expect((await letterOf('Access to your account was reset')).text).toContain(
          'Your authenticator app and its recovery codes were removed too',
        ),
      { timeout: 15_000 },
    );
    await test.platform.db
      .updateTable('accounts')
      .set({ password: await hashPassword(demoPassword, 1024) })
      .where('account_id', '=', 'usr-demo-bank')
      .execute();
  });

  it('sent twice, it starts anew once', async () => {
    const same = key();
    const first = await admin.post(`${target}/start-anew`, undefined, same);
    const client = await test.signIn(email);
    const second = await admin.post(`${target}/start-anew`, undefined, same);
    expect([second.status, second.json()]).toEqual([200, first.json()]);
    expect(await isIn(client)).toBe(200);
  });

  it('does none of it without a fresh proof, to his own account, to one of another tenant; nobody else does it at all', async () => {
    const acts = (id: string) =>
      [
        ['DELETE', `/api/v1/admin/users/${id}/sessions/x`],
        ['DELETE', `/api/v1/admin/users/${id}/passkeys/x`],
        ['POST', `/api/v1/admin/users/${id}/start-anew`],
      ] as const;
    const statuses = async (client: TestClient, id: string) =>
      Promise.all(acts(id).map(async ([method, path]) => (await client.call(method, path, undefined, key())).status));
    expect(await statuses(admin, 'usr-demo-admin')).toEqual([409, 409, 409]);
    expect(await statuses(admin, 'usr-kampala-operator')).toEqual([404, 404, 404]);
    expect((await admin.get('/api/v1/admin/users/usr-kampala-operator/access')).status).toBe(404);
    for (const role of ['bank', 'operator', 'auditor']) {
      const other = await test.signIn(`${role}@ukweli.example`);
      expect(await statuses(other, 'usr-demo-bank')).toEqual([403, 403, 403]);
      expect((await other.get(`${target}/access`)).status).toBe(403);
    }
    test.clock.advance(5 * 60_000 + 1);
    for (const [method, path] of acts('usr-demo-bank'))
      expect((await admin.call(method, path, undefined, key())).json().error.code).toBe('proof_required');
  });
});
