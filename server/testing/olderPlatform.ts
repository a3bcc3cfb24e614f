import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import { projectRoot } from '../root.ts';

/**
 * What a platform of the morning of 21 November 2026 left behind, before migrations 014 and 040: its dump by pg_dump, cut down to
 * one tenant and the first forty links of its chain, without keys. Statements are parted by empty lines.
 */
export const older: readonly string[] = readFileSync(join(projectRoot, 'tests/fixtures/platformBefore014.sql'), 'utf8')
  .trim()
  .split('\n\n');

/** Puts it, and `more`, in the place of all that a database holds. */
export async function becomeOlder(db: Kysely<Database>, more: readonly string[] = []): Promise<void> {
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  for (const statement of [...older, ...more]) await sql.raw(statement).execute(db);
}
