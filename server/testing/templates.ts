import pg from 'pg';
import { type OpenDatabase, openPostgres } from '../db/database.ts';
import { createLogger } from '../log.ts';
import { type Beginning, bring } from './beginnings.ts';
import { startPostgres } from './postgres.ts';

const log = createLogger(() => undefined);

/**
 * A database on the run's PostgreSQL, copied from a template in a tenth of a second. TEST_DATABASE_TEMPLATE (postgresSetup.ts) names the
 * migrated template; the others are named after it.
 */
export async function openTemplate(beginning: Beginning): Promise<OpenDatabase> {
  const server = await startPostgres();
  const migrated = process.env['TEST_DATABASE_TEMPLATE'];
  if (beginning === 'migrated' || migrated === undefined) {
    const own = await openPostgres(await server.createDatabase(migrated), log);
    await bring(own, beginning);
    return own;
  }
  const template = templateOf(migrated, beginning);
  await makeOnce(server.url, template, async () => {
    const url = await server.createDatabase(migrated);
    const made = await openPostgres(url, log);
    await bring(made, beginning);
    await made.close();
    return new URL(url).pathname.slice(1);
  });
  return openPostgres(await server.createDatabase(template), log);
}

/** Name of a run's template database. */
export function templateOf(migrated: string, beginning: Exclude<Beginning, 'migrated'>): string {
  return `${migrated}_${beginning.toLowerCase()}`;
}

/** Advisory lock number for creating templates; an arbitrary value. */
const makersLock = 20_261_122;

/** Templates that are there; a connection to ask costs as much as a third of a copy. */
const known = new Set<string>();

/** Renames the database from `make` to `template`, unless that exists: of several test processes only one creates it. */
async function makeOnce(admin: string, template: string, make: () => Promise<string>): Promise<void> {
  if (known.has(template)) return;
  const client = new pg.Client({ connectionString: admin });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [makersLock]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template]);
    if (rowCount === 0) await client.query(`alter database ${await make()} rename to ${template}`);
    known.add(template);
  } finally {
    await client.end(); // also releases the lock
  }
}
