// Sign-in limits as an attacker meets them: over HTTP and two instances. judgeTry.test.ts tests the rules alone, turns.test.ts the queue.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestPlatform, type TestPlatform } from '../../testing/platform.ts';
import { createAttempts } from './attempts.ts';
import { bucketsOf } from './buckets.ts';
import { demoPassword } from '../demo/demoAccounts.ts';

let test: TestPlatform;
beforeAll(async () => {
  test = await createTestPlatform();
});
beforeEach(() => test.platform.db.deleteFrom('sign_in_attempts').execute());
afterAll(() => test.close());

const owner = 'operator@ukweli.example';
const login = async (email: string, password: string, ip: string, cookie = '') => {
  const answer = await test.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress: ip,
    headers: { 'content-type': 'application/json', origin: test.platform.config.origin, 'x-correlation-id': 'guessing', cookie },
    payload: JSON.stringify({ email, password }),
  });
  return {
    status: answer.statusCode,
    retryAfter: answer.headers['retry-after'],
    body: answer.body,
    mark: /ukweli_device=[^;]+/.exec(String(answer.headers['set-cookie']))?.[0] ?? '',
  };
};
const statusesOf = async (
  count: number,
  email: (go: number) => string,
  ip: (go: number) => string,
  password = (go: number) => `guess ${go}`,
) => {
  const statuses: number[] = [];
  for (let go = 0; go < count; go += 1) statuses.push((await login(email(go), password(go), ip(go))).status);
  return statuses;
};

it('the addresses of one /64 share one count, and IPv4 written as IPv6 is IPv4', { tags: ['G-6', 'A-25'] }, async () => {
  const sixth = await statusesOf(
    8,
    () => owner,
    (go) => `2001:db8:5:6::${go + 1}`,
  );
  expect(sixth).toEqual([401, 401, 401, 401, 401, 401, 429, 429]);
  const mapped = await statusesOf(
    8,
    () => owner,
    (go) => (go % 2 === 0 ? '203.0.113.9' : '::ffff:203.0.113.9'),
  );
  expect(mapped).toEqual([401, 401, 401, 401, 401, 401, 429, 429]);
});

it('guesses from ever other addresses are slowed, and told when to come back; a known device, a reset link and elsewhere one’s first try go on', {
  tags: ['G-6', 'A-25'],
}, async () => {
  const known = await login(owner, demoPassword, '192.0.2.1');
  const statuses = await statusesOf(
    30,
    () => owner,
    (go) => `198.51.100.${go + 1}`,
  );
  expect(statuses.slice(0, 21)).toEqual(Array(21).fill(401));
  expect(statuses.slice(21)).toEqual(Array(9).fill(429));
  const refused = await login(owner, 'guess', '198.51.100.200');
  expect([refused.status, refused.retryAfter]).toEqual([429, '1']);
  expect((await login(owner, demoPassword, '198.51.100.201', known.mark)).status).toBe(200);
  expect((await test.anonymous().post('/api/auth/password-reset', { email: owner })).status).toBe(200);
  test.clock.advance(1000);
  expect((await login(owner, demoPassword, '198.51.100.202')).status).toBe(200);
});

it('a hundred wrong tries at other accounts keep nobody behind the same address out, new device or not', {
  tags: ['G-6', 'A-25'],
}, async () => {
  const statuses = await statusesOf(
    100,
    (go) => (go % 3 === 0 ? 'bank@ukweli.example' : `made-up-${go}@ukweli.example`),
    () => '203.0.113.20',
  );
  expect(statuses).toContain(401);
  expect((await login(owner, demoPassword, '203.0.113.20')).status).toBe(200);
});

it('one password over many accounts from one address is slowed, those of others there are not', { tags: ['G-6', 'A-25'] }, async () => {
  const statuses = await statusesOf(
    14,
    (go) => `user-${go}@ukweli.example`,
    () => '203.0.113.30',
    () => 'Summer-2026!',
  );
  expect(statuses).toEqual([...Array(11).fill(401), 429, 429, 429]);
  expect((await login(owner, demoPassword, '203.0.113.30')).status).toBe(200);
  const kept = JSON.stringify(await test.platform.db.selectFrom('sign_in_attempts').selectAll().execute());
  expect(kept).not.toContain('Summer');
});

it('whether an address has an account shows in no status, text or header, in any state of the counts', {
  tags: ['G-6', 'A-14'],
}, async () => {
  const trace = async (email: string, ip: string) => {
    const told: unknown[] = [];
    for (let go = 0; go < 30; go += 1) {
      const { status, retryAfter, body } = await login(email, `guess ${go} ${email}`, go % 5 === 0 ? `${ip}${go}` : `${ip}1`);
      told.push([status, retryAfter, body]);
      test.clock.advance(go * 150);
    }
    return told;
  };
  expect(await trace('bank@ukweli.example', '10.1.0.')).toEqual(await trace('nobody@ukweli.example', '10.2.0.'));
});

it('the count holds over instances, for tries that come all at once', { tags: ['G-6', 'A-25'] }, async () => {
  const other = await createTestPlatform({
    clock: test.clock,
    joins: true,
    database: { ...test.platform.database, close: async () => undefined },
  });
  const [here, there] = [createAttempts(test.platform), createAttempts(other.platform)];
  const tries = Array.from({ length: 60 }, (_, go) =>
    (go % 2 === 0 ? here : there).begin(bucketsOf({ who: owner, ip: '203.0.113.40', device: null, tell: `${go}` })),
  );
  const letIn = (await Promise.all(tries)).filter(({ waitMs }) => waitMs === null);
  expect(letIn).toHaveLength(6);
  await other.close();
});

it('a try that was not looked at is given back, its pauses stand; one that fails is told the pause before the next', {
  tags: ['G-6'],
}, async () => {
  const attempts = createAttempts(test.platform);
  const begin = () => attempts.begin(bucketsOf({ who: owner, ip: '203.0.113.50', device: null, tell: null }));
  const first = await begin();
  if (first.waitMs !== null) throw new Error('The first try has to wait');
  await attempts.takenBack(first.counted);
  const failures = await test.platform.db.selectFrom('sign_in_attempts').select('failures').execute();
  expect(failures.map((row) => row.failures)).toEqual(failures.map(() => 0));
  for (let go = 0; go < 5; go += 1) await login(owner, `guess ${go}`, '203.0.113.50');
  expect((await login(owner, 'the sixth', '203.0.113.50')).retryAfter).toBe('1');
});
