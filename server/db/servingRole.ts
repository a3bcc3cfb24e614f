import { type Kysely, sql } from 'kysely';
import type { Database } from './schema.ts';
import { dueIn, MIGRATION_LOCK } from './migrations/index.ts';

/**
 * Separates the role that serves (DATABASE_URL) from the one that owns the tables (DATABASE_OWNER_URL) (G-22). A table's owner can switch
 * off its rules, including those that keep the record immutable, and so could an attacker with the serving connection.
 */

/**
 * Rights of the serving role on rows. Nothing that changes a table's definition, and no `truncate`, which the record's rules would have
 * to refuse themselves.
 */
const onTables = ['select', 'insert', 'update', 'delete'] as const;
const asArray = sql.raw(`array[${onTables.map((right) => `'${right}'`).join(', ')}]`);

/**
 * Checks before the owner changes anything: its tables will be created in the schema where they are looked up, and the serving role
 * exists.
 * @throws Error with a message for the operator
 */
export async function mayPrepare(owner: Kysely<Database>, role: string): Promise<void> {
  const { rows } = await sql<{ owner: string; schema: string | null; known: boolean }>`
    select current_user as owner, current_schema() as schema, exists (select from pg_roles where rolname = ${role}) as known`.execute(
    owner,
  );
  const [{ owner: name, schema, known } = { owner: '', schema: null, known: false }] = rows;
  if (schema !== 'public')
    throw new Error(
      `The tables belong in the schema public, and ${name} makes them in ${schema ?? 'none'}, since that stands first in its search_path. Set it: alter role "${name}" set search_path = public. Nothing was changed.`,
    );
  // `public` is not a role here either: rights granted to it are everybody's.
  if (!known) throw new Error(`There is no role ${role} at this PostgreSQL that could serve. Nothing was changed.`);
}

/** Grants the serving role its missing rights on all tables. Instances that start together wait for each other. */
export async function letServe(owner: Kysely<Database>, role: string): Promise<void> {
  await owner.transaction().execute(async (trx) => {
    await sql`set local lock_timeout = 0`.execute(trx);
    await sql`select pg_advisory_xact_lock(${sql.raw(MIGRATION_LOCK)})`.execute(trx);
    await keepRulesLooking(trx);
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

/**
 * Pins the search_path of rule functions to the platform's tables. Any role may create a temporary table, which by default is found
 * before a real one of the same name, so a rule would read rows that the attacker wrote there.
 */
async function keepRulesLooking(trx: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ signature: string }>`
    select p.oid::regprocedure::text as signature from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proconfig is null
      and p.prolang = (select oid from pg_language where lanname = 'plpgsql')
      and pg_has_role(current_user, p.proowner, 'USAGE')`.execute(trx);
  for (const { signature } of rows) await sql`alter function ${sql.raw(signature)} set search_path = public, pg_temp`.execute(trx);
}

/** The database role of this connection. */
export async function roleOf(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(db);
  return rows[0]?.role ?? '';
}

/** True if this connection could alter the table and switch off its rules: as owner, member of the owning role, or superuser. */
export async function isOwner(db: Kysely<Database>, table: 'audit_records' | 'signing_keys' = 'audit_records'): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select pg_has_role(current_user, relowner, 'MEMBER') as "is" from pg_class
    where relnamespace = 'public'::regnamespace and relname = ${table}`.execute(db);
  return rows[0]?.is ?? false;
}

/** True if this connection owns the schema, as the database's owner does. It could then drop a rule without owning any table. */
export async function ownsSchema(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select pg_has_role(current_user, nspowner, 'MEMBER') as "is" from pg_namespace where nspname = 'public'`.execute(db);
  return rows[0]?.is ?? false;
}

/** True if every migration has run and this connection may work with the schema, even if it could not migrate itself. */
export async function isServable(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ may: boolean | null }>`
    select has_table_privilege(current_user, to_regclass('public.schema_migrations'), 'SELECT') as may`.execute(db);
  return rows[0]?.may === true && (await dueIn(db)).length === 0;
}
