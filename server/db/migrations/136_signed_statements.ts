import { type Kysely, sql } from 'kysely';

/**
 * What happened to a payment or a portfolio after it was signed, as the platform signed it in the transaction that caused it (D-52).
 *
 * Decision: for what was paid or moved before this step no statement is made. A signature of now over what an old row says would vouch for whatever somebody
 * has written there since, at times that nobody signed. Those rows keep their older signature; whoever checks one is told that status, dates and figures are
 * not signed, and it is not called verified. From its first move after this step on, a portfolio's standing is signed, and what a payment comes to.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table signed_statements (
      tenant_id text not null,
      record_kind text not null check (record_kind in ('payment', 'portfolio')),
      record_id text not null,
      statement_no integer not null check (statement_no > 0),
      record_hash text not null,
      jws text not null,
      signed_at timestamptz not null,
      primary key (tenant_id, record_kind, record_id, statement_no)
    )`.execute(db);
}
