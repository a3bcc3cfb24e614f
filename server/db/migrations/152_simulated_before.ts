import { type Kysely, sql } from 'kysely';

/**
 * Of a demo that was live before step 135, where its simulation had come to: told by the rows that nobody but the simulation writes. Records that it sealed itself (those that a person's
 * word moved have a cause), what agents predicted, what was processed, paid and refused. Without it the day of such a demo stood at its seed's moment (S-11), hours or weeks before records
 * that no person had made, and those were told as what people did since.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    update event_heads h set simulated_at = s.at
      from (
        select tenant_id, max(at) as at from (
          select v.tenant_id, v.sealed_at as at from verifications v where not exists (
            select 1 from verification_causes c where c.tenant_id = v.tenant_id and c.chain_index = v.chain_index)
          union all select tenant_id, received_at from verifications
          union all select tenant_id, predicted_at from ai_predictions
          union all select tenant_id, last_processed_at from pipeline_stages
          union all select tenant_id, paid_at from rbf_payments
          union all select tenant_id, failed_at from dead_letters
        ) simulated group by tenant_id
      ) s
      where s.tenant_id = h.tenant_id and h.simulated_at is null`.execute(db);
}
