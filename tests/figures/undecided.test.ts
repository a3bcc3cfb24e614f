import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { renewKpis } from '../../server/entities/kpis.ts';
import { writeTransaction } from '../../server/realtime/log.ts';
import { currentValues } from '../../server/series/store.ts';
import { behindTheRules } from '../../server/testing/behindTheRules.ts';
import { createTestPlatform, type TestClient, type TestPlatform } from '../../server/testing/platform.ts';
import type { KpiResponse } from '../../src/contracts/kpi.ts';
import { kpiDetails, kpiViews } from '../../src/screens/overview/kpiModel.ts';

/** A tenant's first morning: records have arrived, and none is decided. */
const live = { kind: 'live', at: 0 } as const;
let test: TestPlatform;
let client: TestClient;
beforeAll(async () => {
  test = await createTestPlatform({ seeded: true });
  client = await test.signIn('admin@ukweli.example');
});
afterAll(() => test.close());

async function counted(statement: string): Promise<KpiResponse> {
  await behindTheRules(test.platform.db, (db) => sql.raw(statement).execute(db));
  await writeTransaction(test.platform, 'demo', (trx, emit) => renewKpis(trx, emit, 'demo', test.platform.clock.business(), 'test'));
  return (await client.get('/api/kpis')).json<KpiResponse>();
}
const latency = (kpis: KpiResponse) =>
  kpiViews({
    kpis,
    kpisFreshness: live,
    letters: null,
    lettersFreshness: live,
    day: () => [[-60_000, 0.001]],
    hour: () => [],
    now: 0,
    asOf: 0,
    zone: 'Africa/Lagos',
  }).find(({ id }) => id === 'latency');

it('what waits for its decision took no time that could be on target', { tags: ['T-1', 'C-83'] }, async () => {
  const before = (await client.get('/api/kpis')).json<KpiResponse>();
  // One returns to pending, as an override may do: it no longer counts as decided, however long its decision took.
  const again = await counted(
    `update verifications set decision_latency_ms = 40000000, status = 'pending' where tenant_id = 'demo' and ordinal = (select max(ordinal) from verifications where tenant_id = 'demo' and status = 'verified')`,
  );
  expect(again.avgLatency.decided).toBe((before.avgLatency.decided ?? 0) - 1);

  const none = await counted(
    `update verifications set status = 'pending', automated = false, decision_latency_ms = null where tenant_id = 'demo'`,
  );
  expect(none.verificationAccuracy.denominator).toBeGreaterThan(0);
  expect(none.avgLatency.decided).toBe(0);
  const card = latency(none);
  expect(card).toMatchObject({ value: '–', unit: '', basis: 'No record decided yet', trend: null });
  expect(card?.badge).toMatchObject({ answer: 'unknown', word: 'No data' });
  // The earlier value is drawn, and no zero after it.
  expect(card?.chart.points).toEqual([[-60_000, 0.001]]);
  expect(kpiDetails(none, { now: 0, zone: 'UTC' })[1]).toMatchObject({ label: 'latency p95', values: ['–'] });
  const values = await currentValues(test.platform.db, 'demo');
  expect([values.has('kpi.avgLatency'), values.has('kpi.avgLatencyP95'), values.has('kpi.verificationAccuracy')]).toEqual([
    false,
    false,
    true,
  ]);
});

it('a last period in which nothing was decided is none to be worse than', { tags: ['T-1', 'C-20'] }, async () => {
  await behindTheRules(test.platform.db, (db) => sql.raw(`update kpi_snapshots set p50_ms = 0, p95_ms = 0`).execute(db));
  const { avgLatency } = await counted(`update verifications set status = 'verified', decision_latency_ms = 2000 where tenant_id = 'demo'`);
  expect(avgLatency.previousP50).toBeUndefined();
});
