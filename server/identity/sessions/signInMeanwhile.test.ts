// A sign-in by password whose account's sessions are ended while it is checked (issue 17, points 9 and 25).
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestPlatform, type TestPlatform } from '../../testing/platform.ts';
import { demoPassword } from '../demo/demoAccounts.ts';

let test: TestPlatform;
beforeAll(async () => {
  test = await createTestPlatform();
});
afterAll(() => test.close());

it('a password that an administrator voids while it is looked at opens nothing, though its end is dated no later than the try', {
  tags: ['G-9', 'G-25', 'A-22'],
}, async () => {
  const admin = await test.signIn('admin@ukweli.example');
  for (const role of ['bank', 'operator', 'auditor']) {
    // The clock stands still: the end and the attempt have the same time.
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

it('an account that is deactivated while its session is opened is told as any that may not come in, and its browser is given nothing', {
  tags: ['M-13', 'D-19'],
}, async () => {
  const { db, sessions } = test.platform;
  const authenticate = sessions.authenticate.bind(sessions);
  const last = vi.spyOn(sessions, 'authenticate').mockImplementationOnce(async (token) => {
    await db.updateTable('accounts').set({ status: 'inactive' }).where('account_id', '=', 'usr-demo-operator').execute();
    return authenticate(token);
  });
  const answer = await test.anonymous().post('/api/auth/login', { email: 'operator@ukweli.example', password: demoPassword });
  last.mockRestore();
  expect([answer.status, answer.json().error.code, answer.headers['set-cookie']]).toEqual([401, 'login_failed', undefined]);
});

it('the session that a browser brings along to a sign-in ends: whoever planted it, or has a copy, is out', {
  tags: ['M-13', 'A-7'],
}, async () => {
  const planted = await test.signIn('admin@ukweli.example');
  const answer = await planted.post('/api/auth/login', { email: 'admin@ukweli.example', password: demoPassword });
  expect([answer.status, (await planted.get('/api/auth/me')).status]).toEqual([200, 401]);
});

it('a session that ends while its refresh is on its way is not prolonged, and who sent it is told that it is over', {
  tags: ['M-13', 'D-34'],
}, async () => {
  const { sessions } = test.platform;
  const client = await test.signIn('admin@ukweli.example');
  const authenticate = sessions.authenticate.bind(sessions);
  const last = vi.spyOn(sessions, 'authenticate').mockImplementationOnce(async (...asked) => {
    const session = await authenticate(...asked);
    await sessions.end(session?.sessionId ?? '', 'user');
    return session;
  });
  const refresh = await client.post('/api/auth/refresh');
  last.mockRestore();
  expect([refresh.status, refresh.json().error?.code]).toEqual([401, 'unauthenticated']);
});
