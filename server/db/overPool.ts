import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import { judgedWrites } from './judgedWrites.ts';
import type { Database } from './schema.ts';

/** The database as the server uses it, over either driver's pool. Writes through it are validated (judgedWrites.ts). */
export function overPool(pool: PostgresPool): Kysely<Database> {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }), plugins: [judgedWrites] });
}
