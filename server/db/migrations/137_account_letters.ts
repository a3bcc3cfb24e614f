import { type Kysely, sql } from 'kysely';

/**
 * Letters about accounts, written in the transaction that causes them and sent from here (D-65). A link that a letter carries begins to expire when the letter was sent for the first
 * time, so that until then it has no end; links from before keep theirs. And wishes for a new password, kept before anybody has looked whose address it is.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table account_letters (
      letter_id text primary key,
      place bigint generated always as identity,
      account_id text not null references accounts,
      purpose text not null check (purpose in
        ('welcome', 'reset', 'password_changed', 'name_changed', 'email_confirm', 'email_asked', 'email_changed', 'passkey_added', 'passkey_removed')),
      to_address text,
      to_name text not null,
      facts jsonb not null,
      message_id text not null unique,
      link_key text,
      written_at timestamptz not null,
      waiting_since timestamptz not null,
      state text not null default 'waiting' check (state in ('waiting', 'sent', 'given_up')),
      tries integer not null default 0 check (tries >= 0),
      due_at timestamptz not null,
      claim text,
      claimed_until timestamptz,
      trouble text check (trouble in ('unreachable', 'refused', 'inactive', 'superseded', 'key')),
      ended_at timestamptz,
      check ((state = 'waiting') = (ended_at is null)),
      check ((state = 'given_up') <= (trouble is not null)),
      check (state <> 'sent' or trouble is null),
      check ((claim is null) = (claimed_until is null)),
      check (state = 'waiting' or claim is null),
      check ((purpose in ('reset', 'email_confirm')) = (link_key is not null)),
      check (to_address is not null or purpose = 'welcome')
    )`.execute(db);
  await sql`create index account_letters_due on account_letters (due_at, place) where state = 'waiting'`.execute(db);
  await sql`create index account_letters_given_up on account_letters (ended_at) where state = 'given_up'`.execute(db);
  await sql`create index account_letters_by_account on account_letters (account_id, place desc)`.execute(db);
  await sql`
    alter table account_links
      alter column expires_at drop not null,
      add column letter_id text unique references account_letters on delete cascade,
      add constraint account_links_end_check check (expires_at is not null or letter_id is not null)`.execute(db);
  await sql`
    create table reset_wishes (
      wish_id text primary key,
      email_key text not null,
      ip text not null,
      correlation_id text not null,
      wished_at timestamptz not null
    )`.execute(db);
}
