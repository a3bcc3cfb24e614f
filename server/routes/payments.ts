import type { FastifyInstance } from 'fastify';
import { rbfTotals } from '../../src/domain/money/totals.ts';
import type { Platform } from '../context.ts';
import { readPayments } from '../entities/paymentList.ts';
import { currencyOf, readRatedPayments } from '../entities/ratedMoney.ts';
import { route } from '../http/route.ts';

/** Milestone payments, newest first, and their sums in the tenant's currency. */
export function registerPaymentRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, platform, 'rbfPayments', async ({ db, tenantId }) => ({
    payments: await readPayments(db, tenantId),
    summary: rbfTotals(await readRatedPayments(db, tenantId), await currencyOf(db, tenantId)),
    lastUpdated: platform.clock.business().toISOString(),
  }));
}
