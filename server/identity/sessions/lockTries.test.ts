// The platform's count of wrong unlock attempts, beside the device's own (issue 17, point 5).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { maxTriesTold } from '../../../src/contracts/lockEndpoints.ts';
import { triesAtMost } from '../../../src/domain/lock/tries.ts';
import { createTestPlatform, type TestClient, type TestPlatform } from '../../testing/platform.ts';

const path = '/api/auth/lock-tries';
let test: TestPlatform;
let client: TestClient;
beforeAll(async () => {
  test = await createTestPlatform();
});
afterAll(() => test.close());
beforeEach(async () => {
  client = await test.signIn('operator@ukweli.example');
});

const told = async (wrong: number, by = client): Promise<number> => {
  const answer = await by.post(path, { wrong });
  expect(answer.status, answer.body).toBe(200);
  return answer.json().wrong;
};
const right = async (by = client): Promise<void> => expect((await by.call('DELETE', path)).status).toBe(200);
const lines = async (sessionId: string) =>
  test.platform.db
    .selectFrom('audit_records')
    .select(['actor_id', 'outcome', 'details'])
    .where('action', '=', 'session.lock_tries')
    .where('target', '=', sessionId)
    .orderBy('audit_id')
    .execute();
const ownSession = async (by = client): Promise<string> =>
  (await by.get('/api/auth/sessions')).json().sessions.find(({ current }: { current: boolean }) => current).id;

describe('wrong tries at a device’s lock, as the platform counts them', { tags: ['G-5', 'A-24'] }, () => {
  it('are counted since the last right one, whatever the device says was before', async () => {
    for (let wrong = 1; wrong <= 4; wrong += 1) expect(await told(wrong)).toBe(wrong);
    // Reset on the device, its count starts at one again; here it continues.
    expect([await told(1), await told(1)]).toEqual([5, 6]);
    await right();
    expect(await told(1)).toBe(1);
  });

  it('are as many as the device counts, where it had more without the platform', async () => {
    expect(await told(1)).toBe(1);
    expect(await told(7)).toBe(7);
    expect(await told(2)).toBe(8);
  });

  it('told as more than can be, go on being told: nobody has the count refused by whoever reads it', async () => {
    expect([await told(maxTriesTold), await told(1), await told(maxTriesTold)]).toEqual([maxTriesTold, maxTriesTold, maxTriesTold]);
    expect(await lines(await ownSession())).toHaveLength(1);
  });

  it('are each session’s own, and go with it', async () => {
    const other = await test.signIn('operator@ukweli.example');
    expect([await told(1), await told(2), await told(1, other)]).toEqual([1, 2, 1]);
    await right(other);
    expect(await told(3)).toBe(3);
    const sessionId = await ownSession();
    const held = () => test.platform.db.selectFrom('lock_tries').select('wrong').where('session_id', '=', sessionId).execute();
    expect(await held()).toEqual([{ wrong: 3 }]);
    await test.platform.db.deleteFrom('sessions').where('session_id', '=', sessionId).execute();
    expect(await held()).toEqual([]);
  });

  it('are on record once for ten, and not each', async () => {
    const sessionId = await ownSession();
    for (let wrong = 1; wrong < triesAtMost; wrong += 1) await told(wrong);
    expect(await lines(sessionId)).toEqual([]);
    await told(triesAtMost);
    expect(await lines(sessionId)).toEqual([{ actor_id: 'usr-demo-operator', outcome: 'refused', details: { wrong: 10 } }]);
    for (let more = 0; more < 9; more += 1) await told(1);
    expect(await lines(sessionId)).toHaveLength(1);
    await told(1);
    expect((await lines(sessionId)).map(({ details }) => details['wrong'])).toEqual([10, 20]);
    // A lock that ended when the platform knew of few attempts: it counts as the tenth all the same.
    const other = await test.signIn('operator@ukweli.example');
    await told(triesAtMost, other);
    expect(await lines(await ownSession(other))).toHaveLength(1);
    expect(await test.platform.audit.firstBroken('demo')).toBeNull();
  });

  it('are counted one by one though they come at once', async () => {
    const counts = await Promise.all(Array.from({ length: 8 }, () => told(1)));
    expect(counts.sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('are nobody’s who is not signed in, and take no more than a number', async () => {
    expect((await test.anonymous().post(path, { wrong: 1 })).status).toBe(401);
    expect((await test.anonymous().call('DELETE', path)).status).toBe(401);
    for (const body of [{}, { wrong: 0 }, { wrong: 1.5 }, { wrong: -1 }, { wrong: 1e9 }])
      expect((await client.post(path, body)).status, JSON.stringify(body)).toBe(400);
  });
});
