import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSoftwarePasskey, type SoftwarePasskey } from '../../testing/authenticator.ts';
import { setUpApp } from '../../testing/authenticatorApp.ts';
import { readMailbox } from '../../testing/mailbox.ts';
import { addPasskey, atTheDoor, passkeyOrigin } from '../../testing/passkeyDoor.ts';
import { createTestPlatform, type TestClient, type TestPlatform } from '../../testing/platform.ts';
import { demoPassword } from '../demo/demoAccounts.ts';
import { proveByCode } from '../factors/proveByCode.ts';
import { removeTotp } from '../factors/totpSecrets.ts';
import { hashPassword } from '../passwords/passwords.ts';

let test: TestPlatform;
beforeAll(async () => {
  test = await createTestPlatform();
});
afterAll(() => test.close());
// The provider uses the system clock.
beforeEach(() => test.clock.set(new Date()));

describe('a stolen account is won back', { tags: ['G-9'] }, () => {
  const email = 'operator@kampala.example';
  const chosen = 'Nalubaale-Ripon-47!';
  /** Resolves with a letter of this subject that arrived since the call. */
  const newLetter = (subject: string) => {
    const all = () => readMailbox(test.platform.config.dataDir).filter((letter) => letter.to === email && letter.subject === subject);
    const before = all().length;
    return () =>
      vi.waitFor(
        () => {
          const letter = all()[before];
          if (letter === undefined) throw new Error(`no new letter '${subject}'`);
          return letter;
        },
        { timeout: 15_000 },
      );
  };
  const passkeysOf = async (client: TestClient) => (await client.get('/api/profile/passkeys')).json().passkeys;
  const signInBy = async (passkey: SoftwarePasskey) => {
    const door = await atTheDoor(test.app);
    return door.send(passkey.get(await door.ask(), { origin: passkeyOrigin }));
  };

  it('by a link for a new password: the passkey that a thief has added opens nothing, and the letter says what went and that nothing is left', async () => {
    const [thief, own] = [createSoftwarePasskey(), createSoftwarePasskey()];
    const before = await test.signIn(email);
    expect((await addPasskey(before, 'Thief’s own', thief, demoPassword)).status).toBe(200);
    expect((await addPasskey(before, 'Ngozi’s phone', own, demoPassword)).status).toBe(200);
    expect((await signInBy(thief)).location).not.toBeNull();

    const link = newLetter('Set a new password');
    expect((await test.anonymous().post('/api/auth/password-reset', { email })).status).toBe(200);
    const { token } = await link();
    const told = newLetter('Your password was changed');
    expect((await test.anonymous().post('/api/auth/password-reset/confirm', { token, password: chosen })).status).toBe(200);
    const { text } = await told();
    expect(text).toContain(
      'Each of 2 passkeys (“Thief’s own”, “Ngozi’s phone”) went with the old password: nobody is signed in by them any more.',
    );
    expect(text).toContain('Nothing but the new password signs in as you.');

    for (const passkey of [thief, own]) {
      const { status, location, body } = await signInBy(passkey);
      expect([status, location, body]).toEqual([200, null, expect.stringContaining('Login failed.')]);
    }
    const line = await test.platform.db
      .selectFrom('audit_records')
      .select('details')
      .where('action', '=', 'account.password_reset')
      .executeTakeFirstOrThrow();
    expect(line.details).toMatchObject({ removedPasskeys: 2 });
    // The owner can add their passkey again.
    const client = await test.signIn(email);
    expect(await passkeysOf(client)).toEqual([]);
    const again = await addPasskey(client, 'Ngozi’s phone', own, chosen);
    expect(again.status, again.body).toBe(200);
  });

  it('and the code of an authenticator app is asked for after it as before: a mailbox goes round no second step, and an administrator takes away one that a thief has set up', {
    tags: ['G-25'],
  }, async () => {
    const client = await test.signIn(email);
    const { app } = await setUpApp(test, client);
    const link = newLetter('Set a new password');
    const told = newLetter('Your password was changed');
    await test.anonymous().post('/api/auth/password-reset', { email });
    const { token } = await link();
    expect((await test.anonymous().post('/api/auth/password-reset/confirm', { token, password: chosen })).status).toBe(200);
    expect((await told()).text).toContain(
      'The code of your authenticator app is asked for as before. If you have set up none, somebody else has',
    );
    expect((await test.anonymous().post('/api/auth/login', { email, password: chosen })).json().error.code).toBe('forbidden');
    const from = { accountId: 'usr-kampala-operator', ip: '127.0.0.1', correlationId: 'test' };
    expect(await proveByCode(test.platform, { ...from, typed: app.shows(), recovery: true })).toBe('code');
    await test.platform.db.transaction().execute((trx) => removeTotp(trx, from.accountId));
    expect((await test.anonymous().post('/api/auth/login', { email, password: chosen })).status).toBe(200);
    const again = await test.signIn(email);
    expect((await addPasskey(again, 'Ngozi’s phone', createSoftwarePasskey(), chosen)).status).toBe(200);
  });

  it('and where a tenant asks for a second factor, passkeys that are the only one open nothing by themselves and are asked for after the new password', {
    tags: ['G-25'],
  }, async () => {
    const { db } = test.platform;
    const client = await test.signIn(email);
    const own = createSoftwarePasskey();
    expect((await addPasskey(client, 'Nakato’s key', own, chosen)).status).toBe(200);
    await db.insertInto('second_factor_roles').values({ tenant_id: 'kampala', role: 'operator' }).execute();
    const link = newLetter('Set a new password');
    const told = newLetter('Your password was changed');
    await db.deleteFrom('sign_in_attempts').execute();
    const thief = await atTheDoor(test.app);
    expect((await thief.browser.request('POST', thief.address, { form: { email, password: chosen } })).status).toBe(303);
    await test.anonymous().post('/api/auth/password-reset', { email });
    const { token } = await link();
    expect((await test.anonymous().post('/api/auth/password-reset/confirm', { token, password: `${chosen}9` })).status).toBe(200);
    expect((await told()).text).toMatch(/After the new password, each of 2 passkeys .* is asked for, and signs in no more without it\./s);
    expect((await signInBy(own)).location).toBeNull();
    const door = await atTheDoor(test.app);
    await door.browser.request('POST', door.address, { form: { email, password: `${chosen}9` } });
    expect((await door.browser.request('GET', door.address)).body).toContain('Your organisation asks for your passkey too');
    expect((await door.send(own.get(await door.ask(), { origin: passkeyOrigin }))).location).toContain('/idp/authorize/');
    // Nor does it work after the old password, entered before the link was used: a thief may know that, and have a passkey too.
    const late = await thief.send(own.get(await thief.ask(), { origin: passkeyOrigin }));
    expect([late.status, late.location]).toEqual([200, null]);
    await db.deleteFrom('second_factor_roles').execute();
    await db
      .updateTable('accounts')
      .set({ password: await hashPassword(chosen, 1024) })
      .where('email', '=', email)
      .execute();
    await db.deleteFrom('passkeys').where('name', '=', 'Nakato’s key').execute();
  });

  it('and a password that its owner changes leaves them, and the letter names what is left', async () => {
    const client = await test.signIn(email);
    const told = newLetter('Your password was changed');
    expect((await client.post('/api/profile/password', { currentPassword: chosen, newPassword: demoPassword })).status).toBe(400);
    expect((await client.post('/api/profile/password', { currentPassword: chosen, newPassword: `${chosen}8` })).status).toBe(200);
    expect((await told()).text).toContain(
      'Besides the new password, the passkey “Ngozi’s phone” signs in as you. Remove in your profile what is not yours.',
    );
    expect(await passkeysOf(client)).toHaveLength(1);
  });
});
