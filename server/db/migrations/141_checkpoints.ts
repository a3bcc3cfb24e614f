import { type Kysely, sql } from 'kysely';

/** Signed checkpoints of each tenant's chains (D-47). `at` is kept as text, byte for byte as signed. What was signed once is never changed. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table checkpoints (
      tenant_id text not null,
      chain text not null check (chain in ('verifications', 'record')),
      chain_index bigint not null,
      seal text not null,
      at text not null,
      jws text not null,
      primary key (tenant_id, chain, chain_index, at)
    )`.execute(db);
  await sql`
    create function refuse_checkpoint_change() returns trigger language plpgsql as $$
    begin
      raise exception 'checkpoints are never changed';
    end $$`.execute(db);
  await sql`
    create trigger checkpoints_kept before update or delete on checkpoints
      for each row execute function refuse_checkpoint_change()`.execute(db);
}
