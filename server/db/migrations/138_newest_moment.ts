import { type Kysely, sql } from 'kysely';

/**
 * The newest moment that a tenant's log carries, beside its newest number: what is written next is not dated before it, whatever a clock says (D-63). What an instance with a wrong
 * clock wrote before this step stays as it is; what follows it goes on from there.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table event_heads add column newest_at timestamptz`.execute(db);
  await sql`
    update event_heads h set newest_at = e.newest_at
      from (select tenant_id, max(ts) as newest_at from events group by tenant_id) e where e.tenant_id = h.tenant_id`.execute(db);
}
