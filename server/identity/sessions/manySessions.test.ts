import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestPlatform, type TestClient, type TestPlatform } from '../../testing/platform.ts';
import { demoPassword } from '../demo/demoAccounts.ts';
import { maxSessions } from './sessions.ts';

let test: TestPlatform;
beforeAll(async () => {
  test = await createTestPlatform();
});
afterAll(() => test.close());

const email = 'operator@ukweli.example';
const isIn = async (client: TestClient): Promise<boolean> => (await client.get('/api/auth/me')).status === 200;

it('whoever opens one session more than an account may have ends the one that was active the longest ago, on record and told', {
  tags: ['G-20', 'A-26'],
}, async () => {
  const clients: TestClient[] = [];
  for (let count = 0; count < maxSessions; count += 1) {
    clients.push(await test.signIn(email));
    test.clock.advance(1000);
  }
  const [oldest, second] = clients;
  if (oldest === undefined || second === undefined) throw new Error('nobody came in');
  // A session in use stays, however old it is.
  expect((await oldest.post('/api/auth/refresh')).status).toBe(200);
  expect(await isIn(second)).toBe(true);
  const told: string[] = [];
  test.platform.sessions.onEnded(({ reason }) => void told.push(reason));

  test.clock.advance(1000);
  const answer = await test.anonymous().post('/api/auth/login', { email, password: demoPassword });
  expect(answer.status, answer.body).toBe(200);
  expect([await isIn(oldest), await isIn(second), await isIn(clients[2] ?? second)]).toEqual([true, false, true]);
  const open = await test.platform.db.selectFrom('sessions').select('session_id').where('ended_at', 'is', null).execute();
  expect(open).toHaveLength(maxSessions);
  await test.platform.sessions.sweep();
  expect(told).toEqual(['crowded']);

  const lines = await test.platform.db
    .selectFrom('audit_records')
    .selectAll()
    .where('action', '=', 'session.revoke')
    .where('outcome', '=', 'done')
    .execute();
  expect(lines.map(({ actor_id, details }) => [actor_id, details['reason']])).toEqual([['usr-demo-operator', 'more than 50 sessions']]);
});

it('a device that is in use stays, whoever opens fifty sessions at once with the same password', { tags: ['G-20', 'A-26'] }, async () => {
  const owner = await test.signIn('auditor@ukweli.example');
  test.clock.advance(10 * 60_000);
  expect((await owner.post('/api/auth/refresh')).status).toBe(200);
  test.clock.advance(60_000);
  for (let count = 0; count < maxSessions; count += 1) await test.signIn('auditor@ukweli.example');
  expect(await isIn(owner)).toBe(true);
});

it('another account’s sessions are not counted, and two who come in at once end one each', { tags: ['G-20'] }, async () => {
  const bank = await test.signIn('bank@ukweli.example');
  await Promise.all([1, 2].map(() => test.anonymous().post('/api/auth/login', { email, password: demoPassword })));
  expect(await isIn(bank)).toBe(true);
  const open = await test.platform.db
    .selectFrom('sessions')
    .select('session_id')
    .where('ended_at', 'is', null)
    .where('account_id', '=', 'usr-demo-operator')
    .execute();
  expect(open).toHaveLength(maxSessions);
});
