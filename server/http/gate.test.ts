import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../src/contracts/endpoint.ts';
import { headers } from '../../src/contracts/endpoints.ts';
import { everyEndpoint, type EveryEndpointId as EndpointId } from '../../src/contracts/everyEndpoint.ts';
import { problemAnswerSchema } from '../../src/contracts/problem.ts';
import { protocolVersion } from '../../src/contracts/version.ts';
import { z } from '../../src/contracts/zod.ts';
import { permissionsOf } from '../../src/domain/accounts/access.ts';
import { demoAccounts } from '../identity/demo/demoAccounts.ts';
import { type TestClient, type TestPlatform, createTestPlatform } from '../testing/platform.ts';

let test: TestPlatform;
const clients = new Map<string, TestClient>();
beforeAll(async () => {
  test = await createTestPlatform({ config: { minimumBuild: '20261101.000000-abc' } });
  for (const { email } of demoAccounts) clients.set(email, await test.signIn(email));
});
afterAll(() => test.close());

const rows = Object.entries(everyEndpoint) as [EndpointId, Endpoint][];
const guarded = rows.filter(([, endpoint]) => endpoint.needs !== 'public');
const changes = rows.filter(([, endpoint]) => endpoint.method !== 'GET');
/** A path of the row with a placeholder for ids. */
const pathOf = (endpoint: Endpoint): string => endpoint.path.replace(/\{\w+\}/g, 'kpis');
const clientOf = (email: string): TestClient => clients.get(email) ?? test.anonymous();
/** Streams stay open; they are judged before they start, so only refusals return here. */
const isStream = (id: EndpointId): boolean => id === 'events';

describe('every row of the table of calls', () => {
  it.each(guarded)('%s wants a session', { tags: ['D-5'] }, async (_id, endpoint) => {
    const answer = await test.anonymous().call(endpoint.method, pathOf(endpoint));
    expect([answer.status, z.parse(problemAnswerSchema, answer.json()).error.code]).toEqual([401, 'unauthenticated']);
  });

  it.each(guarded)('%s refuses the other tenant, named in header or query, to the admin too', { tags: ['D-21'] }, async (_id, endpoint) => {
    for (const { email, tenantId } of demoAccounts.filter(({ role }) => role === 'operator' || role === 'admin')) {
      const other = tenantId === 'demo' ? 'kampala' : 'demo';
      for (const named of [other, 'nowhere', '', `${tenantId},${other}`]) {
        const answer = await clientOf(email).call(endpoint.method, pathOf(endpoint), undefined, { 'x-tenant-id': named });
        expect([email, named, answer.status, answer.json().error.code]).toEqual([email, named, 403, 'wrong_tenant']);
      }
      const inQuery = await clientOf(email).call(endpoint.method, `${pathOf(endpoint)}?tenantId=${other}`);
      expect([email, inQuery.status]).toEqual([email, 403]);
    }
  });

  it.each(guarded)(
    '%s is not answered under the session of another person than the one it names',
    { tags: ['M-3', 'D-21'] },
    async (id, endpoint) => {
      const own = (await clientOf('operator@ukweli.example').get('/api/auth/me')).json().id as string;
      for (const { email, tenantId } of demoAccounts.filter(({ role }) => role === 'admin')) {
        const answer = await clientOf(email).call(endpoint.method, pathOf(endpoint), undefined, {
          'x-account-id': own,
          'x-tenant-id': tenantId,
        });
        if (id === 'me') expect(answer.json().email).toBe(email);
        else expect([email, answer.status, answer.json().error.code]).toEqual([email, 401, 'unauthenticated']);
      }
    },
  );

  it.each(guarded.filter(([id]) => !isStream(id)))(
    '%s is refused to exactly those roles that lack its permission',
    { tags: ['C-72', 'D-5'] },
    async (_id, endpoint) => {
      for (const { email, role, tenantId } of demoAccounts) {
        // a change with an empty body fails at its schema at the latest: nothing is changed here
        if (endpoint.path.startsWith('/api/auth/') && endpoint.method !== 'GET') continue;
        const may = endpoint.needs === 'session' || endpoint.needs === 'public' || permissionsOf(role).has(endpoint.needs);
        const answer = await clientOf(email).call(endpoint.method, pathOf(endpoint), undefined, { 'x-tenant-id': tenantId });
        expect([email, answer.status === 403 ? answer.json().error.code : 'allowed']).toEqual([email, may ? 'allowed' : 'forbidden']);
      }
    },
  );

  it.each(changes)('%s refuses what did not come from the console', { tags: ['D-21', 'C-74'] }, async (_id, endpoint) => {
    const client = clientOf('operator@ukweli.example');
    const bad: Record<string, string | undefined>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://localhost:4174' },
      { origin: 'https://localhost:4173' },
      { origin: 'http://localhost:4173.evil.example' },
      { origin: undefined },
      { 'x-correlation-id': undefined },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ];
    for (const change of bad) {
      const headers: Record<string, string> = {
        'content-type': 'application/json',
        origin: 'http://localhost:4173',
        'x-correlation-id': 'c',
        cookie: client.cookie,
      };
      for (const [name, value] of Object.entries(change)) {
        if (value === undefined) delete headers[name];
        else headers[name] = value;
      }
      const answer = await test.app.inject({ method: endpoint.method, url: pathOf(endpoint), headers });
      expect([change, answer.statusCode, answer.json().error.code]).toEqual([change, 403, 'csrf']);
    }
  });
});

describe('who sees what, written out', () => {
  const everybody = [
    '/api/kpis',
    '/api/health',
    '/api/pipeline',
    '/api/dlq',
    '/api/verifications',
    '/api/activity',
    '/api/notifications',
    '/api/confidence',
    '/api/tenants',
  ];
  const refusedTo: Record<string, readonly string[]> = {
    'admin@ukweli.example': [],
    'bank@ukweli.example': ['/api/refinance/summary'],
    'auditor@ukweli.example': ['/api/refinance/summary', '/api/rbf/summary'],
    'operator@ukweli.example': [],
    'operator@kampala.example': [],
  };
  it.each(Object.entries(refusedTo))('%s', { tags: ['D-5', 'D-6'] }, async (email, refused) => {
    for (const path of [...everybody, '/api/evidence', '/api/refinance/summary', '/api/rbf/summary']) {
      expect([path, (await clientOf(email).get(path)).status === 403]).toEqual([path, refused.includes(path)]);
    }
  });
});

describe('D-21, beside the table', () => {
  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'takes no body as %s',
    { tags: ['D-21'] },
    async (type) => {
      const answer = await clientOf('admin@ukweli.example').call(
        'POST',
        '/api/auth/login',
        { email: 'a', password: 'b' },
        { 'content-type': type },
      );
      expect([answer.status, answer.json().error.code]).toEqual([415, 'bad_request']);
    },
  );

  it('takes the JSON content type without a body, and works without a tenant header', { tags: ['C-74'] }, async () => {
    const answer = await clientOf('admin@ukweli.example').post('/api/auth/refresh');
    expect(answer.status).toBe(200);
  });

  it('gives the correlation id back, and makes one where a hostile one came', { tags: ['C-74'] }, async () => {
    const client = clientOf('admin@ukweli.example');
    expect((await client.get('/api/auth/me', { 'x-correlation-id': 'req-7' })).headers['x-correlation-id']).toBe('req-7');
    for (const hostile of ['a b', 'x'.repeat(200), '<script>', '"}{']) {
      expect((await client.get('/api/auth/me', { 'x-correlation-id': hostile })).headers['x-correlation-id']).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it('API answers are not stored, refusals neither', { tags: ['D-21'] }, async () => {
    expect((await clientOf('admin@ukweli.example').get('/api/auth/me')).headers['cache-control']).toBe('no-store');
    expect((await test.anonymous().get('/api/auth/me')).headers['cache-control']).toBe('no-store');
  });

  it('tells an old console to reload before it may write, and lets it leave', { tags: ['D-30'] }, async () => {
    const client = await test.signIn('operator@ukweli.example');
    const body = { files: [] };
    const old = { 'x-client-build': '20261001.120000-abc' };
    expect((await client.post('/api/evidence/EP-1/signed-urls', body, old)).json().error.code).toBe('build_too_old');
    const current = { 'x-client-build': '20261102.120000-abc', [headers.protocol]: String(protocolVersion) };
    expect((await client.post('/api/evidence/EP-1/signed-urls', body, current)).status).not.toBe(426);
    // A console older than protocol versions counts as old, however new its build claims to be.
    expect((await client.post('/api/evidence/EP-1/signed-urls', body, { 'x-client-build': '20261102.120000-abc' })).status).toBe(426);
    expect((await client.get('/api/auth/me', old)).status).toBe(200);
    expect((await client.post('/api/auth/refresh', undefined, old)).status).toBe(200);
    expect((await client.post('/api/auth/logout', undefined, old)).status).toBe(200);
  });

  it('a page of another origin, of our own site too, reads nothing by the session that came along; a link that is followed to a file is no page', {
    tags: ['G-20', 'A-8'],
  }, async () => {
    const client = clientOf('operator@ukweli.example');
    const page = { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' };
    const refusedTo = async (headers: Record<string, string>) => (await client.get('/api/kpis', headers)).json().error?.code;
    expect(await refusedTo(page)).toBe('csrf');
    expect(await refusedTo({ ...page, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' })).toBe('csrf');
    expect(await refusedTo({ origin: 'http://localhost:9999' })).toBe('csrf');
    expect(await refusedTo({ ...page, 'sec-fetch-site': 'same-origin' })).toBeUndefined();
    expect(await refusedTo({ ...page, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' })).toBeUndefined();
    // Public calls stay open to foreign pages.
    expect((await client.get('/api/config', page)).status).toBe(200);
  });

  it('refusals are on record', { tags: ['D-27'] }, async () => {
    await clientOf('operator@ukweli.example').get('/api/auth/me', { 'x-tenant-id': 'kampala', 'x-correlation-id': 'cross-1' });
    const row = await test.platform.db
      .selectFrom('audit_records')
      .selectAll()
      .where('correlation_id', '=', 'cross-1')
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      tenant_id: 'demo',
      actor_id: 'usr-demo-operator',
      action: 'refused.wrong_tenant',
      target: 'GET /api/auth/me',
      outcome: 'refused',
    });
  });

  it('a flood of strangers adds a bounded number of lines', { tags: ['D-27'] }, async () => {
    const count = async () =>
      Number(
        (
          await test.platform.db
            .selectFrom('audit_records')
            .select((row) => row.fn.countAll<number>().as('n'))
            .where('tenant_id', '=', '')
            .executeTakeFirstOrThrow()
        ).n,
      );
    test.clock.advance(60_000);
    const before = await count();
    for (let request = 0; request < 100; request++) await test.app.inject({ method: 'POST', url: '/api/auth/refresh' });
    expect((await count()) - before).toBe(60);
  });

  it('what is malformed is on record where it would change more than one’s own, and a read or one’s own profile is not', {
    tags: ['A-9'],
  }, async () => {
    const admin = clientOf('admin@ukweli.example');
    const lines = () =>
      test.platform.db
        .selectFrom('audit_records')
        .select('target')
        .where('action', '=', 'refused.bad_request')
        .orderBy('audit_id')
        .execute();
    const before = (await lines()).length;
    const answers = [
      await admin.get('/api/verifications?limit=none'),
      await admin.call('PATCH', '/api/profile', { name: 7 }),
      await admin.call('PATCH', '/api/displays/any', { name: 7 }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect((await lines()).slice(before)).toEqual([{ target: 'PATCH /api/displays/:displayId' }]);
  });

  it('every read of a tenant carries the seq of its snapshot', { tags: ['D-32'] }, async () => {
    const { db } = test.platform;
    await db.deleteFrom('event_heads').where('tenant_id', '=', 'demo').execute();
    await db.insertInto('event_heads').values({ tenant_id: 'demo', epoch: 'e', seq: 41, topics: '{}', pruned: '{}' }).execute();
    expect((await clientOf('admin@ukweli.example').get('/api/tenants')).headers['x-as-of-seq']).toBe('41');
    expect((await clientOf('operator@kampala.example').get('/api/tenants')).headers['x-as-of-seq']).not.toBe('41');
  });

  it('an answer of another shape than the table promises goes out to no test: it fails', async () => {
    const row: { answer: z.core.$ZodType } = everyEndpoint.config;
    const { answer } = row;
    row.answer = z.object({ promised: z.string() });
    try {
      expect((await test.anonymous().get('/api/config')).status).toBe(500);
    } finally {
      row.answer = answer;
    }
    expect((await test.anonymous().get('/api/config')).status).toBe(200);
  });

  it('every answer carries the platform’s clock', { tags: ['D-29'] }, async () => {
    expect((await test.anonymous().get('/api/config')).headers['x-server-time']).toBe(test.clock.now().toISOString());
  });
});
