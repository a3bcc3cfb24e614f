import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stageNames } from '../../contracts/pipeline.ts';
import { verificationStatusSchema } from '../../contracts/verification.ts';
import { type Fold, figureOver, sumOver } from './fold.ts';
import { fundedFold } from './funded.ts';
import { overdueAfterDays, type PaymentCounts, paymentsFold, paymentTrackOf, schoolPaymentStatus } from './payments.ts';
import { performanceFold } from './performance.ts';
import { reductionFold, tonnesFold } from './reduction.ts';
import { scoreFold } from './score.ts';
import { moneyOf } from '../money/money.ts';
import { shareFold } from './share.ts';
import { throughputFold } from './throughput.ts';

const DAY_MS = 86_400_000;
const tonnes = fc.integer({ min: 0, max: 100_000 }).map((hundredths) => hundredths / 100);
const standing = fc.record({
  status: fc.constantFrom(...verificationStatusSchema.options),
  records: fc.integer({ min: 1, max: 500 }),
  tonnes,
  baselineTonnes: fc.option(tonnes),
});
const payment = fc.record({
  status: fc.constantFrom('pending' as const, 'paid' as const, 'failed' as const),
  dueMs: fc.integer({ min: 0, max: 60 }).map((day) => day * DAY_MS),
  refused: fc.boolean(),
});

/** A rule with matching rows, their type erased: the properties hold for all rules. */
interface Rule {
  readonly fold: Fold<unknown, unknown, unknown, number>;
  readonly row: fc.Arbitrary<unknown>;
}
const rule = <Row, Sum, Context>(fold: Fold<Row, Sum, unknown, Context>, row: fc.Arbitrary<Row>): Rule => ({
  fold: fold as unknown as Rule['fold'], // fold and rows match here; only payments read the moment
  row,
});

/** Every rule of the folder, with arbitrary rows. */
const rules: Readonly<Record<string, Rule>> = {
  score: rule(scoreFold, standing),
  reduction: rule(reductionFold, standing),
  tonnes: rule(tonnesFold, standing),
  payments: rule(paymentsFold, payment),
  performance: rule(performanceFold, fc.record({ records: fc.integer({ min: 1, max: 500 }), uptime: tonnes, fuelSavings: tonnes })),
  throughput: rule(throughputFold, fc.record({ name: fc.constantFrom(...stageNames), processingRate: fc.integer({ min: 0, max: 500 }) })),
  share: rule(shareFold, fc.record({ part: fc.nat(100), whole: fc.nat(100) })),
  funded: rule(
    fundedFold,
    fc
      .record({ currency: fc.constantFrom('KES', 'UGX', 'USD'), amount: fc.nat(1_000_000) })
      .map(({ currency, amount }) => moneyOf(amount, currency)),
  ),
};

describe.each(Object.entries(rules))('the rule %s', (_, { fold, row }) => {
  it('is undone row by row: what is added and removed leaves what was there', { tags: ['T-1', 'D-48'] }, () => {
    fc.assert(
      fc.property(fc.array(row), fc.array(row), (kept, passing) => {
        const before = sumOver(fold, kept);
        const during = sumOver({ start: before, add: fold.add }, passing);
        const after = passing.reduce((sum, one) => fold.remove(sum, one), during);
        expect(after).toEqual(before);
        expect(fold.figure(after, 40 * DAY_MS)).toEqual(fold.figure(before, 40 * DAY_MS));
      }),
    );
  });

  it('does not depend on the order of rows', { tags: ['T-1', 'D-48'] }, () => {
    fc.assert(
      fc.property(
        fc.array(row).chain((rows) => fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length }))),
        ([rows, shuffled]) => {
          expect(figureOver(fold, shuffled, 40 * DAY_MS)).toEqual(figureOver(fold, rows, 40 * DAY_MS));
        },
      ),
    );
  });

  it('gives no data for no rows, never zero', { tags: ['T-1', 'D-59'] }, () => {
    expect(fold.figure(fold.start, 0)).toBeNull();
    fc.assert(
      fc.property(fc.array(row, { minLength: 1 }), (rows) => {
        const emptied = rows.reduce<unknown>((sum, one) => fold.remove(sum, one), sumOver(fold, rows));
        expect(fold.figure(emptied, 0)).toBeNull();
      }),
    );
  });
});

it('names funded money largest sum first, and equal sums by their currency’s code, in whatever order the payments came', {
  tags: ['M-13', 'T-1'],
}, () => {
  const paid = [moneyOf(5, 'UGX'), moneyOf(100, 'USD'), moneyOf(100, 'KES'), moneyOf(300, 'EUR')];
  const told = (of: typeof paid) => figureOver(fundedFold, of, undefined)?.map(({ currency }) => currency);
  expect(told(paid)).toEqual(['EUR', 'KES', 'USD', 'UGX']);
  expect(told(paid.toReversed())).toEqual(['EUR', 'KES', 'USD', 'UGX']);
});

it('scores a portfolio by the records that were decided: disputes count against it, what waits counts for nothing', {
  tags: ['T-1', 'C-41'],
}, () => {
  const scoreOf = (...rows: readonly (readonly ['verified' | 'pending' | 'failed' | 'disputed', number])[]) =>
    figureOver(
      scoreFold,
      rows.map(([status, records]) => ({ status, records })),
      undefined,
    );
  expect(scoreOf(['verified', 62])?.score).toBe(1);
  expect(scoreOf(['verified', 3], ['disputed', 1])).toEqual({ score: 0.75, verified: 3, disputed: 1, failed: 0 });
  expect(scoreOf(['verified', 3], ['pending', 9])?.score).toBe(1);
  expect(scoreOf(['pending', 2])).toBeNull();
});

it('sets the tonnes of verified records against the baselines of their sites for as many periods', { tags: ['T-1', 'C-41'] }, () => {
  const row = { status: 'verified' as const, records: 2, tonnes: 3, baselineTonnes: 5 };
  expect(figureOver(reductionFold, [row], undefined)).toEqual({ percent: 30, tonnes: 3, baselineTonnes: 10 });
  expect(figureOver(reductionFold, [row, { ...row, status: 'disputed' }], undefined)?.percent).toBe(30);
  // A site without a baseline is left out entirely.
  expect(figureOver(reductionFold, [row, { ...row, baselineTonnes: null }], undefined)?.percent).toBe(30);
  expect(figureOver(reductionFold, [{ ...row, baselineTonnes: null }], undefined)).toBeNull();
});

it('credits only what was verified, by the same buffer as the report', { tags: ['T-1', 'C-48'] }, () => {
  const row = { status: 'verified' as const, records: 14, tonnes: 34.6 };
  expect(figureOver(tonnesFold, [row, { ...row, status: 'pending' }], undefined)).toEqual({ tonnes: 34.6, credits: 31, records: 14 });
});

describe('On track', { tags: ['T-1'] }, () => {
  const counts: PaymentCounts = { total: 5, paid: 3, pending: 2, failed: 0, refused: 0, overdue: 0 };
  it.each([
    [counts, 'onTrack'],
    [{ ...counts, paid: 0, pending: 5 }, 'unpaid'],
    [{ ...counts, refused: 1 }, 'refused'],
    [{ ...counts, overdue: 1 }, 'overdue'],
    [{ ...counts, pending: 1, failed: 1, refused: 1 }, 'failed'],
    [{ ...counts, total: 0, paid: 0, pending: 0 }, 'none'],
    [null, 'none'],
    [undefined, 'unknown'],
  ] as const)('%o is %s', (given, track) => expect(paymentTrackOf(given)).toBe(track));

  it('knows what is overdue only once its days are over', () => {
    const rows = [{ status: 'pending' as const, dueMs: 0, refused: false }];
    expect(figureOver(paymentsFold, rows, overdueAfterDays * DAY_MS)).toMatchObject({ pending: 1, overdue: 0 });
    expect(figureOver(paymentsFold, rows, overdueAfterDays * DAY_MS + 1)).toMatchObject({ pending: 1, overdue: 1 });
  });
});

it("says a school's payments in the documents' words: both paid is paid", { tags: ['T-1', 'C-48'] }, () => {
  const counts: PaymentCounts = { total: 2, paid: 2, pending: 0, failed: 0, refused: 0, overdue: 0 };
  expect(schoolPaymentStatus(counts)).toBe('paid');
  expect(schoolPaymentStatus({ ...counts, paid: 1, pending: 1 })).toBe('pending');
  expect(schoolPaymentStatus({ ...counts, paid: 1, failed: 1 })).toBe('overdue');
  expect(schoolPaymentStatus({ ...counts, paid: 1, pending: 1, overdue: 1 })).toBe('overdue');
  expect(schoolPaymentStatus(null)).toBeNull();
});

it('takes what leaves the last stage for what the pipeline processes', { tags: ['T-1', 'C-27'] }, () => {
  const stage = (name: (typeof stageNames)[number], processingRate: number) => ({ name, processingRate });
  const four = [stage('saastain_intake', 42), stage('outbox_pump', 120), stage('decision_service', 18), stage('bank_integration', 6)];
  expect(figureOver(throughputFold, four, undefined)).toBe(6);
  expect(figureOver(throughputFold, four.slice(0, 3), undefined)).toBeNull();
});
