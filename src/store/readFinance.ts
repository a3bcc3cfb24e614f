import type { Portfolio } from '../contracts/portfolio.ts';
import type { RbfPayment } from '../contracts/rbf.ts';
import { type SchoolRow, paymentEntity, portfolioEntity, schoolEntity } from './entities/finance.ts';
import { readDb } from './readDb.ts';
import { readAll } from './readWhole.ts';
import type { Stored } from './types.ts';
import { unpack } from './unpack.ts';

/** By portfolio id. */
export function readPortfolios(): Promise<Stored<Portfolio>> {
  return readAll(portfolioEntity);
}

/** All payments: unpaid first, then the newest paid. Milestones are summed from them. */
export async function readPayments(): Promise<Stored<RbfPayment>> {
  return unpack(paymentEntity, await readDb().rows('payments').orderBy('at').reverse().toArray());
}

/** Schools with their financing, by school id. */
export function readSchools(): Promise<Stored<SchoolRow>> {
  return readAll(schoolEntity);
}
