import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { PaymentFact } from '../../src/domain/figures/payments.ts';
import type { Database } from '../db/schema.ts';

/** A payment with the members that `paymentsFold` counts. */
export interface SitePayment extends PaymentFact {
  readonly siteCode: string;
}

/**
 * Payments of a tenant that match `which` (a condition on `p`), each with whether the bank refused it and it still waits in the dead
 * letter queue.
 */
export async function readPaymentFacts(
  db: Kysely<Database>,
  tenantId: string,
  which: RawBuilder<boolean>,
): Promise<readonly SitePayment[]> {
  const { rows } = await sql<Pick<SitePayment, 'siteCode' | 'status' | 'refused'> & { readonly dueAt: string }>`
    select p.site_code as "siteCode", p.status, p.due_at as "dueAt", exists (
      select 1 from dead_letters d where d.tenant_id = p.tenant_id and d.promoted_at is null and d.payload ->> 'paymentId' = p.payment_id
    ) as refused
    from rbf_payments p where p.tenant_id = ${tenantId} and ${which}`.execute(db);
  return rows.map(({ dueAt, ...row }) => ({ ...row, dueMs: Date.parse(dueAt) }));
}
