import { type Kysely, sql } from 'kysely';

/**
 * A second step at sign-in (G-25): the secret of an account's authenticator app, wrapped, one in use and one that is being set up; its recovery codes, hashed; and of which roles a tenant asks for a
 * second factor. And the letters that tell of them.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table totp_secrets (
      account_id text not null references accounts,
      state text not null check (state in ('offered', 'held')),
      sealed text not null,
      holder text,
      at timestamptz not null,
      last_step bigint,
      last_used_at timestamptz,
      primary key (account_id, state),
      check ((state = 'offered') = (holder is not null)),
      check ((state = 'held') = (last_step is not null))
    )`.execute(db);
  await sql`
    create table recovery_codes (
      account_id text not null references accounts,
      selector text not null,
      code text not null,
      made_at timestamptz not null,
      primary key (account_id, selector)
    )`.execute(db);
  await sql`
    create table second_factor_roles (
      tenant_id text not null references tenants,
      role text not null check (role in ('admin', 'bank_ops', 'auditor', 'operator')),
      primary key (tenant_id, role)
    )`.execute(db);
  await sql`
    alter table account_letters
      drop constraint account_letters_purpose_check,
      add constraint account_letters_purpose_check check (purpose in
        ('welcome', 'reset', 'password_changed', 'name_changed', 'email_confirm', 'email_asked', 'email_changed', 'passkey_added', 'passkey_removed',
          'sign_in_guesses', 'started_anew', 'invitation', 'totp_added', 'totp_removed', 'recovery_made', 'recovery_used', 'code_guesses'))`.execute(
    db,
  );
}
