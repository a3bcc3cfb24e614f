import { type Kysely, sql } from 'kysely';

/**
 * Accounts at a provider of somebody else's (G-24): the domains whose addresses it may vouch for, by tenant; when and by what an account was linked; the last sign-in there that was refused, for
 * whoever has to look into it; and invitations by mail. Links of before were made by hand.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table tenant_domains (
      domain text primary key check (domain = lower(domain) and domain ~ '^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$' and length(domain) <= 253),
      tenant_id text not null references tenants
    )`.execute(db);
  await sql`create index tenant_domains_by_tenant on tenant_domains (tenant_id)`.execute(db);
  await sql`
    alter table federated_identities
      add column linked_at timestamptz,
      add column linked_by text not null default 'operator' check (linked_by in ('operator', 'address', 'invitation'))`.execute(db);
  await sql`create index federated_identities_by_account on federated_identities (account_id)`.execute(db);
  await sql`
    create table federated_refusals (
      account_id text primary key references accounts on delete cascade,
      at timestamptz not null,
      why text not null check (why in ('email_not_verified', 'domain_not_named', 'another_subject', 'not_active'))
    )`.execute(db);
  await sql`
    alter table account_links
      drop constraint account_links_kind_check,
      add constraint account_links_kind_check check (kind in ('reset', 'email', 'invite'))`.execute(db);
  await sql`
    alter table account_letters
      drop constraint account_letters_purpose_check,
      add constraint account_letters_purpose_check check (purpose in
        ('welcome', 'reset', 'password_changed', 'name_changed', 'email_confirm', 'email_asked', 'email_changed', 'passkey_added', 'passkey_removed',
          'sign_in_guesses', 'started_anew', 'invitation')),
      drop constraint account_letters_check5,
      add constraint account_letters_linked_check check ((purpose in ('reset', 'email_confirm', 'invitation')) = (link_key is not null))`.execute(
    db,
  );
}
