import { afterEach, expect, it } from 'vitest';
import { createTestPlatform, type TestPlatform } from '../../testing/platform.ts';
import { demoPassword } from '../demo/demoAccounts.ts';
import { hashPassword } from './passwords.ts';

let test: TestPlatform | null = null;
afterEach(async () => {
  await test?.close();
  test = null;
});

it('a sign-in that hashes an old password anew does not undo a new one of the same moment', { tags: ['G-1'] }, async () => {
  test = await createTestPlatform();
  const { database, db, config } = test.platform;
  const bank = 'usr-demo-bank';
  const setPassword = (password: string) => db.updateTable('accounts').set({ password }).where('account_id', '=', bank).execute();
  await setPassword(await hashPassword(demoPassword, config.passwordCost / 2));
  const chosen = await hashPassword('Mlima-Kenya-5199!', config.passwordCost);
  const write = database.write.bind(database);
  database.write = async (line, work, options) => {
    // After the old hash was read and before the more expensive one is written.
    if (line === `account ${bank}`) await setPassword(chosen);
    return write(line, work, options);
  };
  await test.anonymous().post('/api/auth/login', { email: 'bank@ukweli.example', password: demoPassword });
  const { password } = await db.selectFrom('accounts').select('password').where('account_id', '=', bank).executeTakeFirstOrThrow();
  expect(password).toBe(chosen);
});
