import { type Kysely, sql } from 'kysely';

/**
 * Sessions that are bound to a key of their device (D-55, G-17). One that has no row here was opened before and is not bound: its token opens what it did, until its device brings a key. Hashes,
 * as with the token itself; the key is the public half.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table session_keys (
      session_id text primary key references sessions on delete cascade,
      thumbprint text,
      public_key text,
      nonce_hash text,
      spent_nonce_hash text,
      spent_token_hash text unique,
      spent_until timestamptz not null,
      renewed_at timestamptz not null,
      noted_at timestamptz,
      check ((thumbprint is null) = (public_key is null)),
      check ((thumbprint is null) = (nonce_hash is null)),
      check ((thumbprint is null) = (spent_nonce_hash is null)),
      check ((thumbprint is null) = (spent_token_hash is null))
    )`.execute(db);
}
