import { openPostgres } from '../db/database.ts';
import { createLogger } from '../log.ts';
import { asAdministrator, startCluster, startPostgres } from './postgres.ts';
import { templateOf } from './templates.ts';

/**
 * For hundreds of small databases that nobody kills. Autovacuum visits each of them once a minute, by a process of its own: several of them a
 * second.
 */
const forManySmall = ['synchronous_commit=off', 'autovacuum=off', 'jit=off', 'wal_level=minimal', 'max_wal_senders=0'];

/**
 * Global setup and teardown of the vitest project `postgres`: one cluster with one migrated database from which each test's database is
 * copied. Test processes find both through environment variables.
 */
export async function setup(): Promise<() => Promise<void>> {
  const isOwn = process.env['TEST_DATABASE_URL'] === undefined;
  const server = isOwn ? await startCluster(forManySmall) : await startPostgres();
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
    if (isOwn) return server.stop();
    const others = (['accounts', 'demo', 'demoNow'] as const).map((beginning) => templateOf(template, beginning));
    await asAdministrator(server.url, async (client) => {
      for (const name of [template, ...others]) await client.query(`drop database if exists ${name}`);
    });
    return undefined;
  };
}
