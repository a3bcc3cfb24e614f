import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { UserLetter } from '../../src/contracts/userLetter.ts';
import { demoPassword } from '../identity/demo/demoAccounts.ts';
import { type Delivered, startMailServer } from './mailServer.ts';
import { createFakeClock, createTestPlatform, openTestDatabase, type TestOptions, type TestPlatform } from './platform.ts';
import { testKey } from './testKey.ts';

/** Path of the administrators' user list. */
export const users = '/api/v1/admin/users';
/** The account that most letters in these tests are about. */
export const auditor = { id: 'usr-demo-auditor', email: 'auditor@ukweli.example' };
const stronger = 'Mlima-Kenya-5199!';

/** A header of a delivered letter; empty if missing. */
export function headerOf({ message }: Delivered, name: string): string {
  return new RegExp(`^${name}: (.*)\r?$`, 'm').exec(message)?.[1]?.trim() ?? '';
}

/** The secret in a letter's link; empty if there is none. Decodes quoted-printable (RFC 2045). */
export function tokenIn(letter: Delivered | undefined): string {
  const text = letter?.message.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=') ?? '';
  return /token=([\w-]{43})/.exec(text)?.[1] ?? '';
}

/** A mail server, and a database on which platforms are started and ended. */
export type LetterTest = Awaited<ReturnType<typeof prepareLetterTest>>;

/** Prepares what the letter tests share; call `reset` after each test and `close` after all. */
export async function prepareLetterTest() {
  const folder = mkdtempSync(join(tmpdir(), 'ukweli-letters-'));
  const keyFile = join(folder, 'key');
  writeFileSync(keyFile, testKey, { mode: 0o600 });
  const mail = await startMailServer();
  const database = await openTestDatabase('accounts');
  const { db } = database;
  const accounts = await db.selectFrom('accounts').select(['account_id', 'name', 'email', 'email_key', 'status', 'password']).execute();
  const clock = createFakeClock();
  const open = new Set<TestPlatform>();
  let before = 0;
  const wishes = () => db.selectFrom('reset_wishes').select('wish_id').execute();
  const came = (): readonly Delivered[] => mail.delivered.slice(before);
  const end = async (test: TestPlatform): Promise<void> => {
    open.delete(test);
    await test.close();
  };
  return {
    mail,
    database,
    clock,
    /** A key outside the database, for platforms that are restarted. */
    keyFile,
    wishes,
    /** Letters that the mail server received since the test began. */
    came,
    subjects: (): string[] => came().map((one) => headerOf(one, 'Subject')),
    /** Starts a platform on the shared database, also as a restart. Closing it leaves the database open. */
    async start(config: TestOptions['config'] = {}): Promise<TestPlatform> {
      const test = await createTestPlatform({
        clock,
        database: { ...database, close: async () => undefined },
        joins: true,
        config: { mail: { smtpUrl: mail.url, from: 'Ukweli Console <no-reply@console.example>' }, ...config },
      });
      open.add(test);
      return test;
    },
    end,
    rowsOf: (accountId: string) =>
      db.selectFrom('account_letters').selectAll().where('account_id', '=', accountId).orderBy('place').execute(),
    /** The letters about an account as an administrator sees them. */
    async stateOf(test: TestPlatform, id: string): Promise<UserLetter[]> {
      const admin = await test.signIn('admin@ukweli.example');
      return (await admin.get(`${users}/${id}`)).json().user.letters;
    },
    /** Requests a password reset and waits until its letter is written. */
    async askFor(test: TestPlatform, email: string): Promise<void> {
      await db.deleteFrom('sign_in_attempts').execute();
      expect((await test.anonymous().post('/api/auth/password-reset', { email })).status).toBe(200);
      await expect.poll(wishes).toEqual([]);
    },
    confirm: (test: TestPlatform, token: string) =>
      test.anonymous().post('/api/auth/password-reset/confirm', { token, password: stronger }),
    async changePassword(test: TestPlatform, email: string): Promise<void> {
      const client = await test.signIn(email);
      const changed = await client.post('/api/profile/password', { currentPassword: demoPassword, newPassword: stronger });
      expect(changed.status, changed.body).toBe(200);
    },
    /** Ends all platforms and restores accounts and letters; advances the clock by hours, so that no rate limit applies. */
    async reset(): Promise<void> {
      await mail.back();
      for (const test of open) {
        await test.platform.letters.round();
        await end(test);
      }
      for (const table of ['account_links', 'account_letters', 'reset_wishes'] as const) await db.deleteFrom(table).execute();
      for (const { account_id, ...as } of accounts) await db.updateTable('accounts').set(as).where('account_id', '=', account_id).execute();
      before = mail.delivered.length;
      clock.advance(2 * 3_600_000);
    },
    async close(): Promise<void> {
      await mail.close();
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
