import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../src/contracts/endpoint.ts';
import { type EveryEndpointId, everyEndpoint } from '../../../src/contracts/everyEndpoint.ts';
import { wallDashboardIds } from '../../../src/contracts/display.ts';
import { seriesMetrics, seriesWindows } from '../../../src/contracts/series.ts';
import { readsOf } from '../../../src/domain/wall/dashboards.ts';
import { mayDisplayCall } from '../../../src/domain/wall/mayDisplayCall.ts';
import { wallRows } from '../../../src/domain/wall/rows.ts';
import { writeTransaction } from '../../realtime/log.ts';
import { allTopics } from '../../realtime/hub.ts';
import { behindTheRules } from '../../testing/behindTheRules.ts';
import { createTestPlatform, type TestClient, type TestPlatform } from '../../testing/platform.ts';
import { openSocket, openStream } from '../../testing/streamReaders.ts';
import { pairWall, wallSettings } from '../../testing/wallBrowser.ts';

/**
 * All text columns behind what a display reads. `canary`: names a person, or says what no display draws. `kept`: keys, enumerations and
 * what is drawn. A new column of these tables is in neither list and fails the test.
 */
const columns: Readonly<Record<string, Readonly<Record<string, 'canary' | 'kept'>>>> = {
  incidents: {
    incident_id: 'kept',
    severity: 'kept',
    title: 'kept',
    description: 'canary',
    runbook_url: 'kept',
    acknowledged_by: 'canary',
    acknowledged_by_id: 'canary',
    cause: 'kept',
  },
  incident_entries: {
    incident_id: 'kept',
    kind: 'kept',
    by_name: 'canary',
    by_id: 'canary',
    text: 'canary',
    despite: 'canary',
    severity: 'kept',
  },
  dead_letters: {
    item_id: 'kept',
    stage: 'kept',
    error_code: 'canary',
    error_message: 'canary',
    correlation_id: 'canary',
    last_promoted_by: 'canary',
    last_promoted_by_id: 'canary',
  },
  pipeline_stages: { name: 'kept', status: 'kept', last_correlation_id: 'canary' },
  health_components: { name: 'kept', status: 'kept' },
  portfolios: {
    portfolio_id: 'canary',
    state: 'kept',
    currency: 'kept',
    covenant_hash: 'kept',
    fx_snapshot_id: 'canary',
    dgn_package_id: 'canary',
    jws_signature: 'canary',
    signer_kid: 'canary',
  },
  covenants: { covenant_hash: 'kept', title: 'canary' },
  rbf_milestones: { milestone_id: 'kept', description: 'kept', metric: 'kept', payment_type: 'kept', currency: 'kept' },
  rbf_payments: {
    payment_id: 'canary',
    vrf_id: 'canary',
    milestone_id: 'kept',
    site_code: 'kept',
    currency: 'kept',
    status: 'kept',
    transaction_id: 'canary',
    fx_snapshot_id: 'canary',
    covenant_hash: 'kept',
    jws_signature: 'canary',
  },
  schools: { school_id: 'kept', site_code: 'kept', school_name: 'kept', location: 'kept' },
  school_readings: { school_id: 'kept', figure: 'kept', word: 'kept', source: 'kept' },
  kill_switches: { reason: 'kept', by_name: 'canary', by_id: 'canary' },
  accounts: { account_id: 'kept', tenant_id: 'kept', name: 'canary', email: 'kept' },
};
const canary = /canary\.[a-z_.]+/;

let test: TestPlatform;
let wall: TestClient;
let displayId: string;
let origin: string;
beforeAll(async () => {
  test = await createTestPlatform({ seeded: true });
  const { db } = test.platform;
  await act();
  await behindTheRules(db, async (trx) => {
    // More rows than a display shows.
    await sql`insert into incidents select (jsonb_populate_record(i, jsonb_build_object('incident_id', i.incident_id || '-before'))).* from incidents i
      where resolved_at is not null`.execute(trx);
    for (const [table, decided] of Object.entries(columns))
      for (const [column, as] of Object.entries(decided))
        if (as === 'canary')
          await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${`canary.${table}.${column}.`} || md5(ctid::text) where ${sql.ref(column)} is not null`.execute(
            trx,
          );
    await sql`update dead_letters set payload = '{"payee": "canary.payload.payee", "about": {"kind": "payment", "id": "canary.payload.id"}}'`.execute(
      trx,
    );
    await sql`update incident_entries set still_held = '["canary.still.held"]' where still_held is not null`.execute(trx);
    await sql`update covenants set terms = '{"party": "canary.terms.party"}'`.execute(trx);
    await sql`update rbf_payments set amount = 100 * (10007 + 13 * (abs(hashtext(vrf_id)) % 9973))`.execute(trx);
    await sql`update portfolios set receivables_value = 100 * (700001 + 17 * (abs(hashtext(jws_signature)) % 99991))`.execute(trx);
    await sql`update school_readings set value = 300007 + (abs(hashtext(school_id)) % 9973) where figure in ('energy_charges', 'cost_savings')`.execute(
      trx,
    );
  });
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  await test.platform.start();
  origin = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`; // listening on TCP
  ({ wall, displayId } = await pairWall(test, { playlist: [...wallDashboardIds] }));
});
afterAll(() => test.close());

/** Actions of people whose names are canaries; their events reach every stream. */
async function act(): Promise<void> {
  const { db } = test.platform;
  await db.updateTable('accounts').set({ name: sql`'canary.name.' || account_id` }).execute();
  const admin = await test.signIn('admin@ukweli.example');
  const operator = await test.signIn('operator@ukweli.example');
  const key = (name: string) => ({ 'idempotency-key': name.padEnd(16, '.') });
  const open = await db
    .selectFrom('incidents')
    .select('incident_id')
    .where('tenant_id', '=', 'demo')
    .where('resolved_at', 'is', null)
    .execute();
  const [first] = open;
  const id = first?.incident_id ?? '';
  const done = [
    await operator.post(`/api/incidents/${id}/acknowledge`, {}, key('acknowledge')),
    await operator.post(`/api/incidents/${id}/notes`, { text: 'canary.note called 0712 345678' }, key('note')),
    await operator.post(`/api/incidents/${id}/resolve`, { note: 'canary.resolution', despite: 'canary.despite' }, key('resolve')),
    await admin.call('PUT', '/api/system/kill-switch', { active: true, confirmation: 'STOP', reason: 'drawn on every wall' }),
  ];
  expect(done.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const { version } = done[3]?.json() ?? {};
  expect((await admin.call('PUT', '/api/system/kill-switch', { active: false, version, reason: 'drawn on every wall' })).status).toBe(200);
  const [letter] = (await admin.get('/api/dlq')).json().items;
  expect((await admin.post(`/api/dlq/${letter.itemId}/promote`, { version: letter.version }, key('promote'))).status).toBe(200);
  await writeTransaction(test.platform, 'demo', async (_trx, emit) => {
    emit({
      type: 'system.role_changed',
      resourceId: 'acc-canary',
      data: { userId: 'canary.account.id' },
      correlationId: 'canary.correlation',
    });
    emit({
      type: 'kpis.updated',
      resourceId: 'kpis',
      data: { fundedAmount: { byCurrency: [{ currency: 'KES', amount: 77_771 }] } },
      correlationId: 'c',
    });
    emit({
      type: 'pipeline.dead_letter',
      resourceId: 'DLQ-1',
      data: { itemId: 'DLQ-1', payload: { payee: 'canary.event.payee' } },
      correlationId: 'c',
    });
  });
}

/** All URLs that the display may read, in all their forms. */
function addresses(): readonly string[] {
  const rows = Object.entries(everyEndpoint) as [EveryEndpointId, Endpoint][]; // entries of that object
  const reads = readsOf(wallDashboardIds);
  return rows.flatMap(([id, { method, path }]) => {
    if (method !== 'GET' || id === 'events' || !mayDisplayCall(id, reads)) return [];
    if (id === 'poll') return allTopics.filter((topic) => topic !== 'verifications').map((topic) => `/api/poll/${topic}?since=0`);
    if (id !== 'series') return [path];
    const windows = (Object.keys(seriesWindows) as (keyof typeof seriesWindows)[]).filter((window) => reads.includes(`series:${window}`)); // keys of that object
    return windows.map((window) => `${path}?window=${window}&metric=${seriesMetrics.join()}`);
  });
}

const numbersIn = (value: unknown): readonly number[] =>
  typeof value === 'number' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];

describe('what a display is told', { tags: ['G-17', 'A-27'] }, () => {
  it('the test knows every column of text behind it', async () => {
    const { rows } = await sql<{ table_name: string; column_name: string }>`
      select table_name, column_name from information_schema.columns
      where table_schema = 'public' and data_type = 'text' and column_name <> 'tenant_id'`.execute(test.platform.db);
    const { accounts: _, ...known } = columns;
    const found = rows.filter(({ table_name }) => Object.hasOwn(known, table_name)).map((row) => `${row.table_name}.${row.column_name}`);
    const decided = Object.entries(known).flatMap(([table, its]) => Object.keys(its).map((column) => `${table}.${column}`));
    expect(found.toSorted()).toEqual(decided.toSorted());
  });

  it('names no person, no payee, no note and no time line, in any answer', async () => {
    const { db } = test.platform;
    const accounts = await db.selectFrom('accounts').select(['account_id', 'email']).execute();
    const paths = addresses();
    expect(paths.length).toBeGreaterThan(15);
    for (const path of paths) {
      const { status, body } = await wall.get(path);
      expect([path, status]).toEqual([path, 200]);
      expect([path, canary.exec(body)]).toEqual([path, null]);
      for (const { account_id, email } of accounts)
        for (const named of [account_id, email]) expect([path, body.includes(named)]).toEqual([path, false]);
    }
    // An administrator reads the canaries at the same URLs, so they are there to be found.
    const admin = await test.signIn('admin@ukweli.example');
    for (const path of ['/api/incidents', '/api/dlq', '/api/rbf/payments', '/api/refinance/portfolios', '/api/poll/system?since=0'])
      expect([path, canary.test((await admin.get(path)).body)]).toEqual([path, true]);
  });

  it('tells no amount but the sums that it draws', async () => {
    const { db } = test.platform;
    const paid = await db.selectFrom('rbf_payments').select('amount').where('status', '=', 'paid').execute();
    const portfolios = await db.selectFrom('portfolios').select(['receivables_value as amount', 'state']).execute();
    const many = portfolios.filter(({ state }) => portfolios.filter((one) => one.state === state).length > 1);
    const savings = await db
      .selectFrom('school_readings')
      .select('value')
      .where('figure', 'in', ['energy_charges', 'cost_savings'])
      .execute();
    const single = new Set([...[...paid, ...many].map(({ amount }) => amount / 100), ...savings.map(({ value }) => value ?? 0), 77_771]);
    expect(single.size).toBeGreaterThan(30);
    for (const path of addresses()) {
      const answer = (await wall.get(path)).json();
      expect([path, numbersIn(answer).filter((amount) => single.has(amount))]).toEqual([path, []]);
    }
  });

  it('of a list no more than it shows, and no history that it does not draw', async () => {
    const { incidents, totalCount } = (await wall.get('/api/incidents')).json();
    expect(totalCount).toBeGreaterThan(wallRows.incidents);
    expect(incidents.filter(({ title }: { title: string }) => title !== '')).toHaveLength(wallRows.incidents);
    expect((await wall.get('/api/wall/schools')).json().schools.length).toBeLessThanOrEqual(wallRows.schools);
    const { series } = (await wall.get(`/api/series?window=24h&metric=${seriesMetrics.join()}`)).json();
    expect(series.map(({ metric }: { metric: string }) => metric).filter((metric: string) => /^(dgn|rbf|stage)/.test(metric))).toEqual([]);
    for (const query of ['window=30d', 'window=7d', 'from=2026-01-01T00:00:00Z', 'window=24h&step=60'])
      expect([query, (await wall.get(`/api/series?metric=kpi.avgLatency&${query}`)).status]).toEqual([query, 403]);
    for (const path of ['/api/rbf/payments', '/api/refinance/portfolios', '/api/schools', '/api/verifications', '/api/activity'])
      expect([path, (await wall.get(path)).status]).toEqual([path, 403]);
  });

  it('and the same on a stream and a socket as by polling, each event in its place', async () => {
    const told = (await wall.get('/api/poll/system?since=0')).json();
    const last = told.at(-1).seq;
    const stream = await openStream(
      origin,
      '/api/events?tenantId=demo&topics=kpis,pipeline,health&since=system:0,kpis:0,pipeline:0,health:0',
      wall.cookie,
    );
    const socket = await openSocket(origin, '/tenants/demo', { cookie: wall.cookie, origin: test.platform.config.origin });
    socket.send({ type: 'subscribe', topic: 'pipeline', since: 0 });
    await Promise.all([
      stream.frame('event', ({ seq }) => seq === last),
      socket.frame('event', ({ type }) => type === 'pipeline.dead_letter'),
    ]);
    const events = [...stream.frames, ...socket.frames].filter((frame) => frame.kind === 'event');
    expect(events.length).toBeGreaterThan(4);
    expect(canary.exec(JSON.stringify(events))).toBeNull();
    expect(numbersIn(events)).not.toContain(77_771);
    // The poll answered before: what came since, such as a notice about the day, is on the stream alone.
    const system = stream.frames.flatMap((frame) =>
      frame.kind === 'event' && frame.type.startsWith('system.') && (frame.seq ?? 0) <= last ? [frame] : [],
    );
    expect(system.map(({ seq, prev, type }) => ({ seq, prev, type }))).toEqual(
      told.map(({ seq, prev, type }: { seq: number; prev: number; type: string }) => ({ seq, prev, type })),
    );
    // It does receive events about itself, and only its own.
    await writeTransaction(test.platform, 'demo', async (_trx, emit) => {
      emit({ type: 'system.display_changed', resourceId: displayId, data: { userId: displayId }, correlationId: 'c' });
    });
    const changed = await stream.frame('event', ({ type }) => type === 'system.display_changed');
    expect([changed.resourceId, changed.data]).toEqual([displayId, { userId: displayId }]);
    stream.close();
    socket.close();
  });

  it('of the topics that its dashboards are refreshed by, and of no other: a history of the figures is none of their events', async () => {
    const { wall: health, displayId: id } = await pairWall(test, { name: 'Machines', playlist: ['health'] });
    const statuses = Object.fromEntries(
      await Promise.all(allTopics.map(async (topic) => [topic, (await health.get(`/api/poll/${topic}?since=0`)).status])),
    );
    expect(statuses).toEqual({ kpis: 403, verifications: 403, pipeline: 403, health: 200, system: 200 });
    expect((await health.get('/api/series?window=24h&metric=component.database.p95')).status).toBe(200);
    // Nor is a display told of another one, even by id.
    const admin = await test.signIn('admin@ukweli.example');
    const named = { ...wallSettings, name: 'Lobby', playlist: [...wallDashboardIds], version: 1 };
    expect((await admin.call('PATCH', `/api/displays/${displayId}`, named)).status).toBe(200);
    const heard = await Promise.all([health, wall].map(async (one) => (await one.get('/api/poll/system?since=0')).body));
    expect(heard.map((body) => body.includes(displayId))).toEqual([false, true]);
    expect(heard.map((body) => body.includes(id))).toEqual([false, false]);
  });

  it('a person who previews a wall is told the same sums, and who may not see finance none', async () => {
    const bank = await test.signIn('bank@ukweli.example');
    const operator = await test.signIn('operator@ukweli.example');
    for (const path of ['/api/wall/payments', '/api/wall/portfolios', '/api/wall/schools']) {
      const { lastUpdated: _, ...own } = (await bank.get(path)).json();
      expect((await wall.get(path)).json()).toMatchObject(own);
      expect([path, (await operator.get(path)).status]).toEqual([path, 403]);
    }
  });
});
