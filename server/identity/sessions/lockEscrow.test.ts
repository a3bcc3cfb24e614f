// Escrow key for unsent commands behind an abandoned app lock (issue 17, point 3).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestPlatform, type TestClient, type TestPlatform } from '../../testing/platform.ts';
import { rotateSecrets } from '../../secrets/secretActs.ts';

let test: TestPlatform;
beforeAll(async () => {
  test = await createTestPlatform();
});
afterAll(() => test.close());

const id = 'lock-of-this-device';
const keysOf = async (client: TestClient, lockId = id): Promise<readonly string[]> => {
  const answer = await client.post('/api/auth/lock-escrow', { id: lockId });
  expect(answer.status, answer.body).toBe(200);
  return answer.json().keys;
};

it('is one account’s for one lock, the same each time, and of nobody else; it lies nowhere, and each time is on record', {
  tags: ['G-3'],
}, async () => {
  const [bank, again, other] = [
    await test.signIn('bank@ukweli.example'),
    await test.signIn('bank@ukweli.example'),
    await test.signIn('operator@ukweli.example'),
  ];
  const [key] = await keysOf(bank);
  expect(key).toMatch(/^[\w-]{43}$/);
  expect(await keysOf(again)).toEqual([key]);
  expect([await keysOf(other), await keysOf(bank, 'another-lock-0000')].flat()).not.toContain(key);
  const stored = JSON.stringify(await test.platform.db.selectFrom('platform_secrets').selectAll().execute());
  expect(stored).not.toContain(key ?? '-');
  const lines = await test.platform.db
    .selectFrom('audit_records')
    .select(['actor_id', 'target'])
    .where('action', '=', 'session.lock_escrow')
    .execute();
  expect(lines).toHaveLength(4);
});

it('is told to whoever has proved within five minutes that it is them, and to no bad name', { tags: ['G-3'] }, async () => {
  const client = await test.signIn('bank@ukweli.example');
  for (const bad of ['', 'short', 'x'.repeat(65), 'with spaces in it ', 7, null])
    expect([bad, (await client.post('/api/auth/lock-escrow', { id: bad })).status]).toEqual([bad, 400]);
  test.clock.advance(5 * 60_000 + 1);
  const late = await client.post('/api/auth/lock-escrow', { id });
  expect([late.status, late.json().error.code]).toEqual([403, 'proof_required']);
});

it('after another secret has taken its place what was wrapped before is still opened, and nothing more is wrapped by it', {
  tags: ['G-3'],
}, async () => {
  const client = await test.signIn('bank@ukweli.example');
  const [before] = await keysOf(client);
  await rotateSecrets(test.platform, 'Test', false);
  const [newest, ...older] = await keysOf(client);
  expect(newest).not.toBe(before);
  expect(older).toContain(before);
});
