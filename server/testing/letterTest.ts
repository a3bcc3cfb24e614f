import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { UserLetter } from '../../src/contracts/userLetter.ts';
import { demoPassword } from '../identity/demoAccounts.ts';
import { type Delivered, startMailServer } from './mailServer.ts';
import { createFakeClock, createTestPlatform, openTestDatabase, type TestOptions, type TestPlatform } from './platform.ts';
import { testKey } from './testKey.ts';

/** Where administrators look at users. */
export const users = '/api/v1/admin/users';
/** Whom most letters of these tests are about. */
export const auditor = { id: 'usr-demo-auditor', email: 'auditor@ukweli.example' };
const stronger = 'Mlima-Kenya-5199!';

/** A header of a letter as it was delivered; empty where it has none. */
export function headerOf({ message }: Delivered, name: string): string {
  return new RegExp(`^${name}: (.*)\r?$`, 'm').exec(message)?.[1]?.trim() ?? '';
}

/** The secret of the link in a letter; empty where it has none. The text is quoted-printable (RFC 2045). */
export function tokenIn(letter: Delivered | undefined): string {
  const text = letter?.message.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=') ?? '';
  return /token=([\w-]{43})/.exec(text)?.[1] ?? '';
}

/** A mail server, and a database over which platforms come and go. */
export type LetterTest = Awaited<ReturnType<typeof prepareLetterTest>>;

/** Prepares what tests of letters share; `reset` after each of them, `close` after all. */
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
    /** A key outside the database, for platforms that are started again. */
    keyFile,
    wishes,
    /** What the mail server was given since the test began. */
    came,
    subjects: (): string[] => came().map((one) => headerOf(one, 'Subject')),
    /** The platform over the database of these tests, as it comes up after a restart too. Its end leaves the database open. */
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
    /** The letters about an account as an administrator is told. */
    async stateOf(test: TestPlatform, id: string): Promise<UserLetter[]> {
      const admin = await test.signIn('admin@ukweli.example');
      return (await admin.get(`${users}/${id}`)).json().user.letters;
    },
    /** Asks for a new password, and has the letter written. */
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
    /** Ends what runs, and puts accounts and letters back as they were; hours later, so that no limit counts any more. */
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
