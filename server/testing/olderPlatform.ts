import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import { projectRoot } from '../root.ts';

/**
 * Database of a platform from the morning of 21 November 2026, before migrations 014 and 040: its pg_dump, reduced to one tenant and the
 * first forty links of its chain, without keys. Statements are separated by empty lines.
 */
export const older: readonly string[] = readFileSync(join(projectRoot, 'tests/fixtures/platformBefore014.sql'), 'utf8')
  .trim()
  .split('\n\n');

/** Replaces the whole content of a database by this dump and `more`. */
export async function becomeOlder(db: Kysely<Database>, more: readonly string[] = []): Promise<void> {
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  for (const statement of [...older, ...more]) await sql.raw(statement).execute(db);
}
