import type { Portfolio } from '../contracts/portfolio.ts';
import type { RbfPayment } from '../contracts/rbf.ts';
import { type SchoolRow, paymentEntity, portfolioEntity, schoolEntity } from './entities/finance.ts';
import { readDb } from './readDb.ts';
import type { Stored } from './types.ts';
import { unpack } from './unpack.ts';

/** By portfolio id. */
export async function readPortfolios(): Promise<Stored<Portfolio>> {
  return unpack(portfolioEntity, await readDb().rows('portfolios').toArray());
}

/** All payments: unpaid first, then the newest paid. Milestones are summed from them. */
export async function readPayments(): Promise<Stored<RbfPayment>> {
  return unpack(paymentEntity, await readDb().rows('payments').orderBy('at').reverse().toArray());
}

/** Schools with their financing, by school id. */
export async function readSchools(): Promise<Stored<SchoolRow>> {
  return unpack(schoolEntity, await readDb().rows('schools').toArray());
}
