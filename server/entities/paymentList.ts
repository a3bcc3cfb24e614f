import type { Kysely } from 'kysely';
import type { RbfPayment } from '../../src/contracts/rbf.ts';
import type { Database } from '../db/schema.ts';
import { readCovenants } from './covenants.ts';
import { readRefusals, toPayment } from './payments.ts';
import { readStatements } from './signedStatements.ts';

/** A tenant's milestone payments as sent, latest due date first. */
export async function readPayments(db: Kysely<Database>, tenantId: string): Promise<RbfPayment[]> {
  const rows = await db
    .selectFrom('rbf_payments as p')
    .innerJoin('rbf_milestones as m', (join) =>
      join.onRef('m.tenant_id', '=', 'p.tenant_id').onRef('m.milestone_id', '=', 'p.milestone_id'),
    )
    .leftJoin('verifications as v', (join) => join.onRef('v.tenant_id', '=', 'p.tenant_id').onRef('v.vrf_id', '=', 'p.vrf_id'))
    .selectAll('p')
    .select(['m.description', 'm.metric', 'm.threshold', 'm.payment_amount', 'm.payment_type', 'v.evidence_pack_id'])
    .where('p.tenant_id', '=', tenantId)
    .orderBy('p.due_at', 'desc')
    .orderBy('p.payment_id', 'desc')
    .execute();
  const covenants = await readCovenants(
    db,
    tenantId,
    rows.map((row) => row.covenant_hash),
  );
  const statements = await readStatements(db, tenantId, 'payment');
  const refusals = await readRefusals({ trx: db, tenantId });
  return rows.map((row) => toPayment(row, covenants.get(row.covenant_hash), statements.get(row.payment_id), refusals.get(row.payment_id)));
}
