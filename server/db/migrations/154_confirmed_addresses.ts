import { type Kysely, sql } from 'kysely';

/**
 * Addresses that a person has shown to read, by a link that was sent there (G-15): only letters to those say anything that a person wrote. Of addresses from before nobody knows; the next
 * link that is used confirms one.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table confirmed_addresses (
      account_id text not null references accounts on delete cascade,
      email_key text not null,
      confirmed_at timestamptz not null,
      primary key (account_id, email_key)
    )`.execute(db);
}
