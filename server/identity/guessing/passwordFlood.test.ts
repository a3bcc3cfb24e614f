// The queue of password checks is full (issue 17, points 1 and 6). A file of its own, because it uses all places.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestPlatform, type TestPlatform } from '../../testing/platform.ts';
import { demoPassword } from '../demo/demoAccounts.ts';
import { proveByCode } from '../factors/proveByCode.ts';
import { verifyPassword } from '../passwords/passwords.ts';
import type { Asker } from './turns.ts';

let test: TestPlatform;
beforeAll(async () => {
  test = await createTestPlatform();
});
afterAll(() => test.close());

const login = (email: string) => test.anonymous().post('/api/auth/login', { email, password: demoPassword });

/** Runs `work` while `by` fills the queue of password checks: each finished check is replaced at once. */
async function whileChecksAreFull(by: Asker, work: () => Promise<void>): Promise<void> {
  let over = false;
  const flood = Array.from({ length: 102 }, async () => {
    while (!over)
      if ((await verifyPassword('guess', null, test.platform.config.passwordCost, by)) === 'busy')
        await new Promise((resolve) => setImmediate(resolve));
  });
  try {
    await work();
  } finally {
    over = true;
    await Promise.all(flood);
  }
}

it('a stranger is told to come back in a moment, and nothing is taken for a wrong password; whoever has a session stands before all strangers', {
  tags: ['A-14', 'G-6'],
}, async () => {
  const email = 'operator@kampala.example';
  const client = await test.signIn(email);
  const before = test.clock.now().toISOString();
  test.clock.advance(1);
  const change = { currentPassword: demoPassword, newPassword: 'Mlima-Kenya-5199!' };
  await whileChecksAreFull({ network: '127.0.0.1' }, async () => {
    const answer = await login(email);
    expect([answer.status, answer.json().error.code]).toEqual([503, 'unavailable']);
    expect(['2', '3', '4']).toContain(answer.headers['retry-after']);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect((await client.post('/api/profile/password', { ...change, currentPassword: 'wrong' })).status).toBe(403);
  });
  const { accountId } = await test.platform.db
    .selectFrom('accounts')
    .select('account_id as accountId')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const failed = test.platform.db
    .selectFrom('audit_records')
    .select('audit_id')
    .where('at', '>', before)
    .where('outcome', '=', 'failed')
    .where('target', '=', accountId);
  expect(await failed.execute()).toEqual([]);
  // The old password still works.
  expect((await login(email)).status).toBe(200);
});

it('nor does it use up the tries of whoever has a session: once there is room, the right password proves who they are', {
  tags: ['M-13', 'A-14', 'G-25'],
}, async () => {
  const client = await test.signIn('bank@ukweli.example');
  const prove = () => client.post('/api/auth/proof', { by: 'password', password: demoPassword });
  await whileChecksAreFull({ account: 'usr-demo-bank' }, async () => {
    for (let count = 0; count < 12; count += 1) {
      const answer = await prove();
      expect([count, answer.status, answer.json().error?.code]).toEqual([count, 503, 'unavailable']);
    }
  });
  const proof = await prove();
  expect(proof.status, proof.body).toBe(200);
});

it('a recovery code that could not be looked at is not wrong, and not proved either: who typed it is told to come back in a moment', {
  tags: ['M-13', 'A-14'],
}, async () => {
  const accountId = 'usr-demo-bank';
  const typed = { accountId, typed: '0000-0000-0000-0000', recovery: true, ip: '127.0.0.1', correlationId: 'test' };
  const whileFull = async () => expect(await proveByCode(test.platform, typed)).toMatchObject({ refused: 'unavailable' });
  await whileChecksAreFull({ account: accountId }, whileFull);
  expect(await proveByCode(test.platform, typed)).toBe('wrong');
});
