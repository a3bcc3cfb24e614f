import type { FastifyInstance } from 'fastify';
import type { SignedRecord } from '../../src/contracts/verdict.ts';
import { backingOf } from '../../src/domain/exports/rules.ts';
import { milestoneFiguresOf } from '../../src/domain/figures/milestoneFigures.ts';
import { portfolioSumsOf, toldMoney } from '../../src/domain/figures/portfolioSums.ts';
import { byNeed, programmeSumsOf } from '../../src/domain/figures/programmeSums.ts';
import { inCurrency } from '../../src/domain/money/own.ts';
import { rbfTotals, sumTold } from '../../src/domain/money/totals.ts';
import { wallRows } from '../../src/domain/wall/rows.ts';
import type { Platform } from '../context.ts';
import { readPayments } from '../entities/paymentList.ts';
import { readPortfolios } from '../entities/portfolioList.ts';
import { currencyOf, readRatedPayments } from '../entities/ratedMoney.ts';
import { readSchools } from '../entities/schools.ts';
import { createSignatureSums } from '../evidence/signatureSums.ts';
import { route } from '../http/route.ts';

/** Finance and school figures for wall displays (G-17): sums computed on the server with the same functions as the console's screens. */
export function registerWallFigures(app: FastifyInstance, platform: Platform): void {
  const { clock } = platform;
  const signatureSums = createSignatureSums();
  const lastUpdated = (): string => clock.business().toISOString();

  route(app, platform, 'wallPayments', async ({ db, tenantId }) => {
    const payments = await readPayments(db, tenantId);
    const currency = await currencyOf(db, tenantId);
    const totals = rbfTotals(await readRatedPayments(db, tenantId), currency);
    const told = (pick: 'totalPaid' | 'totalPending') => (sumTold(totals, pick, currency) ?? []).map(toldMoney);
    const records = payments.map((value): SignedRecord => ({ kind: 'payment', value }));
    return {
      total: totals.totalPayments,
      paid: totals.paidCount,
      pending: totals.pendingCount,
      failed: totals.failedCount ?? 0,
      totalPaid: told('totalPaid'),
      totalPending: told('totalPending'),
      unbacked: payments.filter((one) => backingOf(one) === 'none').length,
      milestones: milestoneFiguresOf(payments)
        .slice(0, wallRows.milestones)
        .map(({ first: { milestone }, paid, pending, failed, paidSum }) => ({
          description: milestone.description,
          metric: milestone.metric,
          threshold: milestone.threshold,
          paid,
          pending,
          failed,
          paidSum: paidSum.map(toldMoney),
        })),
      signatures: await signatureSums(db, tenantId, records, clock.now()),
      lastUpdated: lastUpdated(),
    };
  });

  route(app, platform, 'wallPortfolios', async ({ db, tenantId }) => {
    const portfolios = await readPortfolios(db, tenantId);
    const currency = await currencyOf(db, tenantId);
    const records = portfolios.map((value): SignedRecord => ({ kind: 'portfolio', value }));
    return {
      ...portfolioSumsOf(portfolios.map((row) => inCurrency(row, currency))),
      signatures: await signatureSums(db, tenantId, records, clock.now()),
      lastUpdated: lastUpdated(),
    };
  });

  route(app, platform, 'wallSchools', async ({ db, tenantId }) => {
    const currency = await currencyOf(db, tenantId);
    const rows = (await readSchools(db, tenantId, clock.business())).map((one) => ({ currency, ...one }));
    return {
      ...programmeSumsOf(rows),
      schools: rows
        .map(({ school }) => school)
        .sort(byNeed)
        .slice(0, wallRows.schools)
        .map(({ schoolId, schoolName, location, fuelSavingsPercent, uptime, records }) => ({
          schoolId,
          schoolName,
          location,
          fuelSavingsPercent,
          uptime,
          ...(records === undefined ? {} : { records }),
        })),
      lastUpdated: lastUpdated(),
    };
  });
}
