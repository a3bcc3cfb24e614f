import { type Kysely, sql } from 'kysely';

/**
 * When whoever holds a session last proved who they are (G-25), and the token that a proof has renewed: it counts until the new one has come to the browser, since an answer may be lost. Of
 * sessions of before nobody knows when: they prove it anew.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table sessions
      add column proved_at timestamptz,
      add column renewed_at timestamptz,
      add column prior_hash text,
      add column prior_until timestamptz,
      add constraint sessions_prior check ((prior_hash is null) = (renewed_at is null) and (prior_until is null or prior_hash is not null))`.execute(
    db,
  );
  await sql`create unique index sessions_by_prior on sessions (prior_hash) where prior_hash is not null`.execute(db);
  await sql`
    alter table passkey_challenges
      drop constraint passkey_challenges_purpose_check,
      add constraint passkey_challenges_purpose_check check (purpose in ('add', 'sign_in', 'reauthenticate'))`.execute(db);
  await sql`
    alter table account_letters
      drop constraint account_letters_purpose_check,
      add constraint account_letters_purpose_check check (purpose in
        ('welcome', 'reset', 'password_changed', 'name_changed', 'email_confirm', 'email_asked', 'email_changed', 'passkey_added', 'passkey_removed',
          'sign_in_guesses', 'started_anew'))`.execute(db);
}
