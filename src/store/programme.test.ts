import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deadLetterRow } from '../../tests/builders/operations.ts';
import { agentRow, financingOf, incidentRow, paymentRow, portfolioRow, schoolOf } from '../../tests/builders/programme.ts';
import { valueOf } from '../../tests/builders/valueOf.ts';
import { closeReadStore, openReadStore, readDeadLetters, readSync } from './read.ts';
import { readAgents } from './readAgents.ts';
import { readIncidents } from './readIncidents.ts';
import { readPayments, readPortfolios, readSchools } from './readFinance.ts';
import type { AnswerMeta, WriteStore } from './types.ts';
import { openWriteStore, wipe } from './write.ts';

let store: WriteStore;

async function open() {
  store = valueOf(await openWriteStore('demo', 'u1'));
  openReadStore('demo', 'u1');
}

beforeEach(open);
afterEach(async () => {
  closeReadStore();
  valueOf(await wipe('demo', 'u1'));
});

const lastUpdated = '2026-11-21T08:00:00Z';
function answered(asOfSeq: number, extent: AnswerMeta['extent'] = 'whole'): AnswerMeta {
  return { receivedAt: 1_000_000, asOfSeq, epoch: 'e1', extent };
}
const portfolios = (...rows: ReturnType<typeof portfolioRow>[]) => ({ portfolios: rows, totalCount: rows.length, lastUpdated });
const incidents = (...rows: ReturnType<typeof incidentRow>[]) => ({ incidents: rows, totalCount: rows.length, lastUpdated });
const noImpact = { totalFuelSavings: 0, totalEmissionReductions: 0, totalCarbonCredits: 0, schoolsServed: 0 };
const noSums = { totalPayments: 0, totalPaid: 0, totalPending: 0, paidCount: 0, pendingCount: 0 };

describe('finance, schools, incidents and agents at rest', () => {
  it('a portfolio keeps its newest version, and goes when a newer answer no longer has it', { tags: ['C-75', 'D-32'] }, async () => {
    await store.applyAnswer('refinancePortfolios', portfolios(portfolioRow({ version: 3, state: 'sold' })), answered(10));
    await store.applyAnswer('refinancePortfolios', portfolios(portfolioRow({ version: 2, state: 'packaged' })), answered(9));
    expect((await readPortfolios()).rows.map(({ state }) => state)).toEqual(['sold']);
    await store.applyAnswer('refinancePortfolios', portfolios(portfolioRow({ portfolioId: 'DGN-002' })), answered(12));
    expect((await readPortfolios()).rows.map(({ portfolioId }) => portfolioId)).toEqual(['DGN-002']);
    expect(await readSync('refinancePortfolios')).toMatchObject({ totalCount: 1, lastUpdated, asOfSeq: 12 });
  });

  it('lists what is not paid before what is, and the newest payment first', { tags: ['C-31'] }, async () => {
    const payments = [
      paymentRow({ payment_id: 'old' }, { paidAt: '2026-11-01T08:00:00Z' }),
      paymentRow({ payment_id: 'waits' }, { status: 'pending', paidAt: null, transactionId: null }),
      paymentRow({ payment_id: 'new' }),
    ];
    await store.applyAnswer('rbfPayments', { payments, summary: noSums, lastUpdated }, answered(10));
    expect((await readPayments()).rows.map((row) => row.payment_id)).toEqual(['waits', 'new', 'old']);
  });

  it('keeps a school with its financing, which may move while the kitchen does not', { tags: ['C-32'] }, async () => {
    const answer = (costSavings: number) => ({
      currency: 'KES',
      schools: [schoolOf(), schoolOf({ schoolId: 'SCH-2' })],
      financing: [financingOf({ costSavings })],
      totalImpact: noImpact,
      lastUpdated,
    });
    await store.applyAnswer('schools', answer(51_000), answered(10));
    await store.applyAnswer('schools', answer(52_000), answered(11));
    await store.applyAnswer('schools', answer(50_000), answered(9));
    const { rows } = await readSchools();
    expect(rows.map(({ school, financing }) => [school.schoolId, financing?.costSavings ?? null])).toEqual([
      ['SCH-1', 52_000],
      ['SCH-2', null],
    ]);
  });

  it('reads lists that are counted, searched and summed as the whole to their last row, however long they are', {
    tags: ['M-11', 'C-31', 'C-28', 'C-37'],
  }, async () => {
    const many = 1_200;
    const places = Array.from({ length: many }, (_, place) => place);
    const payments = places.map((place) => paymentRow({ payment_id: `P-${place}` }));
    await store.applyAnswer('rbfPayments', { payments, summary: noSums, lastUpdated }, answered(10));
    await store.applyAnswer('incidents', incidents(...places.map((place) => incidentRow({ id: `INC-${place}` }))), answered(10));
    const items = places.map((place) => deadLetterRow({ itemId: `dl-${place}` }));
    await store.applyAnswer('dlq', { items, totalCount: many, lastUpdated }, answered(10));
    expect((await readPayments()).rows).toHaveLength(many);
    expect((await readIncidents()).rows).toHaveLength(many);
    expect((await readDeadLetters()).rows).toHaveLength(many);
  });

  it('keeps incidents newest first, those behind a cut too, and agents by id', { tags: ['C-75'] }, async () => {
    await store.applyAnswer('incidents', incidents(incidentRow(), incidentRow({ id: 'INC-2', createdAt: lastUpdated })), answered(10));
    await store.applyAnswer('incidents', incidents(incidentRow({ id: 'INC-3', createdAt: '2026-11-21T09:00:00Z' })), answered(12, 'part'));
    expect((await readIncidents()).rows.map(({ id }) => id)).toEqual(['INC-3', 'INC-2', 'INC-1']);
    await store.applyAnswer('aiAgents', { agents: [agentRow({ agentId: 'AG-2' }), agentRow()], lastUpdated }, answered(10));
    expect((await readAgents()).rows.map(({ agentId }) => agentId)).toEqual(['AG-1', 'AG-2']);
  });

  it('an open incident that a cut list does not have has been resolved: it is not shown as active for ever', {
    tags: ['C-37', 'M-11'],
  }, async () => {
    const open = incidentRow({ id: 'INC-OPEN' });
    const over = incidentRow({ id: 'INC-OVER', resolvedAt: lastUpdated });
    await store.applyAnswer('incidents', incidents(open, over), answered(10));
    const newest = incidentRow({ id: 'INC-NEW', createdAt: '2026-11-21T09:00:00Z' });
    const cut = { ...incidents(newest), totalCount: 3 };
    await store.applyAnswer('incidents', cut, answered(9, 'cut'));
    expect(
      (await readIncidents()).rows.map(({ id }) => id),
      'an older list says nothing of it',
    ).toContain('INC-OPEN');
    // An answer as of the row's own seq.
    await store.applyAnswer('incidents', cut, answered(10, 'cut'));
    expect((await readIncidents()).rows.map(({ id }) => id)).toEqual(['INC-NEW', 'INC-OVER']);
  });

  it('sets an unreadable row aside and asks for its resource again', { tags: ['K-5'] }, async () => {
    await store.applyAnswer('refinancePortfolios', portfolios(portfolioRow(), portfolioRow({ portfolioId: 'DGN-002' })), answered(10));
    const raw = new Dexie('ukweli:demo:u1');
    await raw.open();
    await raw.table('portfolios').update('DGN-001', { payload: { portfolioId: 'DGN-001' } });
    raw.close();
    expect((await readPortfolios()).corrupt).toBe(1);
    expect(valueOf(await store.audit())).toEqual({ setAside: 1, refetch: ['refinancePortfolios'] });
    expect((await readPortfolios()).rows.map(({ portfolioId }) => portfolioId)).toEqual(['DGN-002']);
  });

  it('a database of version 2 is brought up with what it holds, and takes the new rows', { tags: ['K-5'] }, async () => {
    await wipe('demo', 'u1');
    closeReadStore();
    const { rowsV2, storesV2 } = await import('../../tests/fixtures/storeV2.ts');
    const old = new Dexie('ukweli:demo:u1');
    old.version(2).stores(storesV2);
    await old.open();
    for (const [table, rows] of Object.entries(rowsV2)) await old.table(table).bulkPut([...rows]);
    old.close();
    await open();
    expect(await readSync('dlq')).toMatchObject({ asOfSeq: 40 });
    expect(await readSync('refinancePortfolios')).toBeNull();
    await store.applyAnswer('refinancePortfolios', portfolios(portfolioRow()), answered(41));
    expect((await readPortfolios()).rows).toEqual([portfolioRow()]);
  });
});
