import { type Kysely, sql } from 'kysely';

/**
 * The tenant that a session works in, where that is not its account's home (C-69); and what each person has read or put away of their
 * tenant's notifications (C-18).
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table sessions add column tenant_id text references tenants`.execute(db);
  await sql`
    create table notification_marks (
      tenant_id text not null,
      account_id text not null references accounts,
      notification_id text not null,
      read_at timestamptz not null,
      dismissed_at timestamptz,
      version bigint not null,
      primary key (tenant_id, account_id, notification_id),
      foreign key (tenant_id, notification_id) references notifications (tenant_id, notification_id) on delete cascade
    )`.execute(db);
  // What goes takes its marks along; the key above begins with the account.
  await sql`create index notification_marks_by_notification on notification_marks (tenant_id, notification_id)`.execute(db);
}
