import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import { judgedWrites } from './judgedWrites.ts';
import type { Database } from './schema.ts';

/** The database as the platform serves from it, whichever driver the pool is of: what is written through it is judged as it is written. */
export function overPool(pool: PostgresPool): Kysely<Database> {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }), plugins: [judgedWrites] });
}
