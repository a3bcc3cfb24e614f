import { type Kysely, sql } from 'kysely';

/** A secret as it may lie in the database: wrapped by a key that does not (server/evidence/keyWrap.ts). */
const wrapped = '^w1[.][0-9a-f]{16}[.][A-Za-z0-9_-]{38,}$';

/**
 * The platform's own secrets in a table of their own, wrapped (G-2): a copy of the database opens nothing. Those of before, which stand among the settings and with the keys as they are, are
 * wrapped by the platform's start (server/secrets/prepareSecrets.ts), which has the key; a step has not. So keys that are there are not held against the condition; whatever is written is.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table platform_secrets (
      name text not null,
      secret_id text not null,
      sealed text not null check (sealed ~ ${sql.lit(wrapped)}),
      made_at timestamptz not null,
      stopped_at timestamptz,
      primary key (name, secret_id)
    )`.execute(db);
  await sql`create unique index platform_secrets_in_use on platform_secrets (name) where stopped_at is null`.execute(db);
  await sql`
    alter table signing_keys
      add constraint signing_keys_wrapped_check check (private_key ~ ${sql.lit(wrapped)}) not valid`.execute(db);
}
