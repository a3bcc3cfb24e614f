// A renewed token makes copies of the previous one useless, without disturbing the rightful device (issue 17, points 9 and 25; ASVS 7.2.4).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSoftwarePasskey } from '../../testing/authenticator.ts';
import { passkeyOptions, passkeyOrigin } from '../../testing/passkeyDoor.ts';
import { createTestPlatform, type TestAnswer, type TestClient, type TestPlatform } from '../../testing/platform.ts';
import { demoPassword } from '../demo/demoAccounts.ts';

const minute = 60_000;
let test: TestPlatform;
beforeAll(async () => {
  test = await createTestPlatform();
});
afterAll(() => test.close());
beforeEach(() => test.platform.db.deleteFrom('sign_in_attempts').execute());

const byPassword = (client: TestClient) => client.post('/api/auth/proof', { by: 'password', password: demoPassword });
/** A client with the token from this answer. */
const renewed = ({ headers }: TestAnswer): TestClient => {
  const given = [headers['set-cookie']].flat().find((line) => String(line).startsWith('ukweli_session='));
  if (given === undefined) throw new Error('no new token');
  return test.holding(String(given).split(';')[0] ?? '');
};
const isIn = async (client: TestClient) => (await client.get('/api/auth/me')).status;
/** A client whose last authentication is too old. */
const left = async (email = 'bank@ukweli.example'): Promise<TestClient> => {
  const client = await test.signIn(email);
  test.clock.advance(5 * minute + 1);
  return client;
};
const code = ({ status, body, json }: TestAnswer): string => (status === 200 || body === '' ? String(status) : json().error.code);

describe('a copy of the token of before', { tags: ['G-25', 'G-9', 'A-22'] }, () => {
  it('has nothing of the proof: neither a call that asks for one, nor a name, nor the kill switch', async () => {
    const thief = await left('admin@ukweli.example');
    const owner = renewed(await byPassword(thief));
    const { version: pulled } = (
      await owner.call('PUT', '/api/system/kill-switch', { active: true, confirmation: 'STOP', reason: 'Somebody has my cookie' })
    ).json();
    const body = { active: false, reason: 'All is well', version: pulled };
    const key = (n: number) => ({ 'idempotency-key': `token-of-before-${n}` });
    const acts: readonly ((by: TestClient, n: number) => Promise<TestAnswer>)[] = [
      (by) => by.call('PUT', '/api/system/kill-switch', body),
      (by, n) => by.call('PATCH', '/api/v1/admin/users/usr-demo-auditor', { role: 'operator' }, key(n)),
      (by) => by.call('PATCH', '/api/profile', { name: 'Wanjiru W. Kamau' }),
    ];
    for (const [n, act] of acts.entries()) {
      expect([n, code(await act(thief, n))]).toEqual([n, 'proof_required']);
      expect([n, code(await act(owner, n + 10))]).toEqual([n, '200']);
    }
    expect(await isIn(thief)).toBe(200);
  });

  it('does not last longer than a minute by the word of a clock that was wrong', async () => {
    const thief = await left();
    const owner = renewed(await byPassword(thief));
    test.clock.advance(8 * minute);
    expect(await isIn(owner)).toBe(200);
    test.clock.advance(-8 * minute);
    expect([await isIn(thief), await isIn(owner)]).toEqual([401, 200]);
  });
});

describe('nobody is put out by a renewed token', { tags: ['G-25'] }, () => {
  it('whose answer was lost, and that of the next one too', async () => {
    const client = await left();
    for (let lost = 0; lost < 3; lost += 1) {
      expect((await byPassword(client)).headers['set-cookie']).toBeDefined();
      expect(await isIn(client)).toBe(200);
      test.clock.advance(20_000);
    }
    const owner = renewed(await byPassword(client));
    expect(code(await owner.call('PATCH', '/api/profile', { name: 'Otieno O. Odhiambo' }))).toBe('200');
  });

  it('by two tabs at two instances, of which one is seconds behind', async () => {
    const client = await left();
    const one = renewed(await byPassword(client));
    test.clock.advance(-3000);
    expect((await byPassword(client)).status).toBe(200);
    expect([await isIn(client), await isIn(one)]).toEqual([200, 200]);
  });
});

it('a passkey that was to be added with the old password is not added once there is a new one', { tags: ['G-25', 'A-22'] }, async () => {
  const client = await test.signIn('auditor@ukweli.example');
  const options = await passkeyOptions(client, demoPassword);
  expect(options.status, options.body).toBe(200);
  const changing = await client.post('/api/profile/password', { currentPassword: demoPassword, newPassword: 'Nalubaale-Ripon-47!' });
  expect(changing.status, changing.body).toBe(200);
  const credential = createSoftwarePasskey().create(options.json(), { origin: passkeyOrigin });
  for (const by of [client, renewed(changing)])
    expect((await by.post('/api/profile/passkeys', { name: 'Somebody’s key', credential })).status).toBe(400);
});
