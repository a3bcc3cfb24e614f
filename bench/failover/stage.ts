import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startHeldLines, type HeldLines } from '../../server/testing/heldLines.ts';
import { startCluster, type TestCluster } from '../../server/testing/postgres.ts';
import { freePort, printedPassword } from '../../server/testing/process.ts';
import { testKeyFile } from '../../server/testing/testKey.ts';
import { type Nginx, siteOrigin, startNginx } from '../../tests/deploy/nginx.ts';
import { createInstance, type Instance } from './instance.ts';

/** The set-up: PostgreSQL, two instances with the load of the simulated day, and the nginx of docs/DEPLOY.md in front. */
export interface Stage {
  readonly cluster: TestCluster;
  /** The proxy between the instances and PostgreSQL. */
  readonly lines: HeldLines;
  readonly instances: readonly [Instance, Instance];
  readonly nginx: Nginx;
  /** A demo account's own password, as printed by the instance that seeded the database (G-7). */
  passwordOf(email: string): string;
  /** The database directly, without the proxy. */
  readonly databaseUrl: string;
  /** The instance that runs the simulated day now, recognised by writing most. */
  playing(): Promise<Instance>;
  /** Content of nginx's error log. */
  nginxErrors(): string;
  /** True if a transaction has been idle for 20 ms or more, as after an instance was stopped in the middle of one. */
  standsInTransaction(): Promise<boolean>;
  close(): Promise<void>;
}

/** Events per second written by the platform itself (issue *Steady*, point 14). */
export const eventsPerSecond = 60;
/** Interval over which `playing` compares counts, milliseconds. */
const countedOverMs = 700;

/** Starts everything; the first instance seeds the demo. The database syncs to disk as in production. */
export async function setStage(tell: (line: string) => void): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'ukweli-failover-'));
  const ends: (() => Promise<void>)[] = [async () => rmSync(folder, { recursive: true, force: true })];
  const close = async (): Promise<void> => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    const cluster = await startCluster(['fsync=on', 'full_page_writes=on']);
    ends.push(() => cluster.stop());
    const databaseUrl = await cluster.createDatabase();
    const lines = await startHeldLines(databaseUrl);
    ends.push(() => lines.close());
    const env = {
      DATABASE_URL: lines.url,
      KEY_FILE: testKeyFile(),
      PUBLIC_URL: siteOrigin,
      TRUST_PROXY: '1',
      SEED: 'demo',
      SIMULATION: 'live',
      SIMULATION_PACE: String(eventsPerSecond),
    };
    const make = async (name: string): Promise<Instance> => {
      const instance = createInstance(name, [await freePort(), await freePort()], folder, env);
      ends.push(() => instance.kill());
      await instance.start();
      tell(`instance ${name} is up`);
      return instance;
    };
    const first = await make('A');
    const printed = first.said();
    const instances = [first, await make('B')] as const;
    const nginx = await startNginx(folder, [`127.0.0.1:${instances[0].port}`, `127.0.0.1:${instances[1].port}`]);
    ends.push(() => nginx.close());
    return {
      cluster,
      lines,
      instances,
      nginx,
      databaseUrl,
      passwordOf: (email) => printedPassword(printed, email),
      close,
      nginxErrors: () => readFileSync(join(folder, 'nginx/error.log'), 'utf8'),
      async playing() {
        const before = await Promise.all(instances.map(written));
        await new Promise((resolve) => setTimeout(resolve, countedOverMs)); // counts events written meanwhile
        const after = await Promise.all(instances.map(written));
        const [a, b] = [0, 1].map((index) => (after[index] ?? 0) - (before[index] ?? 0));
        return instances[(a ?? 0) >= (b ?? 0) ? 0 : 1];
      },
      standsInTransaction: () =>
        askDatabase(databaseUrl, async (client) => {
          const { rows } = await client.query(
            `select 1 from pg_stat_activity where datname = current_database() and application_name = 'ukweli'
               and state = 'idle in transaction' and clock_timestamp() - state_change > interval '20 milliseconds'`,
          );
          return rows.length > 0;
        }),
    };
  } catch (failure) {
    await close();
    throw failure;
  }
}

/** Queries the database over a connection of its own. */
export async function askDatabase<T>(databaseUrl: string, ask: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await ask(client);
  } finally {
    await client.end();
  }
}

/** Events that an instance has written since its start; 0 if it does not respond. */
async function written({ metricsUrl }: Instance): Promise<number> {
  const answer = await fetch(metricsUrl).catch(() => null);
  const text = answer === null ? '' : await answer.text();
  return [...text.matchAll(/^ukweli_events_total\{[^}]*\} (\d+)/gm)].reduce((sum, [, count]) => sum + Number(count), 0);
}
