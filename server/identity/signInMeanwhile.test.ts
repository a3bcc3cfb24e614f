// A sign-in by a password that is ended while it is looked at (issue 17, points 9 and 25).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestPlatform, type TestPlatform } from '../testing/platform.ts';
import { demoPassword } from './demoAccounts.ts';

let test: TestPlatform;
beforeAll(async () => {
  test = await createTestPlatform();
});
afterAll(() => test.close());

it('[G-9] [G-25] [A-22] a password that an administrator voids while it is looked at opens nothing, though its end is dated no later than the try', async () => {
  const admin = await test.signIn('admin@ukweli.example');
  for (const role of ['bank', 'operator', 'auditor']) {
    // The clock stands still: the end and the try are of one moment.
    const tries = [0, 1, 2].map(() =>
      test.anonymous().post('/api/auth/login', { email: `${role}@ukweli.example`, password: demoPassword }),
    );
    const key = { 'idempotency-key': `meanwhile-of-${role}-0001` };
    const anew = await admin.post(`/api/v1/admin/users/usr-demo-${role}/start-anew`, undefined, key);
    expect(anew.status, anew.body).toBe(200);
    await Promise.all(tries);
    const open = await test.platform.db
      .selectFrom('sessions')
      .select('session_id')
      .where('account_id', '=', `usr-demo-${role}`)
      .where('ended_at', 'is', null)
      .execute();
    expect([role, open]).toEqual([role, []]);
  }
});
