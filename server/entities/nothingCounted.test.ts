import { afterAll, beforeAll, expect, it } from 'vitest';
import { computeKpis } from './kpis.ts';
import { createTestPlatform, type TestPlatform } from '../testing/platform.ts';

let test: TestPlatform;
beforeAll(async () => {
  test = await createTestPlatform({ seeded: true });
});
afterAll(() => test.close());

it('where no reading was expected, or no rule checked, the confidence says of how many it is', { tags: ['T-1', 'T-7'] }, async () => {
  const admin = await test.signIn('admin@ukweli.example');
  const read = async (): Promise<unknown> => (await admin.get('/api/confidence')).json();
  expect(await read()).toMatchObject({
    confidence: expect.closeTo(87, 0),
    readingsExpected: expect.any(Number),
    rulesChecked: expect.any(Number),
  });
  await test.platform.db
    .updateTable('verifications')
    .set({ readings_received: 0, readings_checked: 0 })
    .where('tenant_id', '=', 'demo')
    .execute();
  expect(await read()).toMatchObject({ dataQuality: 0, readingsExpected: 0, sampleSize: 1247 });
});

it('a standing of long ago is no last period', { tags: ['T-1', 'C-20'] }, async () => {
  const { db, clock } = test.platform;
  const at = clock.now();
  const ago = (days: number): string => new Date(at.getTime() - days * 86_400_000).toISOString();
  const period = async () => {
    const { verificationAccuracy, automationRate, avgLatency } = await computeKpis(db, 'demo', at);
    return [verificationAccuracy.noPrevious, automationRate.noPrevious, avgLatency.previousP50 === undefined];
  };
  const held = [undefined, undefined, false];
  // If the platform was off for a few days then, the close before counts.
  await db.deleteFrom('kpi_snapshots').where('tenant_id', '=', 'demo').where('period_end', '>', ago(34)).execute();
  expect(await period()).toEqual(held);
  await db.deleteFrom('kpi_snapshots').where('tenant_id', '=', 'demo').where('period_end', '>', ago(45)).execute();
  const left = await db.selectFrom('kpi_snapshots').select('period_end').where('tenant_id', '=', 'demo').execute();
  expect(left.length).toBeGreaterThan(0);
  expect(await period()).toEqual([true, true, true]);
});
