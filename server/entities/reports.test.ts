import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issbReportSchema } from '../../src/contracts/report.ts';
import { z } from '../../src/contracts/zod.ts';
import { writeTransaction } from '../realtime/log.ts';
import { FIXED_ANCHOR } from '../seed/anchor.ts';
import { behindTheRules } from '../testing/behindTheRules.ts';
import { createStandingClock, createTestPlatform, type TestClient, type TestPlatform } from '../testing/platform.ts';
import { moveVerification, readVerificationRow } from './verificationStatus.ts';

let test: TestPlatform;
let bank: TestClient;

/** The current business time; the test advances it. */
let now = FIXED_ANCHOR;
const clock = createStandingClock(now);
const moveOn = (to: string): void => {
  now = to;
  clock.freezeBusinessAt(new Date(to));
};

beforeAll(async () => {
  test = await createTestPlatform({
    clock,
    config: { simulation: 'off' },
    seeded: true,
  });
  bank = await test.signIn('bank@ukweli.example');
});
afterAll(() => test.close());

/** The reporting year that ended half a month before the seed's day. */
const closed = { from: '2024-10-31T21:00:00.000Z', to: '2025-10-31T21:00:00.000Z' };

const links = () => test.platform.db.selectFrom('chain_entries').where('tenant_id', '=', 'demo').orderBy('chain_index', 'desc');
const newestLink = () => links().select(['chain_index as index', 'seal']).executeTakeFirstOrThrow();
const generate = async () => z.parse(issbReportSchema, (await bank.post('/api/reports/issb', { period: closed })).json());

/** A verified record of the closed year. */
async function verifiedOfClosed() {
  const { rows } = await sql<{ id: string }>`
    select v.vrf_id as id from verifications v where v.tenant_id = 'demo' and v.status = 'verified' and v.emission_reduction > 1
      and v.sealed_at <= ${closed.to}::timestamptz order by v.chain_index desc limit 1`.execute(test.platform.db);
  return String(rows[0]?.id);
}

const move = (vrfId: string, status: 'verified' | 'disputed') =>
  writeTransaction(test.platform, 'demo', async (trx, emit) => {
    const writing = { trx, emit, tenantId: 'demo', now: new Date(now), day: new Date(now), correlationId: 'test' };
    const row = await readVerificationRow(writing, vrfId);
    if (row === undefined) throw new Error(`no ${vrfId}`);
    await moveVerification(writing, row, status, { automated: false });
    return row.emission_reduction;
  });

describe('the report of a period that is over', { tags: ['T-7', 'C-33'] }, () => {
  it('counts its records as they stand, and names the newest link that says so', async () => {
    const first = await generate();
    expect(first.basis?.chain).toEqual(await newestLink());
    const vrfId = await verifiedOfClosed();
    moveOn('2025-12-20T09:00:00.000Z');
    const reduction = await move(vrfId, 'disputed');
    const second = await generate();
    expect(second.emissionReductions.verified).toBeCloseTo(first.emissionReductions.verified - reduction, 2);
    expect(second.emissionReductions.estimated).toBeCloseTo(first.emissionReductions.estimated + reduction, 2);
    expect(second.basis?.verifications).toBe(first.basis?.verifications);
    expect(second.basis?.chain).toEqual(await newestLink());
    // The dispute is voided a month later: the record is verified again, by a newer chain entry.
    moveOn('2026-01-20T09:00:00.000Z');
    await move(vrfId, 'verified');
    const third = await generate();
    expect(third.emissionReductions).toEqual(first.emissionReductions);
    expect(third.basis?.chain).toEqual(await newestLink());
    expect(third.basis?.chain?.index).toBe(Number(second.basis?.chain?.index) + 1);
  });

  it('is not of what was sealed after the moment that it bears: the month’s close knows no later link', async () => {
    const { reportId } = (await bank.get('/api/reports')).json().reports.at(-1);
    const close = (await bank.get(`/api/reports/${reportId}`)).json();
    const after = await links()
      .select('chain_index')
      .where(sql<boolean>`(canonical::jsonb ->> 'timestamp')::timestamptz > ${close.generatedAt}::timestamptz`)
      .execute();
    expect(after.length).toBeGreaterThan(0);
    expect(close.basis.chain.index).toBe(Math.min(...after.map(({ chain_index }) => chain_index)) - 1);
  });

  it('is neither previewed nor signed over a chain that does not hold, and says which link', { tags: ['D-9'] }, async () => {
    const { db } = test.platform;
    const { index } = await newestLink();
    const held = await links()
      .select(['canonical', 'chain_index'])
      .where('chain_index', '=', index - 3)
      .executeTakeFirstOrThrow();
    const put = (canonical: string) =>
      behindTheRules(db, (trx) =>
        trx
          .updateTable('chain_entries')
          .set({ canonical })
          .where('tenant_id', '=', 'demo')
          .where('chain_index', '=', index - 3)
          .execute(),
      );
    const reports = (await bank.get('/api/reports')).json().totalCount;
    for (const text of ['no JSON', held.canonical.replace(/"status":"\w+"/, '"status":"disputed" ')]) {
      await put(text);
      const words = `The verification chain does not hold at link ${index - 3}: nothing is reported from it`;
      const said = async (answer: Promise<{ readonly status: number; json: () => { readonly error: { readonly message: string } } }>) => {
        const one = await answer;
        return [one.status, one.json().error.message];
      };
      expect(await said(bank.get(`/api/reports/preview?kind=issb&from=${closed.from}&to=${closed.to}`))).toEqual([409, words]);
      expect(await said(bank.post('/api/reports/issb', { period: closed }))).toEqual([409, words]);
      expect(await said(bank.post('/api/reports/pcaf'))).toEqual([409, words]);
    }
    await put(held.canonical);
    expect((await bank.get('/api/reports')).json().totalCount).toBe(reports);
    expect((await generate()).period).toEqual(closed);
  });
});
