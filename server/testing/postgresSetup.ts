import pg from 'pg';
import { openPostgres } from '../db/database.ts';
import { createLogger } from '../log.ts';
import { startCluster, startPostgres } from './postgres.ts';
import { templateOf } from './templates.ts';

/**
 * Global setup and teardown of the vitest project `postgres`: one cluster with one migrated database from which each test's database is
 * copied. Test processes find both through environment variables.
 */
export async function setup(): Promise<() => Promise<void>> {
  // synchronous_commit=off only loses data if the server is killed, which these tests do not do to this one.
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
