import { type Kysely, sql } from 'kysely';

/**
 * The newest moment at which the simulation wrote to a tenant's log, beside its newest moment of all: with SIMULATION=off the demo's day stands still there (S-11), whatever people have
 * done since. Of a demo that was live before this step it is told by the rows that nobody but the simulation writes: records that it sealed itself (those that a person's word moved have a
 * cause), what agents predicted, what was processed, paid and refused. Else its day would stand at its seed's moment, hours or weeks before records that no person had made.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table event_heads add column simulated_at timestamptz`.execute(db);
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
      where s.tenant_id = h.tenant_id`.execute(db);
}
