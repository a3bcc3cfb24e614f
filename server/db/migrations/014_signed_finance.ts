import { type Kysely, sql } from 'kysely';

/** Signatures of portfolios and payments (D-33); rows from before have none. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table portfolios add column jws_signature text not null default '', add column signer_kid text not null default ''`.execute(
    db,
  );
  await sql`alter table rbf_payments add column jws_signature text not null default ''`.execute(db);
}
