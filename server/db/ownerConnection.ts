import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { connectionTo } from './connection.ts';
import { migrate } from './migrations/index.ts';
import type { Database } from './schema.ts';
import { letServe, mayPrepare } from './servingRole.ts';

/** Runs `work` over a single new connection and closes it afterwards. */
export async function overOne<T>(connectionString: string, work: (db: Kysely<Database>) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({
    ...connectionTo(connectionString),
    max: 1,
    connectionTimeoutMillis: 10_000,
    application_name: 'ukweli-owner',
  });
  // A lost connection fails the statement that uses it; without a listener the error would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  try {
    return await work(db);
  } finally {
    await db.destroy();
    if (!pool.ended) await pool.end(); // Kysely does not close a pool that was never queried
  }
}

/**
 * Brings the schema up to date as its owner and grants the serving role its rights. Returns the migrations that ran.
 * @throws Error if a migration cannot run; nothing was changed then
 */
export async function prepareSchema(ownerString: string, servingRole: string): Promise<readonly string[]> {
  return overOne(ownerString, async (owner) => {
    await mayPrepare(owner, servingRole);
    const ran = await migrate(owner, 'DATABASE_URL');
    await letServe(owner, servingRole);
    return ran;
  });
}

/** Rethrows a migration failure; if the serving role lacks the rights (42501), as an error that says the owner must migrate first. */
export function whoMigrates(failure: unknown): never {
  if ((failure as { readonly code?: unknown } | null)?.code === '42501')
    throw new Error(
      'The schema of the database has steps to take, and the role of DATABASE_URL may not take them: its owner does first, `npm run migrate` (docs/DEPLOY.md).',
      { cause: failure },
    );
  throw failure;
}
