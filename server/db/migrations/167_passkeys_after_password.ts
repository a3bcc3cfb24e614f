import { type Kysely, sql } from 'kysely';

/**
 * Passkeys that a reset by mail has left as second factors and as nothing else (G-9, G-25): where a tenant asks for one and the account has no other, a mailbox is not to go round it, and whoever had the
 * account is not to get in by a passkey of their own.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table passkeys add column after_password boolean not null default false`.execute(db);
}
