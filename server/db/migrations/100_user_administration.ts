import { type Kysely, sql } from 'kysely';

/**
 * What an account stood at when somebody decided to change it (409 on a stale one). Counted by the database, so that a change counts whoever makes
 * it: an administrator, its owner in the profile, the command line. A sign-in or a new password is none.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table accounts add column version bigint not null default 1`.execute(db);
  await sql`
    create function count_account_change() returns trigger language plpgsql as $$
      begin
        new.version := old.version + 1;
        return new;
      end $$`.execute(db);
  await sql`
    create trigger accounts_count_change before update of name, email, role, status on accounts for each row
      when ((old.name, old.email, old.role, old.status) is distinct from (new.name, new.email, new.role, new.status))
      execute function count_account_change()`.execute(db);
  await sql`create index accounts_by_tenant on accounts (tenant_id, status)`.execute(db);
}
