import { type Kysely, sql } from 'kysely';

/** How often strangers guessed at an account's password within a day, and when its owner was told (G-6); and the letter by which they are. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table account_guesses (
      account_id text primary key references accounts on delete cascade,
      since timestamptz not null,
      last_at timestamptz not null,
      tries integer not null check (tries > 0),
      ip text not null,
      several boolean not null default false,
      told_at timestamptz,
      check (last_at >= since)
    )`.execute(db);
  await sql`
    alter table account_letters
      drop constraint account_letters_purpose_check,
      add constraint account_letters_purpose_check check (purpose in
        ('welcome', 'reset', 'password_changed', 'name_changed', 'email_confirm', 'email_asked', 'email_changed', 'passkey_added', 'passkey_removed',
          'sign_in_guesses'))`.execute(db);
}
