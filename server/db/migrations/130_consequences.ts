import { type Kysely, sql } from 'kysely';

/**
 * Decisions have consequences: why a link of the chain came about, what a notification is about (so that it leaves with it), and what still held
 * when somebody resolved an incident all the same. A payment that the bank has refused stands as failed.
 */
export async function up(db: Kysely<never>): Promise<void> {
  // Beside the chain, not in it: D-9 names what a link seals. Append-only like the links.
  await sql`
    create table verification_causes (
      tenant_id text not null,
      chain_index bigint not null,
      vrf_id text not null,
      override_id text not null,
      kind text not null check (kind in ('approved', 'voided')),
      before text not null,
      after text not null,
      by_id text not null,
      by_name text not null,
      reason text not null,
      at timestamptz not null,
      primary key (tenant_id, chain_index),
      foreign key (tenant_id, chain_index) references chain_entries (tenant_id, chain_index),
      foreign key (tenant_id, override_id) references ai_overrides (tenant_id, override_id)
    )`.execute(db);
  await sql`create index verification_causes_by_record on verification_causes (tenant_id, vrf_id, chain_index)`.execute(db);
  await sql`create index verification_causes_by_override on verification_causes (tenant_id, override_id, chain_index)`.execute(db);
  await sql`
    create function refuse_cause_change() returns trigger language plpgsql as $$
    begin
      raise exception 'causes of chain entries are append-only';
    end $$`.execute(db);
  await sql`
    create trigger verification_causes_append_only before update or delete on verification_causes
    for each row execute function refuse_cause_change()`.execute(db);
  await sql`create index ai_predictions_by_subject on ai_predictions (tenant_id, subject)`.execute(db);

  await sql`alter table notifications add column about text`.execute(db);
  await sql`create index notifications_by_about on notifications (tenant_id, about)`.execute(db);
  // An incident's warning was written at its opening, under its title, wherever it leads.
  await sql`
    update notifications n set about = 'incident:' || i.incident_id from incidents i
    where i.tenant_id = n.tenant_id and i.title = n.title and i.created_at = n.at`.execute(db);

  await sql`alter table incident_entries add column still_held jsonb`.execute(db);
  await sql`alter table incident_entries add column despite text`.execute(db);

  await sql`create index dead_letters_by_payment on dead_letters (tenant_id, (payload ->> 'paymentId'))`.execute(db);
  await sql`
    update rbf_payments p set status = 'failed', version = version + 1
    where p.status = 'pending' and exists (
      select 1 from dead_letters d
      where d.tenant_id = p.tenant_id and d.payload ->> 'paymentId' = p.payment_id and d.promoted_at is null
    )`.execute(db);
}
