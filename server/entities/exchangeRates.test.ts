import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openKeyWrap } from '../evidence/keyWrap.ts';
import { ensureCurrentKey } from '../evidence/signingKeys.ts';
import { writeTransaction } from '../realtime/log.ts';
import { behindTheRules } from '../testing/behindTheRules.ts';
import { createTestPlatform, type TestPlatform } from '../testing/platform.ts';
import { computeKpis } from './kpis.ts';
import { movePortfolio } from './portfolios.ts';
import { newestSnapshot, readRatedPayments } from './ratedMoney.ts';

let test: TestPlatform;
beforeAll(async () => {
  test = await createTestPlatform({ seeded: true, config: { simulation: 'off' } });
});
afterAll(() => test.close());

const put = (statement: string) => behindTheRules(test.platform.db, (trx) => sql.raw(statement).execute(trx));
const funded = async () => (await computeKpis(test.platform.db, 'demo', test.platform.clock.business())).fundedAmount;
const moment = (days: number): string => new Date(test.platform.clock.business().getTime() + days * 86_400_000).toISOString();
/** Inserts exchange rates with any date. */
const hold = (id: string, at: string, ugx: number): Promise<unknown> =>
  sql`insert into fx_snapshots values ('demo', ${id}, ${at}, ${JSON.stringify({ KES: 1, UGX: ugx })})`.execute(test.platform.db);

/** Only the seed's snapshot, and sold portfolios in a currency that it converts. */
beforeEach(async () => {
  await put(`update portfolios set currency = 'UGX' where tenant_id = 'demo' and state in ('sold', 'recycled', 'packaged')`);
  await put(`delete from fx_snapshots where tenant_id = 'demo' and fx_snapshot_id like '%-late'`);
});

it('rates that are put in late, for a day long past, move nothing that was sold before they came', { tags: ['S-7'] }, async () => {
  const before = await funded();
  expect(before.converted).toBeDefined();
  await hold('FX-1-late', moment(-20), 5);
  await hold('FX-2-late', moment(-3), 7);
  expect(await funded()).toEqual(before);
});

it('a portfolio that is sold keeps the rates of that moment, whatever is held later', { tags: ['S-7'] }, async () => {
  const { platform } = test;
  await put(`update portfolios set jws_signature = '' where tenant_id = 'demo' and state = 'packaged'`);
  const { portfolio_id: id } = await platform.db
    .selectFrom('portfolios')
    .select('portfolio_id')
    .where('tenant_id', '=', 'demo')
    .where('state', '=', 'packaged')
    .limit(1)
    .executeTakeFirstOrThrow();
  await hold('FX-3-late', moment(-0.001), 0.05);
  const now = platform.clock.now();
  const signer = await ensureCurrentKey(platform.db, await openKeyWrap(platform.config), now);
  const moved = await writeTransaction(platform, 'demo', (trx, emit) =>
    movePortfolio({ trx, emit, tenantId: 'demo', now, day: now, correlationId: 'test', signer }, id, 'sold'),
  );
  expect(moved).toMatchObject({ state: 'sold', fx_snapshot_id: 'FX-3-late' });
  const before = await funded();
  await hold('FX-4-late', moment(-0.0005), 5);
  expect(await funded()).toEqual(before);
  await put(`update portfolios set fx_snapshot_id = null where fx_snapshot_id = 'FX-3-late'`);
});

it('of two snapshots of one moment the same one counts, however their rows lie and whoever asks', { tags: ['S-7'] }, async () => {
  const { db } = test.platform;
  await put(`update rbf_payments set currency = 'UGX' where tenant_id = 'demo' and status = 'pending'`);
  for (const id of ['FX-B-late', 'FX-A-late', 'FX-C-late']) await hold(id, moment(1), 0.05);
  // As autovacuum does from time to time; then PostgreSQL reads such a small table sequentially, in physical order.
  await sql`analyze fx_snapshots`.execute(db);
  for (const id of ['FX-A-late', 'FX-C-late', 'FX-B-late']) {
    await put(`update fx_snapshots set rates = rates where fx_snapshot_id = '${id}'`);
    const open = await readRatedPayments(db, 'demo', sql<boolean>`p.status = 'pending'`);
    expect([(await newestSnapshot(db, 'demo'))?.id, ...open.map(({ snapshot }) => snapshot?.id)]).toEqual(['FX-C-late', 'FX-C-late']);
  }
});
