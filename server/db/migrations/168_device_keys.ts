import { type Kysely, sql } from 'kysely';

/**
 * People's sessions are bound to a key of their device too (D-55, G-3), so that every renewed token is kept in one place: beside the session's own. `spent_token_hash` and `spent_until` are
 * written no more; an instance of before may still read them while it is replaced. `prior_proves`: whether what was proved counts for the token before, which it does where the key has renewed it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table sessions
      drop constraint sessions_prior,
      add column prior_ends_at timestamptz,
      add column prior_proves boolean not null default false,
      add constraint sessions_prior check (prior_hash is not null or (prior_until is null and prior_ends_at is null and not prior_proves))`.execute(
    db,
  );
  await sql`
    alter table session_keys
      drop constraint session_keys_check3,
      alter column spent_until drop not null,
      add column locked boolean not null default false,
      add column parked_at timestamptz,
      add constraint session_keys_held check (thumbprint is not null or (not locked and parked_at is null))`.execute(db);
  await sql`
    update sessions s
    set prior_hash = k.spent_token_hash, prior_until = k.spent_until, prior_ends_at = k.spent_until
    from session_keys k
    where k.session_id = s.session_id and k.spent_token_hash is not null and s.prior_hash is null`.execute(db);
}
