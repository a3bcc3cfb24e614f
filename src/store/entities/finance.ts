import { type Portfolio, portfolioSchema } from '../../contracts/portfolio.ts';
import { ownCurrencySchema } from '../../contracts/primitives.ts';
import { type RbfPayment, rbfPaymentSchema } from '../../contracts/rbf.ts';
import { type SchoolsResponse, schoolFinancingSchema, schoolSchema } from '../../contracts/school.ts';
import { z } from '../../contracts/zod.ts';
import { type Entity, ownVersion } from './entity.ts';

export const portfolioEntity: Entity<Portfolio> = {
  table: 'portfolios',
  schema: portfolioSchema,
  keyOf: (portfolio) => portfolio.portfolioId,
  versionOf: ownVersion,
  columnsOf: (portfolio) => ({ portfolioId: portfolio.portfolioId }),
};

/** Unpaid payments have no time and sort before all paid ones, because people wait for them. */
export const paymentEntity: Entity<RbfPayment> = {
  table: 'payments',
  schema: rbfPaymentSchema,
  keyOf: (payment) => payment.payment_id,
  versionOf: ownVersion,
  columnsOf: ({ payment_id, payment }) => ({
    paymentId: payment_id,
    at: payment.paidAt === null ? Number.POSITIVE_INFINITY : Date.parse(payment.paidAt),
  }),
};

const schoolRowSchema = z.object({ currency: ownCurrencySchema, school: schoolSchema, financing: z.nullable(schoolFinancingSchema) });
/** A school's kitchen with its financing, money in `currency`; the programme's totals are summed from these rows. */
export type SchoolRow = z.infer<typeof schoolRowSchema>;

export const schoolEntity: Entity<SchoolRow> = {
  table: 'schools',
  schema: schoolRowSchema,
  keyOf: ({ school }) => school.schoolId,
  // Financing has no version of its own and can change without the kitchen: the answer's seq decides.
  versionOf: () => 0,
  columnsOf: ({ school }) => ({ schoolId: school.schoolId }),
};

/** Joins the answer's two lists; `financing` is null if the platform sent none for a school. */
export function schoolRowsOf({ currency, schools, financing }: SchoolsResponse): readonly SchoolRow[] {
  const byId = new Map(financing.map((one) => [one.schoolId, one]));
  return schools.map((school) => ({ currency, school, financing: byId.get(school.schoolId) ?? null }));
}
