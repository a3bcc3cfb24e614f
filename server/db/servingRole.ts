import { type Kysely, sql } from 'kysely';
import type { Database } from './schema.ts';
import { dueIn, MIGRATION_LOCK } from './migrations/index.ts';

/**
 * The role that serves (DATABASE_URL) and the one that owns the tables (DATABASE_OWNER_URL), apart from each other (G-22): who owns a table switches its rules off at will, those that keep
 * the record from being changed among them, and so does whoever has got hold of the connection that serves.
 */

/** What may be done with the rows. Nothing that changes what a table is, and no `truncate`, which the record's rules would have to refuse by themselves. */
const onTables = ['select', 'insert', 'update', 'delete'] as const;
const asArray = sql.raw(`array[${onTables.map((right) => `'${right}'`).join(', ')}]`);

/** Lets the role that serves do its work on all tables there are, where it may not yet. Instances that start together wait for each other. */
export async function letServe(owner: Kysely<Database>, role: string): Promise<void> {
  await owner.transaction().execute(async (trx) => {
    await sql`set local lock_timeout = 0`.execute(trx);
    await sql`select pg_advisory_xact_lock(${sql.raw(MIGRATION_LOCK)})`.execute(trx);
    const { rows } = await sql<{ name: string; kind: 'r' | 'S' }>`
      select c.relname as name, c.relkind as kind from pg_class c
      where c.relnamespace = 'public'::regnamespace 
        and case when c.relkind = 'S' then not has_sequence_privilege(${role}, c.oid, 'USAGE')
                 when c.relname = 'schema_migrations' then not has_table_privilege(${role}, c.oid, 'SELECT')
                 when c.relkind = 'r' then exists (select 1 from unnest(${asArray}) as right_name
                                                   where not has_table_privilege(${role}, c.oid, right_name))
                 else false end`.execute(trx);
    if (rows.length === 0) return;
    await sql`grant usage on schema public to ${sql.id(role)}`.execute(trx);
    for (const { name, kind } of rows)
      await (name === 'schema_migrations'
        ? sql`grant select on table ${sql.id('public', name)} to ${sql.id(role)}`
        : kind === 'S'
          ? sql`grant usage on sequence ${sql.id('public', name)} to ${sql.id(role)}`
          : sql`grant ${sql.raw(onTables.join(', '))} on table ${sql.id('public', name)} to ${sql.id(role)}`
      ).execute(trx);
  });
}

/** Who this connection is. */
export async function roleOf(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(db);
  return rows[0]?.role ?? '';
}

/** Whether this connection could change what a table is, and switch its rules off: as its owner, as a member of who owns it, or as a superuser. */
export async function isOwner(db: Kysely<Database>, table: 'audit_records' | 'signing_keys' = 'audit_records'): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select pg_has_role(current_user, relowner, 'MEMBER') as "is" from pg_class
    where relnamespace = 'public'::regnamespace and relname = ${table}`.execute(db);
  return rows[0]?.is ?? false;
}

/** Whether every step of the schema has been made and this connection may work with it, though it could make none. */
export async function isServable(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ may: boolean | null }>`
    select has_table_privilege(current_user, to_regclass('public.schema_migrations'), 'SELECT') as may`.execute(db);
  return rows[0]?.may === true && (await dueIn(db)).length === 0;
}
