import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DeadLetter } from '../../src/contracts/deadLetter.ts';
import { headers } from '../../src/contracts/endpoints.ts';
import { pruneKeys } from '../commands/idempotency.ts';
import { readEvents } from '../realtime/head.ts';
import { demoProfile } from '../seed/profiles.ts';
import { createRandom } from '../seed/random.ts';
import { failItem, settlePromoted } from '../simulation/acts/deadLetters.ts';
import { createTenantDayRunner } from '../simulation/step.ts';
import { createTestPlatform, type TestAnswer, type TestClient, type TestPlatform } from '../testing/platform.ts';

let test: TestPlatform;
let admin: TestClient;
let keys = 0;

beforeAll(async () => {
  test = await createTestPlatform({ seeded: true });
  admin = await test.signIn('admin@ukweli.example');
});
afterAll(() => test.close());
beforeEach(async () => {
  // Enough items for each test, made by the simulated day's own act.
  const random = createRandom(11);
  const day = createTenantDayRunner(test.platform, demoProfile, random, [[1_000_000, failItem]]);
  while ((await queue()).length < 4) await day.step();
});

/** The server always sends a version. */
type Listed = DeadLetter & { readonly version: number };
async function queue(client = admin): Promise<Listed[]> {
  return (await client.get('/api/dlq')).json().items;
}
const newKey = (): string => `test-key-${String((keys += 1)).padStart(12, '0')}`;
const ref = ({ itemId, version }: Listed): { itemId: string; version: number } => ({ itemId, version });
const promote = (items: readonly object[], key = newKey(), client = admin): Promise<TestAnswer> =>
  client.post('/api/dlq/promote', { items }, { [headers.idempotency]: key });
async function seqNow(): Promise<number> {
  const head = await test.platform.db.selectFrom('event_heads').select('seq').where('tenant_id', '=', 'demo').executeTakeFirst();
  return head?.seq ?? 0;
}
async function eventsSince(after: number): Promise<{ type: string; resourceId: string; version: number; data: Record<string, unknown> }[]> {
  const events = await readEvents(test.platform.db, 'demo', { after, upTo: 1e9, topics: ['pipeline'], limit: 1000 });
  return events.map(({ frame }) => JSON.parse(frame));
}
async function promotedLeft(): Promise<boolean> {
  const left = await test.platform.db.selectFrom('dead_letters').select('item_id').where('promoted_at', 'is not', null).executeTakeFirst();
  return left !== undefined;
}
/** The queue; `beforeEach` has filled it with at least four items. */
async function filledQueue(): Promise<[Listed, Listed, Listed, ...Listed[]]> {
  const [first, second, third, ...others] = await queue();
  if (first === undefined || second === undefined || third === undefined) throw new Error('the queue was not filled');
  return [first, second, third, ...others];
}
const onRecord = () =>
  test.platform.db.selectFrom('audit_records').selectAll().where('action', '=', 'dead_letter.promote').orderBy('chain_index').execute();

describe('promoting dead letters', () => {
  it('takes exactly the named items out of the queue and gives them back to their stages', { tags: ['D-24'] }, async () => {
    const [first, second, ...others] = await filledQueue();
    const stages = (await admin.get('/api/pipeline')).json().stages;
    const before = await seqNow();
    const answer = await promote([ref(first), ref(second)]);
    expect(answer.status, answer.body).toBe(200);
    expect(answer.json().promoted).toEqual([first, second].map((item) => ({ itemId: item.itemId, version: item.version + 1 })));
    expect(await queue()).toEqual(others);

    const told = await eventsSince(before);
    for (const item of [first, second]) {
      expect(told).toContainEqual(
        expect.objectContaining({
          type: 'pipeline.dead_letter',
          resourceId: item.itemId,
          version: item.version + 1,
          data: { itemId: item.itemId, removed: true },
        }),
      );
    }
    const sum = (rows: readonly Record<string, number>[], field: string): number =>
      rows.reduce((total, row) => total + (row[field] ?? 0), 0);
    const after = (await admin.get('/api/pipeline')).json().stages;
    expect(sum(after, 'errorCount')).toBe(sum(stages, 'errorCount') - 2);
    expect(sum(after, 'queueDepth')).toBe(sum(stages, 'queueDepth') + 2);
  });

  it('promotes a single one at its own address', { tags: ['D-24'] }, async () => {
    const [item, ...others] = await filledQueue();
    const answer = await admin.post(`/api/dlq/${item.itemId}/promote`, { version: item.version }, { [headers.idempotency]: newKey() });
    expect(answer.json()).toEqual({ promoted: [{ itemId: item.itemId, version: item.version + 1 }] });
    expect(await queue()).toEqual(others);
  });

  it('refuses all when one has drifted, names which and how, and changes nothing', { tags: ['D-24'] }, async () => {
    const items = await filledQueue();
    const [first, second, third] = items;
    const gone = { itemId: 'DLQ-00001', version: 1 };
    const before = await seqNow();
    const answer = await promote([ref(first), { ...ref(second), version: 99 }, gone, ref(third)]);
    expect(answer.status).toBe(409);
    expect(answer.json().error).toMatchObject({
      code: 'conflict',
      drifted: [
        { id: second.itemId, reason: 'changed' },
        { id: 'DLQ-00001', reason: 'gone' },
      ],
    });
    expect(await queue()).toEqual(items);
    expect(await seqNow()).toBe(before);
    expect((await promote([ref(first), ref(first)])).json().error.drifted).toEqual([{ id: first.itemId, reason: 'gone' }]);
    expect(await queue()).toEqual(items);
  });

  it('answers a command that was sent twice as it did the first time, and does it once', { tags: ['F-24'] }, async () => {
    const [item] = await filledQueue();
    const key = newKey();
    const first = await promote([ref(item)], key);
    const before = await seqNow();
    const again = await promote([ref(item)], key);
    expect([again.status, again.json()]).toEqual([200, first.json()]);
    expect(await seqNow()).toBe(before);
    expect((await onRecord()).filter(({ details }) => details['items'] === `${item.itemId}@${item.version}`)).toHaveLength(1);
  });

  it('refuses another command under a used key', { tags: ['F-24'] }, async () => {
    const [first, second] = await filledQueue();
    const key = newKey();
    expect((await promote([ref(first)], key)).status).toBe(200);
    const answer = await promote([ref(second)], key);
    expect([answer.status, answer.json().error.code]).toEqual([400, 'bad_request']);
    expect((await queue()).map(({ itemId }) => itemId)).toContain(second.itemId);
    // A key counts only for the account that used it.
    const other = await test.signIn('operator@kampala.example');
    expect((await promote([ref(second)], key, other)).status).toBe(403);
  });

  it('wants a key that can be one', async () => {
    const [item] = await filledQueue();
    for (const key of ['', 'short', 'has space in the middle of it', 'x'.repeat(129)]) {
      expect((await promote([ref(item)], key)).status, key).toBe(400);
    }
    expect((await admin.post('/api/dlq/promote', { items: [ref(item)] })).status).toBe(400);
  });

  it('lets one of two people who promote the same item at once have the effect', { tags: ['A-14'] }, async () => {
    const [item] = await filledQueue();
    const other = await test.signIn('admin@ukweli.example');
    const before = await seqNow();
    const answers = await Promise.all([promote([ref(item)]), promote([ref(item)], newKey(), other), promote([ref(item)])]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const removals = (await eventsSince(before)).filter(({ type }) => type === 'pipeline.dead_letter');
    expect(removals).toHaveLength(1);
  });

  it('takes two sendings of one command at once for one', { tags: ['A-14', 'F-24'] }, async () => {
    const [item] = await filledQueue();
    const key = newKey();
    const before = await seqNow();
    const [one, two] = await Promise.all([promote([ref(item)], key), promote([ref(item)], key)]);
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(one.json()).toEqual(two.json());
    expect((await eventsSince(before)).filter(({ type }) => type === 'pipeline.dead_letter')).toHaveLength(1);
  });

  it('is for holders of action:promote_dlq, and what was refused is on record too', { tags: ['C-72', 'D-27'] }, async () => {
    const [item] = await filledQueue();
    for (const email of ['operator@ukweli.example', 'bank@ukweli.example', 'auditor@ukweli.example']) {
      expect((await promote([ref(item)], newKey(), await test.signIn(email))).status, email).toBe(403);
    }
    expect((await promote([{ itemId: 'DLQ-00001', version: 7 }])).status).toBe(409);
    expect((await promote([ref(item)])).status).toBe(200);
    const [refused, done] = (await onRecord()).slice(-2);
    expect(refused).toMatchObject({ outcome: 'refused', target: 'DLQ-00001', details: { code: 'conflict', drifted: 'DLQ-00001 gone' } });
    expect(done).toMatchObject({ outcome: 'done', target: item.itemId, correlation_id: 'test-correlation' });
    expect(await test.platform.audit.firstBroken('demo')).toBeNull();
  });

  it('cannot reach the items of another tenant', { tags: ['A-9'] }, async () => {
    const theirs = await queue(await test.signIn('operator@kampala.example'));
    expect(theirs.length).toBeGreaterThan(0);
    const answer = await promote(theirs.map(ref));
    expect(answer.json().error.drifted).toEqual(theirs.map(({ itemId }) => ({ id: itemId, reason: 'gone' })));
    const [item] = await filledQueue();
    const crossed = await admin.post(
      '/api/dlq/promote',
      { items: [ref(item)] },
      { [headers.idempotency]: newKey(), [headers.tenant]: 'kampala' },
    );
    expect(crossed.status).toBe(403);
  });

  it('is refused with 423 in read-only mode, and goes through under the same key afterwards', { tags: ['D-23'] }, async () => {
    const [item] = await filledQueue();
    const key = newKey();
    const kill = (active: boolean) =>
      test.platform.db
        .insertInto('kill_switches')
        .values({ tenant_id: 'demo', active, reason: 'Test', by_name: 'Test', changed_at: new Date().toISOString() })
        .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ active }))
        .execute();
    await kill(true);
    const refused = await promote([ref(item)], key);
    expect([refused.status, refused.json().error.code]).toEqual([423, 'read_only_mode']);
    await kill(false);
    expect((await promote([ref(item)], key)).status).toBe(200);
  });

  it('forgets a key after thirty days, and the version still guards the effect', async () => {
    const [item] = await filledQueue();
    const key = newKey();
    await promote([ref(item)], key);
    await pruneKeys(test.platform.db, new Date(test.clock.now().getTime() + 29 * 86_400_000));
    expect((await promote([ref(item)], key)).status).toBe(200);
    await pruneKeys(test.platform.db, new Date(test.clock.now().getTime() + 31 * 86_400_000));
    expect((await promote([ref(item)], key)).status).toBe(409);
  });
});

describe('a promoted item', () => {
  it('goes through for good, or comes back with one retry more and a higher version', async () => {
    const { platform, clock } = test;
    const seen = { passed: 0, failed: 0 };
    const random = createRandom(5);
    for (let round = 0; round < 12 && (seen.passed === 0 || seen.failed === 0); round += 1) {
      const day = createTenantDayRunner(platform, demoProfile, random, [[1_000_000, failItem]]);
      while ((await queue()).length < 2) await day.step();
      const [item] = await filledQueue();
      expect((await promote([ref(item)])).status).toBe(200);
      // The oldest item is settled first, so finish those of earlier tests.
      clock.advance(25_000);
      const settling = createTenantDayRunner(platform, demoProfile, random, [[1_000_000, settlePromoted]]);
      while (await promotedLeft()) await settling.step();
      const back = (await queue()).find(({ itemId }) => itemId === item.itemId);
      if (back === undefined) seen.passed += 1;
      else {
        seen.failed += 1;
        expect(back).toMatchObject({ retryCount: item.retryCount + 1, version: item.version + 2 });
      }
    }
    expect(Math.min(seen.passed, seen.failed)).toBeGreaterThan(0);
  });
});
