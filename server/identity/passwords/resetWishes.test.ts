// A reset request whose account changes before it is processed (A-14, A-22; issue 17, point 25).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestPlatform, type TestPlatform } from '../../testing/platform.ts';
import { fulfilWish, keepWish } from './resetWishes.ts';

let test: TestPlatform;
beforeAll(async () => {
  test = await createTestPlatform();
});
afterAll(() => test.close());

it('sends no link to an address that the account gave up, or whose account was deactivated, after the wish was looked at', {
  tags: ['G-25', 'A-22'],
}, async () => {
  const { platform } = test;
  const links = async (accountId: string): Promise<number> =>
    (
      await platform.db
        .selectFrom('account_links')
        .select('token_hash')
        .where('account_id', '=', accountId)
        .where('used_at', 'is', null)
        .execute()
    ).length;
  const cases = [
    {
      accountId: 'usr-demo-bank',
      key: 'bank@ukweli.example',
      becomes: { email: 'otieno@ukweli.example', email_key: 'otieno@ukweli.example' },
    },
    { accountId: 'usr-demo-operator', key: 'operator@ukweli.example', becomes: { status: 'inactive' } },
  ] as const;
  for (const { accountId, key, becomes } of cases) {
    const wish = () => keepWish(platform, { key, ip: '127.0.0.1', correlationId: 'test' });
    const inBetween = {
      ...platform,
      database: {
        ...platform.database,
        write: async (...given: Parameters<typeof platform.database.write>) => {
          await platform.db.updateTable('accounts').set(becomes).where('account_id', '=', accountId).execute();
          return platform.database.write(...given);
        },
      },
    } as typeof platform;
    await fulfilWish(platform, await wish());
    expect(await links(accountId)).toBe(1);
    await fulfilWish(inBetween, await wish());
    expect(await links(accountId)).toBe(1);
  }
  expect(await platform.db.selectFrom('reset_wishes').select('wish_id').execute()).toEqual([]);
});
