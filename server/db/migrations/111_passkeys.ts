import { type Kysely, sql } from 'kysely';

/**
 * Passkeys as a second way in at the embedded provider, and the challenges that are out: one for each sign-in under way and for each session that adds a
 * passkey, so that a new one takes the place of the one before.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table passkeys (
      passkey_id text primary key,
      account_id text not null references accounts,
      credential_id text not null unique,
      public_key text not null,
      counter bigint not null check (counter >= 0),
      transports jsonb not null,
      name text not null,
      backed_up boolean not null,
      created_at timestamptz not null,
      last_used_at timestamptz
    )`.execute(db);
  await sql`create index passkeys_by_account on passkeys (account_id, created_at)`.execute(db);
  await sql`
    create table passkey_challenges (
      purpose text not null check (purpose in ('add', 'sign_in')),
      holder text not null,
      challenge text not null,
      expires_at timestamptz not null,
      primary key (purpose, holder)
    )`.execute(db);
  await sql`create index passkey_challenges_by_expiry on passkey_challenges (expires_at)`.execute(db);
}
