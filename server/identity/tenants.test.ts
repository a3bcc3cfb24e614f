import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestPlatform, type TestAnswer, type TestClient, type TestPlatform } from '../testing/platform.ts';
import { openStream } from '../testing/streamReaders.ts';

let test: TestPlatform;
let admin: TestClient;

beforeAll(async () => {
  test = await createTestPlatform({ config: { simulation: 'off' }, seeded: true });
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  await test.platform.start();
});
afterAll(() => test.close());

const move = (client: TestClient, tenantId: string, from: string): Promise<TestAnswer> =>
  client.call('PUT', '/api/auth/tenant', { tenantId }, { 'x-tenant-id': from });
const where = async (client: TestClient): Promise<string> => (await client.get('/api/auth/me')).json().tenantId;
const lines = (tenantId: string) =>
  test.platform.db
    .selectFrom('audit_records')
    .select(['action', 'actor_id', 'target'])
    .where('tenant_id', '=', tenantId)
    .where('action', 'like', 'session.%_tenant')
    .orderBy('chain_index')
    .execute();

describe('a session in another tenant', () => {
  it('an admin moves it: from then on every call is of the new tenant, and one that names the old is refused', {
    tags: ['C-69', 'C-59', 'A-9'],
  }, async () => {
    admin = await test.signIn('admin@ukweli.example');
    expect((await admin.get('/api/tenants')).json().tenants.map((one: { tenantId: string }) => one.tenantId)).toEqual(['demo', 'kampala']);
    const demoSites = (await admin.get('/api/verifications?limit=50')).body;
    expect((await admin.get('/api/kpis', { 'x-tenant-id': 'kampala' })).status).toBe(403);

    expect((await move(admin, 'kampala', 'demo')).status).toBe(200);
    expect(await where(admin)).toBe('kampala');
    const theirs = await admin.get('/api/verifications?limit=50', { 'x-tenant-id': 'kampala' });
    expect(theirs.status).toBe(200);
    for (const { vrfId } of JSON.parse(demoSites).verifications) expect(theirs.body).not.toContain(`"${vrfId}"`);
    // Requests that were still in flight.
    for (const path of ['/api/kpis', '/api/notifications', '/api/verifications', '/api/auth/me'])
      expect((await admin.get(path, { 'x-tenant-id': 'demo' })).json().error.code).toBe('wrong_tenant');
    expect((await admin.get('/api/verifications/VRF-001244')).status).toBe(404);

    // The next sign-in starts at the home tenant; this session keeps its tenant through a refresh.
    expect((await admin.call('POST', '/api/auth/refresh', null, { 'x-tenant-id': 'kampala' })).json().user.tenantId).toBe('kampala');
    expect(await where(await test.signIn('admin@ukweli.example'))).toBe('demo');
  });

  it('what was on its way when the session moved is refused and stands on no record as a call for a foreign tenant; a true one does, and so does one that comes later', {
    tags: ['T-8', 'D-27'],
  }, async () => {
    const client = await test.signIn('admin@ukweli.example');
    const alarms = async () =>
      (
        await test.platform.db
          .selectFrom('audit_records')
          .select('correlation_id')
          .where('action', '=', 'refused.wrong_tenant')
          .where('correlation_id', 'like', 'late-%')
          .orderBy('audit_id')
          .execute()
      ).map(({ correlation_id: id }) => id);
    const call = async (id: string, tenant: string, path = '/api/kpis') => {
      const answer = await client.get(path, { 'x-tenant-id': tenant, 'x-correlation-id': `late-${id}` });
      expect([id, answer.status]).toEqual([id, 403]);
    };
    // Before the move the other tenant is the account's, but not this session's.
    await call('before', 'kampala');
    expect((await move(client, 'kampala', 'demo')).status).toBe(200);
    await call('read', 'demo');
    await call('me', 'demo', '/api/auth/me');
    await call('stream', 'kampala', '/api/events?tenantId=demo');
    await call('foreign', 'nowhere');
    await call('mixed', 'nowhere', '/api/kpis?tenantId=demo');
    // Another session of the account was never moved: the tenant is foreign to it.
    const other = await test.signIn('admin@ukweli.example');
    expect((await other.get('/api/kpis', { 'x-tenant-id': 'kampala', 'x-correlation-id': 'late-other' })).status).toBe(403);
    test.clock.advance(31_000);
    await call('later', 'demo');
    expect(await alarms()).toEqual(['late-before', 'late-foreign', 'late-mixed', 'late-other', 'late-later']);
  });

  it('asked for twice it is the same, and both tenants have it on record, neither naming the other', {
    tags: ['C-69', 'D-27'],
  }, async () => {
    const before = { demo: (await lines('demo')).length, kampala: (await lines('kampala')).length };
    const client = await test.signIn('admin@ukweli.example');
    expect((await move(client, 'kampala', 'demo')).status).toBe(200);
    expect((await move(client, 'kampala', 'kampala')).status).toBe(200);
    const left = (await lines('demo')).slice(before.demo);
    const entered = (await lines('kampala')).slice(before.kampala);
    expect(left.map(({ action, actor_id }) => [action, actor_id])).toEqual([['session.leave_tenant', 'usr-demo-admin']]);
    expect(entered.map(({ action, actor_id }) => [action, actor_id])).toEqual([['session.enter_tenant', 'usr-demo-admin']]);
    expect(entered[0]?.target).toBe(left[0]?.target);
    expect(JSON.stringify(left)).not.toContain('kampala');
    expect(await test.platform.audit.firstBroken('kampala')).toBeNull();
  });

  it('is refused to everybody else, and to an admin for a tenant that is not theirs', { tags: ['C-69'] }, async () => {
    for (const email of ['bank@ukweli.example', 'auditor@ukweli.example', 'operator@ukweli.example']) {
      const client = await test.signIn(email);
      const refused = await move(client, 'kampala', 'demo');
      expect([email, refused.status, refused.json().error.code]).toEqual([email, 403, 'forbidden']);
      expect(await where(client)).toBe('demo');
    }
    const foreign = await move(admin, 'nowhere', 'kampala');
    expect([foreign.status, foreign.json().error.code]).toEqual([403, 'wrong_tenant']);
    expect(await where(admin)).toBe('kampala');
  });

  it('who is no admin any more, or no longer belongs there, is at home again at once', { tags: ['C-69'] }, async () => {
    const { db } = test.platform;
    const role = (to: 'admin' | 'operator') =>
      db.updateTable('accounts').set({ role: to }).where('account_id', '=', 'usr-demo-admin').execute();
    await role('operator');
    expect(await where(admin)).toBe('demo');
    await role('admin');
    expect(await where(admin)).toBe('kampala');
    await db.deleteFrom('memberships').where('account_id', '=', 'usr-demo-admin').where('tenant_id', '=', 'kampala').execute();
    expect(await where(admin)).toBe('demo');
    await db.insertInto('memberships').values({ account_id: 'usr-demo-admin', tenant_id: 'kampala' }).execute();
  });

  it('a stream of the tenant that was left ends within five seconds, and none of it can be opened again', {
    tags: ['C-59', 'A-10'],
  }, async () => {
    const client = await test.signIn('admin@ukweli.example');
    const origin = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`; // listening on TCP
    const stream = await openStream(origin, '/api/events?tenantId=demo', client.cookie);
    await stream.frame('hello');
    expect((await move(client, 'kampala', 'demo')).status).toBe(200);
    const began = performance.now();
    await stream.ended;
    expect(performance.now() - began).toBeLessThan(5000);
    const again = await openStream(origin, '/api/events?tenantId=demo', client.cookie);
    expect(again.status).toBe(403);
    again.close();
    const theirs = await openStream(origin, '/api/events?tenantId=kampala', client.cookie);
    expect(theirs.status).toBe(200);
    theirs.close();
  });
});

it('a browser in which nobody has signed in is told of the first tenant as it stands here', { tags: ['M-13', 'C-1'] }, async () => {
  const { db } = test.platform;
  const set = (place: string) => db.updateTable('tenants').set({ place }).where('tenant_id', '=', 'demo').execute();
  const { place } = (await test.anonymous().get('/api/config')).json().tenant;
  await set('Kisumu');
  expect((await test.anonymous().get('/api/config')).json().tenant).toMatchObject({ tenantId: 'demo', place: 'Kisumu' });
  await set(place);
});
