import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headers } from '../../src/contracts/endpoints.ts';
import { maxViews, type SavedView } from '../../src/contracts/savedView.ts';
import { createTestPlatform, type TestAnswer, type TestClient, type TestPlatform } from '../testing/platform.ts';

let test: TestPlatform;
let laptop: TestClient;
let tablet: TestClient;
let keys = 0;

beforeAll(async () => {
  test = await createTestPlatform();
  [laptop, tablet] = [await test.signIn('operator@ukweli.example'), await test.signIn('operator@ukweli.example')];
});
afterAll(() => test.close());

const newKey = (): string => `saved-view-key-${String((keys += 1)).padStart(6, '0')}`;
const view = (change: object = {}) => ({
  screen: 'verifications',
  name: 'Failed in Kilifi',
  query: 'status=failed&site=KE-KLF-011',
  version: 0,
  ...change,
});
const save = (id: string, body: object, client = laptop, key = newKey()): Promise<TestAnswer> =>
  client.post(`/api/views/${id}`, body, { [headers.idempotency]: key });
const remove = (id: string, version: number, client = laptop): Promise<TestAnswer> =>
  client.post(`/api/views/${id}/remove`, { version }, { [headers.idempotency]: newKey() });
const list = async (client = laptop): Promise<SavedView[]> => (await client.get('/api/views')).json().views;

describe('saved views', () => {
  it('are the same on every device of the person, by name, and nobody else’s', { tags: ['D-28'] }, async () => {
    const made = await save('view-a', view());
    expect(made.status, made.body).toBe(200);
    expect(made.json().view).toMatchObject({ viewId: 'view-a', version: 1, updatedAt: test.clock.now().toISOString() });
    expect((await save('view-b', view({ name: 'Audited', query: '' }))).status).toBe(200);
    expect((await list(tablet)).map(({ name, query }) => [name, query])).toEqual([
      ['Audited', ''],
      ['Failed in Kilifi', 'status=failed&site=KE-KLF-011'],
    ]);
    const [admin, kampala] = [await test.signIn('admin@ukweli.example'), await test.signIn('operator@kampala.example')];
    expect([await list(admin), await list(kampala)]).toEqual([[], []]);
    // View ids are per person: the same id does not reach another person's view.
    expect((await save('view-a', view({ version: 1 }), admin)).status).toBe(409);
    expect((await remove('view-a', 1, admin)).status).toBe(409);
    expect(await list()).toHaveLength(2);
  });

  it('take effect once however often they are sent', { tags: ['F-24'] }, async () => {
    const key = newKey();
    const [first, second] = [
      await save('view-c', view({ name: 'Once' }), laptop, key),
      await save('view-c', view({ name: 'Once' }), laptop, key),
    ];
    expect(second.json()).toEqual(first.json());
    expect((await list()).filter(({ name }) => name === 'Once')).toMatchObject([{ version: 1 }]);
  });

  it('refuse the later of two changes of one version, and overwrite nothing unseen', { tags: ['D-28'] }, async () => {
    expect((await save('view-a', view({ query: 'status=disputed', version: 1 }), tablet)).json().view.version).toBe(2);
    const late = await save('view-a', view({ query: 'status=pending', version: 1 }));
    expect([late.status, late.json().error.code]).toEqual([409, 'conflict']);
    expect((await remove('view-a', 1)).status).toBe(409);
    expect((await list()).find(({ viewId }) => viewId === 'view-a')?.query).toBe('status=disputed');
    const both = await Promise.all([
      save('view-a', view({ query: 'q=1', version: 2 })),
      save('view-a', view({ query: 'q=2', version: 2 }), tablet),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await remove('view-a', 3)).status).toBe(200);
    expect((await list(tablet)).map(({ viewId }) => viewId)).not.toContain('view-a');
  });

  it('have one name once on a page, and are as many as a person can look through', { tags: ['G-20'] }, async () => {
    const twice = await save('view-d', view({ name: 'ONCE' }));
    expect([twice.status, twice.json().error.message]).toEqual([409, 'You have a view called Once on this page already']);
    expect((await save('view-d', view({ name: 'Once', screen: 'dlq' }))).status).toBe(200);
    const { length } = await list();
    for (let index = length; index < maxViews; index += 1)
      expect((await save(`view-${index}`, view({ name: `View ${index}` }))).status).toBe(200);
    const more = await save('view-more', view({ name: 'More' }));
    expect([more.status, more.json().error.message]).toEqual([409, 'You have 100 views, the maximum. Remove one first']);
  });

  it('hold filters only: one line of a name, and what an address may hold', { tags: ['A-12'] }, async () => {
    for (const body of [
      view({ name: ' ' }),
      view({ name: 'a\nb' }),
      view({ name: 'x'.repeat(61) }),
      view({ query: 'a b' }),
      view({ query: 'x'.repeat(501) }),
      view({ screen: '../x' }),
    ])
      expect([body, (await save('view-e', body)).status]).toEqual([body, 400]);
  });

  it('stand on record, refusals too, and are refused in read-only mode', { tags: ['D-27', 'D-23'] }, async () => {
    await test.platform.db
      .insertInto('kill_switches')
      .values({ tenant_id: 'demo', active: true, reason: 'x', by_name: 'x', changed_at: test.clock.now().toISOString() })
      .execute();
    expect((await save('view-f', view({ name: 'Halted' }))).status).toBe(423);
    expect((await list()).map(({ name }) => name)).not.toContain('Halted');
    const lines = await test.platform.db.selectFrom('audit_records').selectAll().where('action', 'like', 'view.%').execute();
    expect(new Set(lines.map(({ action, outcome }) => `${action} ${outcome}`))).toEqual(
      new Set(['view.save done', 'view.save refused', 'view.remove done', 'view.remove refused']),
    );
    expect(lines.find(({ target, outcome }) => target === 'view-a' && outcome === 'done')).toMatchObject({
      actor_id: 'usr-demo-operator',
      details: { screen: 'verifications', name: 'Failed in Kilifi', query: 'status=failed&site=KE-KLF-011' },
    });
    expect(await test.platform.audit.firstBroken('demo')).toBeNull();
  });
});
