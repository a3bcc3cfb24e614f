import { describe, expect, it } from 'vitest';
import { makeKey, sha256 } from '../../tests/builders/evidencePack.ts';
import {
  issbBody,
  makeExport,
  makeOldExport,
  makeOlderPayment,
  makeOlderPortfolio,
  makePayment,
  makePortfolio,
  makeReport,
  pcafBody,
  statePaymentMove,
  statePortfolioMove,
} from '../../tests/builders/signedRecords.ts';
import type { SignedRecord } from '../contracts/verdict.ts';
import { lintKeys } from './keys.ts';
import { checkRecord } from './records.ts';

const key = makeKey('ukweli-2025-11');
const at = '2025-11-18T11:30:00Z';
const keys = { set: lintKeys([key.jwk]), fetchedAt: null };
const check = (record: SignedRecord, tenantId: string | null = 'demo') => checkRecord(record, keys, tenantId, at);

const report = makeReport(key, pcafBody);
const portfolio = makePortfolio(key);
const payment = makePayment(key);
const exported = makeExport(key, 'the file');
const good: readonly SignedRecord[] = [
  { kind: 'report', value: report },
  { kind: 'report', value: makeReport(key, issbBody) },
  { kind: 'portfolio', value: portfolio },
  { kind: 'payment', value: payment },
  { kind: 'export', value: exported, fileHash: sha256('the file') },
];

describe('what happened later', { tags: ['P-2'] }, () => {
  const moved = payment.laterStatements ?? [];
  const later = async (value: typeof payment) => (await check({ kind: 'payment', value })).later;

  it('is signed statement by statement, and ends where the record stands', { tags: ['P-2'] }, async () => {
    expect(await later(payment)).toMatchObject({
      state: 'passed',
      evidence: {
        state: 'paid',
        statements: [
          { no: 1, from: 'pending', to: 'failed' },
          { no: 2, from: 'failed', to: 'pending' },
          { no: 3, from: 'pending', to: 'paid', transactionId: 'TX-RBF-0042' },
        ],
      },
    });
    const { later: finding } = await check({ kind: 'portfolio', value: portfolio });
    expect(finding).toMatchObject({ state: 'passed', evidence: { state: 'eligible_frozen', statements: [{ no: 1, from: 'eligible' }] } });
  });

  it('nothing happened yet: it is as it was signed', { tags: ['P-2'] }, async () => {
    const { laterStatements: _, ...owed } = payment;
    const pending = { ...owed, payment: { ...owed.payment, status: 'pending' as const, paidAt: null, transactionId: null } };
    expect(await check({ kind: 'payment', value: pending })).toMatchObject({
      outcome: 'verified',
      later: { state: 'passed', evidence: { state: 'pending', statements: [] } },
    });
  });

  it.each([
    ['all of them taken off', [], 'statement_missing', 'No signed statement says that it is paid: when it was signed it was pending'],
    ['the newest taken off', moved.slice(0, 2), 'statement_missing', 'the newest, number 2, says pending'],
    ['one in the middle taken off', [moved[0], moved[2]], 'statement_missing', 'Statement 2 is missing: in its place stands number 3'],
    ['two exchanged', [moved[0], moved[2], moved[1]], 'statement_missing', 'Statement 2 is missing'],
    ['one twice', [...moved, moved[2]], 'statement_missing', 'Statement 4 is missing'],
    [
      'those of another payment',
      makePayment(key, undefined, 'RBF-0099').laterStatements,
      'statement_foreign',
      'Statement 1 is about RBF-0099, not about RBF-0042',
    ],
    [
      'one about another signing of it',
      [statePaymentMove(key, makeOlderPayment(key).jws_signature, 1, { to: 'paid', transactionId: 'TX-RBF-0042' })],
      'statement_foreign',
      'Statement 1 is about another signing of RBF-0042',
    ],
    [
      'one by another key',
      [statePaymentMove(makeKey('elsewhere'), payment.jws_signature, 1, { to: 'failed' })],
      'unknown_kid',
      'Statement 1',
    ],
    ['the first signature in place of one', [payment.jws_signature], 'jws_header', 'Statement 1: The protected header does not say typ'],
    [
      'one with a member more',
      [statePaymentMove(key, payment.jws_signature, 1, { to: 'failed', remark: 'x' })],
      'payload_mismatch',
      'canonical',
    ],
    [
      'one that begins elsewhere',
      [statePaymentMove(key, payment.jws_signature, 1, { from: 'failed', to: 'paid' })],
      'statement_differs',
      'finds it failed',
    ],
  ] as const)('%s: said by name', { tags: ['P-2'] }, async (_, laterStatements, code, words) => {
    const value = { ...payment, laterStatements: [...(laterStatements ?? [])] as string[] };
    const verdict = await check({ kind: 'payment', value });
    expect(verdict).toMatchObject({ outcome: 'not_verified', signed: { state: 'passed' }, later: { state: 'failed', code } });
    expect(verdict.later?.state === 'failed' ? verdict.later.reasons[0] : '').toContain(words);
  });

  it.each([
    ['its transaction', { transactionId: 'TX-INVENTED' }, 'The signed transaction is not the payment’s'],
    ['its time', { paidAt: '2025-11-17T10:41:00.000Z' }, 'The signed time of payment is not the payment’s'],
    ['its status', { status: 'pending' as const }, 'No signed statement says that it is pending: the newest, number 3, says paid'],
  ])('a payment with %s changed is told by it', { tags: ['P-2'] }, async (_, change, words) => {
    const part = await later({ ...payment, payment: { ...payment.payment, ...change } });
    expect(part?.state === 'failed' ? part.reasons.join(' ') : '').toContain(words);
  });

  it.each([
    ['state', { state: 'sold' as const }, 'No signed statement says that it is sold'],
    ['sites', { siteCodes: ['KE-NBO-014', 'KE-NBO-015'] }, 'The signed sites are not the portfolio’s'],
    [
      'liquidity',
      { liquidityMetrics: { availableFunding: 1, recycledCapital: 0, pendingPackaging: 4_200_000 } },
      'The signed availableFunding',
    ],
    ['package', { dgnPackageId: 'PKG-1' }, 'The signed dgnPackageId'],
    ['date', { frozenAt: '2025-01-01T00:00:00.000Z' }, 'The signed frozenAt'],
  ])('a portfolio with another %s is told by it', { tags: ['P-2'] }, async (_, change, words) => {
    const verdict = await check({ kind: 'portfolio', value: { ...portfolio, ...change } });
    expect(verdict.outcome).toBe('not_verified');
    expect(verdict.later?.state === 'failed' ? verdict.later.reasons.join(' ') : '').toContain(words);
  });
});

describe('when it was signed', { tags: ['P-6'] }, () => {
  const checkWith = (member: Readonly<Record<string, string>>, record: SignedRecord, moment = at) =>
    checkRecord(record, { set: lintKeys([{ ...key.jwk, ...member }]), fetchedAt: null }, 'demo', moment);

  it('record and statement are each judged by their own signed time; the older forms have none', { tags: ['P-6'] }, async () => {
    // Due on the 17th, paid on the 18th.
    const record = { kind: 'payment', value: payment } as const;
    expect(await checkWith({ retiredAt: '2025-11-19T00:00:00.000Z' }, record)).toMatchObject({ outcome: 'verified' });
    expect(await checkWith({ retiredAt: '2025-11-18T00:00:00.000Z' }, record)).toMatchObject({
      outcome: 'not_verified',
      signed: { state: 'passed' },
      later: { state: 'failed', code: 'signed_after_retirement' },
    });
    expect(await checkWith({ retiredAt: '2025-11-16T00:00:00.000Z' }, record)).toMatchObject({
      signed: { state: 'failed', code: 'signed_after_retirement' },
    });
    expect(await checkWith({}, record, '2025-11-17T11:00:00.000Z')).toMatchObject({ later: { state: 'failed', code: 'signed_in_future' } });
    const older = { kind: 'payment', value: makeOlderPayment(key) } as const;
    expect(await checkWith({ retiredAt: '2025-11-16T00:00:00.000Z' }, older)).toMatchObject({
      outcome: 'unknown',
      signed: { state: 'passed' },
    });
  });

  it('a key that was retired before the record was signed states nothing of it by dating back into its own life', {
    tags: ['P-6', 'A-18'],
  }, async () => {
    const retired = { ...makeKey('ukweli-2024-01') };
    const jwk = { ...retired.jwk, notBefore: '2024-01-01T00:00:00.000Z', retiredAt: '2025-06-01T00:00:00.000Z' };
    const both = { set: lintKeys([key.jwk, jwk]), fetchedAt: null };
    const stated = (signedAt: string, signer = retired) =>
      statePaymentMove(signer, payment.jws_signature, 1, { to: 'paid', transactionId: 'TX-RBF-0042', signedAt });
    const judged = async (statement: string) =>
      (await checkRecord({ kind: 'payment', value: { ...payment, laterStatements: [statement] } }, both, 'demo', at)).later;
    expect(await judged(stated('2025-05-01T00:00:00.000Z'))).toMatchObject({
      state: 'failed',
      code: 'statement_differs',
      reasons: [expect.stringContaining('Statement 1 was signed on 2025-05-01T00:00:00.000Z, before what it follows')],
    });
    // A clock correction between the two is not forgery: one day is tolerated.
    expect(await judged(stated('2025-11-16T12:00:00.000Z', key))).toMatchObject({ state: 'passed' });
    expect(await judged(stated('2025-11-16T10:00:00.000Z', key))).toMatchObject({ state: 'failed' });
  });

  it('a statement without a time, or with one that cannot be read, does not pass', { tags: ['P-6'] }, async () => {
    for (const signedAt of [undefined, 'yesterday', 7]) {
      const first = statePaymentMove(key, payment.jws_signature, 1, { to: 'failed', signedAt });
      expect(await check({ kind: 'payment', value: { ...payment, laterStatements: [first] } })).toMatchObject({
        outcome: 'not_verified',
        later: { state: 'failed', code: 'payload_mismatch' },
      });
    }
  });
});

describe('what a verdict covers', { tags: ['P-2'] }, () => {
  it('lists every value once, with what stands for it', { tags: ['P-2'] }, async () => {
    const { covers, notCovered } = await check({ kind: 'payment', value: payment });
    expect(covers).toEqual(
      expect.arrayContaining([
        { field: 'milestone.threshold', value: 95, by: 'signature' },
        { field: 'payment.status', value: 'paid', by: 'statement' },
        { field: 'payment.transactionId', value: 'TX-RBF-0042', by: 'statement' },
        { field: 'covenant.terms.advanceRatePercent', value: 80, by: 'hash' },
      ]),
    );
    expect(notCovered.map(({ field, why }) => [field, why])).toEqual([
      ['covenant.title', 'neverSigned'],
      ['covenant.version', 'neverSigned'],
      ['covenant.agreedAt', 'neverSigned'],
      ['evidencePackId', 'neverSigned'],
      ['version', 'neverSigned'],
    ]);
  });

  it('whose key signed a portfolio is covered by its signature', { tags: ['P-2'] }, async () => {
    const { covers, notCovered } = await check({ kind: 'portfolio', value: portfolio });
    expect(covers).toContainEqual({ field: 'signerKid', value: key.kid, by: 'signature' });
    expect(notCovered.map(({ field }) => field)).not.toContain('signerKid');
  });

  it('figures that have gone on are not covered, and what was signed stands beside them', { tags: ['P-2'] }, async () => {
    const verdict = await check({ kind: 'portfolio', value: { ...portfolio, verificationScore: 0.99 } });
    expect(verdict.outcome).toBe('verified');
    expect(verdict.notCovered).toContainEqual({
      field: 'verificationScore',
      value: 0.99,
      why: 'otherSigned',
      signed: { value: 0.97, asOf: '2025-11-13T09:00:00.000Z' },
    });
  });

  it('the older form holds no fact and no state: it is read on, and is not called verified', { tags: ['P-2'] }, async () => {
    const older = await check({ kind: 'payment', value: makeOlderPayment(key) });
    expect(older).toMatchObject({ outcome: 'unknown', signed: { state: 'passed' }, later: { state: 'notCheckable' } });
    expect(older.notCovered.filter(({ why }) => why === 'olderForm').map(({ field }) => field)).toEqual([
      'milestone.description',
      'milestone.metric',
      'milestone.threshold',
      'milestone.actualPerformance',
      'milestone.payment_amount',
      'milestone.payment_type',
      'payment.status',
      'payment.dueAt',
      'payment.paidAt',
      'payment.transactionId',
    ]);
    const before = makeOlderPortfolio(key);
    expect(await check({ kind: 'portfolio', value: before })).toMatchObject({ outcome: 'unknown', signed: { state: 'passed' } });
    // The first statement afterwards contains its state.
    const move = (portfolio.laterStatements ?? []).map(() =>
      statePortfolioMove(key, before.jwsSignature, 1, {
        state: 'eligible_frozen',
        changedAt: before.changedAt,
        frozenAt: before.frozenAt,
        pendingPackaging: 4_200_000,
      }),
    );
    expect(await check({ kind: 'portfolio', value: { ...before, laterStatements: move } })).toMatchObject({ outcome: 'verified' });
  });

  it('a member that only looks like one of ours is not covered', { tags: ['P-2'] }, async () => {
    const { covers, notCovered } = await check({
      kind: 'payment',
      value: { ...payment, 'payment.amount': 7500, jwsSignature: 'x' } as typeof payment,
    });
    expect(notCovered.map(({ field }) => field)).toEqual(expect.arrayContaining(['"payment.amount"', 'jwsSignature']));
    expect(covers.filter(({ field }) => field === 'payment.amount')).toHaveLength(1);
  });

  it('a report whole, an export’s file and filter; under a signature that does not hold, nothing', { tags: ['P-2'] }, async () => {
    const whole = await check({ kind: 'report', value: report });
    expect([whole.notCovered, whole.covers.some(({ field }) => field === 'portfolioBreakdown[1].sites')]).toEqual([[], true]);
    const left = await check({ kind: 'export', value: exported, fileHash: sha256('the file') });
    expect(left.covers).toContainEqual({ field: 'filter.status', value: 'paid', by: 'hash' });
    expect(left.covers).toContainEqual({ field: 'asOf.seq', value: 41_872, by: 'signature' });
    expect(left.covers).toContainEqual({ field: 'file.name', value: exported.file.name, by: 'signature' });
    expect(left.notCovered).toEqual([]);
    const before = await check({ kind: 'export', value: makeOldExport(key, 'the file'), fileHash: sha256('the file') });
    expect(before.notCovered.map(({ field, why }) => [field, why])).toEqual([
      ['file.name', 'olderForm'],
      ['file.sizeBytes', 'olderForm'],
      ['dataAsOf', 'olderForm'],
    ]);
    for (const record of good) {
      const verdict = await checkRecord(record, { set: lintKeys([]), fetchedAt: null }, 'demo', at);
      expect([verdict.covers, verdict.notCovered.length > 5]).toEqual([[], true]);
    }
  });
});
