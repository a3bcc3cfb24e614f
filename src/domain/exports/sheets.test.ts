import { describe, expect, it } from 'vitest';
import { makeKey } from '../../../tests/builders/evidencePack.ts';
import { verificationRow } from '../../../tests/builders/operations.ts';
import { makePayment, makePortfolio } from '../../../tests/builders/signedRecords.ts';
import { type ExportType, exportTypes } from '../../contracts/export.ts';
import { csvOf, jsonOf } from './csv.ts';
import { milestoneTotals } from './finance.ts';
import { covenantsOf, exportSheets, sheetOf } from './sheets.ts';
import { exportFileName } from './tableExport.ts';

const key = makeKey('ukweli-2025-11');

describe('what is exported', () => {
  it('names each column of a sheet once, in JSON and in CSV', { tags: ['D-28'] }, () => {
    for (const type of exportTypes) {
      const { columns } = exportSheets[type];
      const [ids, headers] = [columns.map(({ id }) => id), columns.map(({ header }) => header)];
      expect(new Set(ids).size, type).toBe(ids.length);
      expect(new Set(headers).size, type).toBe(headers.length);
    }
  });

  it.each(
    Object.entries({
      verifications: {
        performanceKpis: { uptime: 1, fuelSavings: 2, emissionReduction: 3 },
        uptime: 1,
        fuelSavings: 2,
        emissionReduction: 3,
      },
      evidence_packs: {},
      dead_letters: {},
      stage_changes: { at: Date.UTC(2026, 10, 21), words: 'slow', cells: { at: '2026-11-21T00:00:00.000Z', change: 'slow' } },
      refinance_portfolios: {
        performanceSummary: { totalSites: 1, verificationCount: 2, avgUptime: 3, avgFuelSavings: 4 },
        liquidityMetrics: { availableFunding: 5, recycledCapital: 6, pendingPackaging: 7 },
        cells: {
          totalSites: 1,
          verificationCount: 2,
          avgUptime: 3,
          avgFuelSavings: 4,
          availableFunding: 5,
          recycledCapital: 6,
          pendingPackaging: 7,
          laterStatements: 'k l',
        },
        laterStatements: ['k', 'l'],
      },
      rbf_payments: {
        payment_id: 'p',
        verification_id: 'v',
        milestone_id: 'm',
        milestone: { description: 'd', metric: 'x', threshold: 1, actualPerformance: 2 },
        site_code: 's',
        payment: { amount: 3, currency: 'KES', status: 'paid', dueAt: 'due', paidAt: 'at', transactionId: 't' },
        covenant_hash: 'c',
        jws_signature: 'j',
        cells: {
          paymentId: 'p',
          verificationId: 'v',
          milestoneId: 'm',
          milestone: 'd',
          siteCode: 's',
          metric: 'x',
          threshold: 1,
          actualPerformance: 2,
          amount: 3,
          currency: 'KES',
          status: 'paid',
          dueAt: 'due',
          paidAt: 'at',
          transactionId: 't',
          covenantHash: 'c',
          jwsSignature: 'j',
          laterStatements: 'k l',
        },
        laterStatements: ['k', 'l'],
      },
      rbf_milestones: {
        milestone: { description: 'd', metric: 'x', threshold: 1 },
        counts: { paid: 2, pending: 3, failed: 4 },
        cells: { description: 'd', metric: 'x', threshold: 1, paid: 2, pending: 3, failed: 4 },
      },
      compliance_reports: { period: { from: 'a', to: 'b' }, cells: { periodFrom: 'a', periodTo: 'b' } },
      ai_overrides: { requestedByName: 'Wanjiru', requestedBy: 'usr-1', cells: { requestedBy: 'Wanjiru', requestedById: 'usr-1' } },
      ai_trail: {},
      component_latency: {
        name: 'api',
        lowest: 1,
        median: 2,
        highest: 3,
        highestAt: Date.UTC(2026, 10, 21),
        cells: { component: 'api', lowestP95: 1, medianP95: 2, highestP95: 3, highestAt: '2026-11-21T00:00:00.000Z' },
      },
      incidents: { affectedServices: ['a', 'b'], cells: { affectedServices: 'a b' } },
      incident_services: {
        name: 'api',
        state: { word: 'down' },
        active: [{ id: 'INC-1' }, { id: 'INC-2' }],
        last: { id: 'INC-0', resolvedAt: 'then' },
        cells: { service: 'api', state: 'down', activeIncidents: 'INC-1 INC-2', lastIncident: 'INC-0', lastResolvedAt: 'then' },
      },
      audit_records: { details: { a: 1 }, cells: { details: '{"a":1}' } },
      users: { last_login_at: 'a', created_at: 'b', cells: { lastLoginAt: 'a', createdAt: 'b' } },
    } satisfies Record<ExportType, Readonly<Record<string, unknown>> & { readonly cells?: Readonly<Record<string, unknown>> }>),
  )('%s: each column holds the member that it is named after', { tags: ['M-13', 'C-50', 'D-28'] }, (type, members) => {
    // A row in which every member not given has its own name as value.
    const row = new Proxy(members, { get: (given, name) => Reflect.get(given, name) ?? `the ${String(name)}` }) as never; // any sheet's row
    const { cells = {} } = members as { readonly cells?: Readonly<Record<string, unknown>> };
    const sheet = sheetOf(type as ExportType); // a key of the table above
    const told = Object.fromEntries(sheet.columns.map(({ id, value }) => [id, value(row)]));
    expect(told).toEqual(Object.fromEntries(sheet.columns.map(({ id }) => [id, cells[id] ?? Reflect.get(members, id) ?? `the ${id}`])));
  });

  it('what is not known is an empty cell, and no figure stands for something else', { tags: ['M-13', 'C-50'] }, () => {
    const cellsOf = (type: ExportType, row: object) =>
      Object.fromEntries(sheetOf(type).columns.map(({ id, value }) => [id, value(row as never)])); // the members that the cells need
    expect(cellsOf('incident_services', { name: 'api', state: null, active: [], last: null })).toEqual({
      service: 'api',
      state: null,
      activeIncidents: '',
      lastIncident: null,
      lastResolvedAt: null,
    });
    expect(cellsOf('component_latency', { name: 'api', highestAt: null })).toMatchObject({ highestAt: null, medianP50: null });
    const unverified = {
      performanceSummary: { totalSites: 1, verificationCount: 0, avgUptime: 0, avgFuelSavings: 0 },
      liquidityMetrics: {},
    };
    expect(cellsOf('refinance_portfolios', unverified)).toMatchObject({ verificationCount: 0, avgUptime: null, avgFuelSavings: null });
    const verification = { performanceKpis: {}, automated: true };
    expect(['pending', 'verified'].map((status) => cellsOf('verifications', { ...verification, status })['automated'])).toEqual([
      null,
      true,
    ]);
  });

  it('has of a payment what its own signature covers, so that a row can be checked by itself', { tags: ['C-50'] }, () => {
    const payment = makePayment(key);
    const [row] = JSON.parse(jsonOf(sheetOf('rbf_payments').columns, [payment]));
    expect(row).toMatchObject({
      paymentId: payment.payment_id,
      amount: 7500,
      currency: 'KES',
      covenantHash: payment.covenant_hash,
      jwsSignature: payment.jws_signature,
      dueAt: payment.payment.dueAt,
      laterStatements: payment.laterStatements?.join(' '),
    });
    expect(csvOf(sheetOf('rbf_payments').columns, [payment]).split('\r\n')[0]).toContain('Payment,Verification,Milestone');
  });

  it('has no payload of a dead letter: it holds what people sent', { tags: ['D-24', 'D-28'] }, () => {
    const letter = {
      itemId: 'DLQ-1',
      errorCode: 'BANK_TIMEOUT',
      errorMessage: 'No answer',
      retryCount: 3,
      correlationId: 'c-1',
      failedAt: '2025-11-18T08:45:08.000Z',
      payload: { beneficiary: 'canary-7f3a' },
      version: 1,
    };
    expect(jsonOf(sheetOf('dead_letters').columns, [letter])).not.toContain('canary-7f3a');
  });

  it('names the covenants of the rows, each once, in order', { tags: ['C-50'] }, () => {
    const rows = [makePortfolio(key, 'b'.repeat(64)), makePortfolio(key, 'a'.repeat(64)), makePortfolio(key, 'b'.repeat(64))];
    expect(covenantsOf('refinance_portfolios', rows)).toEqual(['a'.repeat(64), 'b'.repeat(64)]);
    expect(covenantsOf('evidence_packs', [])).toEqual([]);
    const payment = makePayment(key);
    expect(covenantsOf('rbf_payments', [payment, payment])).toEqual([payment.covenant_hash]);
    const verifications = ['b', 'a', 'b'].map((letter, place) => verificationRow(place, { covenantHash: letter.repeat(64) }));
    expect(covenantsOf('verifications', verifications)).toEqual(['a'.repeat(64), 'b'.repeat(64)]);
  });

  it('counts milestones by currency and never adds two of them', () => {
    const payment = makePayment(key);
    const shillings = { ...payment, payment: { ...payment.payment, currency: 'UGX', amount: 90_000 } };
    const pending = { ...payment, payment: { ...payment.payment, status: 'pending' as const } };
    expect(
      milestoneTotals([payment, shillings, pending, payment]).map(({ currency, counts, paidAmount }) => [currency, counts, paidAmount]),
    ).toEqual([
      ['KES', { paid: 2, pending: 1, failed: 0 }, 15_000],
      ['UGX', { paid: 1, pending: 0, failed: 0 }, 90_000],
    ]);
  });

  it('names a file by its kind and moment', { tags: ['D-28'] }, () => {
    expect(exportFileName('rbf_payments', '2025-11-18T11:26:06.000Z')).toBe('rbf-payments-20251118T112606Z');
  });
});
