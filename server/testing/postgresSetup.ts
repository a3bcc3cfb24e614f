import pg from 'pg';
import { openPostgres } from '../db/database.ts';
import { createLogger } from '../log.ts';
import { startCluster, startPostgres } from './postgres.ts';
import { templateOf } from './templates.ts';

/**
 * Start and end of a run of the server's tests on PostgreSQL (vitest's globalSetup of the project `postgres`): one cluster, in
 * it one migrated database that each test's own is copied from. Test processes learn of both by the environment.
 */
export async function setup(): Promise<() => Promise<void>> {
  // synchronous_commit: what only a killed server would lose, and these tests kill none of this one.
  const server = process.env['TEST_DATABASE_URL'] === undefined ? await startCluster(['synchronous_commit=off']) : await startPostgres();
  const url = await server.createDatabase();
  await (
    await openPostgres(
      url,
      createLogger(() => undefined),
    )
  ).close();
  const template = new URL(url).pathname.slice(1);
  const before = process.env['TEST_DATABASE_URL'];
  process.env['TEST_DATABASE_URL'] = server.url;
  process.env['TEST_DATABASE_TEMPLATE'] = template;
  return async () => {
    if (before === undefined) delete process.env['TEST_DATABASE_URL'];
    delete process.env['TEST_DATABASE_TEMPLATE'];
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    const others = (['accounts', 'demo', 'demoNow'] as const).map((beginning) => templateOf(template, beginning));
    for (const name of [template, ...others]) await client.query(`drop database if exists ${name}`);
    await client.end();
    await server.stop();
  };
}
