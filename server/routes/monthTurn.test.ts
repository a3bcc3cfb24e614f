import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from '../../src/contracts/zod.ts';
import type { RbfSummary } from '../../src/contracts/overview.ts';
import { endpoints } from '../../src/contracts/endpoints.ts';
import { overdueAfterDays } from '../../src/domain/figures/payments.ts';
import { behindTheRules } from '../testing/behindTheRules.ts';
import { createTestPlatform, type TestClient, type TestPlatform } from '../testing/platform.ts';

/** The instant of a wall-clock time in a zone, computed with Intl only: independent of the code under test. */
function instantOf(zone: string, wall: string): number {
  const shown = (ms: number): number =>
    Date.parse(
      `${new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(ms).replace(' ', 'T')}Z`,
    );
  const wanted = Date.parse(`${wall}Z`);
  let at = wanted;
  for (let turn = 0; turn < 3; turn += 1) at += wanted - shown(at);
  return at;
}
const monthIn = (zone: string, ms: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, year: 'numeric', month: '2-digit' }).format(ms);

/** The moments around each turn: month ends, the ends of a leap and a normal February, New Year, and both of Berlin's clock changes. */
const turns = ['2026-11-30T23:59:59', '2026-12-01T00:00:00', '2026-12-31T23:59:59', '2027-01-01T00:00:00', '2027-02-28T23:59:59'].concat([
  '2027-03-01T00:00:00',
  '2028-02-28T23:59:59',
  '2028-02-29T00:00:00',
  '2028-02-29T23:59:59',
  '2028-03-01T00:00:00',
  '2027-03-28T01:59:59',
  '2027-03-28T03:00:00',
  '2027-10-31T02:30:00',
  '2027-10-31T23:59:59',
  '2027-11-01T00:00:00',
]);

let test: TestPlatform;
let client: TestClient;
const hour = 3_600_000;

beforeAll(async () => {
  // Sessions use real time; the figures' day is stepped.
  test = await createTestPlatform({ seeded: true });
  client = await test.signIn('admin@ukweli.example');
});
afterAll(() => test.close());

const summary = async (): Promise<RbfSummary> => z.parse(endpoints.rbfSummary.answer, (await client.get('/api/rbf/summary')).json());

describe.each(['Africa/Nairobi', 'Europe/Berlin'])('at every turn of the calendar in %s', { tags: ['S-8', 'F-46'] }, (zone) => {
  /** One payment is made a second after each turn and one a second before; others stay open, are refused, or are retried. */
  beforeAll(async () => {
    const { db } = test.platform;
    await db.updateTable('tenants').set({ time_zone: zone }).where('tenant_id', '=', 'demo').execute();
  });

  it('what is not made stands open whatever its month, and what was made is this month’s alone', async () => {
    const { db } = test.platform;
    const rows = await db.selectFrom('rbf_payments').selectAll().where('tenant_id', '=', 'demo').orderBy('payment_id').execute();
    const [first, second, third, fourth] = rows;
    if (first === undefined || second === undefined || third === undefined || fourth === undefined)
      throw new Error('the seed has payments');
    for (const wall of turns) {
      const at = instantOf(zone, wall);
      test.clock.freezeBusinessAt(new Date(at));
      const set = (paymentId: string, status: 'paid' | 'pending' | 'failed', dueMs: number, paidMs: number | null) =>
        behindTheRules(db, (trx) =>
          trx
            .updateTable('rbf_payments')
            .set({
              status,
              due_at: new Date(dueMs).toISOString(),
              paid_at: paidMs === null ? null : new Date(paidMs).toISOString(),
              transaction_id: paidMs === null ? null : `TX-${paymentId}`,
            })
            .where('tenant_id', '=', 'demo')
            .where('payment_id', '=', paymentId)
            .execute(),
        );
      await set(first.payment_id, 'paid', at - hour, at);
      await set(second.payment_id, 'paid', at - hour, at - 1000);
      await set(third.payment_id, 'pending', at - 40 * 24 * hour, null);
      await set(fourth.payment_id, 'failed', at - 40 * 24 * hour, null);
      const held = await db.selectFrom('rbf_payments').selectAll().where('tenant_id', '=', 'demo').execute();
      const paid = held.filter((row) => row.status === 'paid' && monthIn(zone, Date.parse(String(row.paid_at))) === monthIn(zone, at));
      const open = (status: string) => held.filter((row) => row.status === status);
      const told = await summary();
      const sum = (chosen: typeof held) => chosen.reduce((total, { amount }) => total + Number(amount) / 100, 0);
      expect({ wall, ...told }).toMatchObject({
        wall,
        month: monthIn(zone, at),
        paidCount: paid.length,
        totalPaid: sum(paid),
        pendingCount: open('pending').length,
        totalPending: sum(open('pending')),
        failedCount: open('failed').length,
        totalPayments: paid.length + open('pending').length + open('failed').length,
        overdueCount: open('pending').filter((row) => at - Date.parse(String(row.due_at)) > overdueAfterDays * 24 * hour).length,
      });
      expect(told.overdueCount, wall).toBeGreaterThan(0);
    }
  });

  it('every figure is answered in its documented shape, and is no other for the second in which the month turns where nothing was done', async () => {
    const asked = ['kpis', 'refinanceSummary', 'refinancePortfolios', 'rbfPayments', 'schools', 'confidence'] as const;
    const plain = async (id: (typeof asked)[number]) => {
      const { path, answer } = endpoints[id];
      const got = await client.get(path);
      expect(got.status, `${id}: ${got.body}`).toBe(200);
      z.parse(answer, got.json());
      return JSON.stringify(got.json(), (key, value: unknown) => (/At$|lastUpdated|asOf|Seq$|month/u.test(key) ? undefined : value));
    };
    for (const [before, after] of [
      ['2026-11-30T23:59:59', '2026-12-01T00:00:00'],
      ['2028-02-29T23:59:59', '2028-03-01T00:00:00'],
    ] as const) {
      test.clock.freezeBusinessAt(new Date(instantOf(zone, before)));
      const held = await Promise.all(asked.map(plain));
      test.clock.freezeBusinessAt(new Date(instantOf(zone, after)));
      expect(await Promise.all(asked.map(plain))).toEqual(held);
    }
  });
});

it('a refused payment stands open until another for the same verification and milestone was begun', { tags: ['S-8'] }, async () => {
  const { db } = test.platform;
  test.clock.freezeBusinessAt(new Date('2029-05-01T12:00:00Z'));
  const before = await summary();
  const failed = await db
    .selectFrom('rbf_payments')
    .selectAll()
    .where('tenant_id', '=', 'demo')
    .where('status', '=', 'failed')
    .executeTakeFirstOrThrow();
  const again = { ...failed, payment_id: `${failed.payment_id}-2`, status: 'pending' as const, jws_signature: '' };
  await db.insertInto('rbf_payments').values(again).execute();
  const after = await summary();
  expect([after.failedCount, after.pendingCount]).toEqual([before.failedCount - 1, before.pendingCount + 1]);
  expect(after.totalPayments).toBe(before.totalPayments);
});
