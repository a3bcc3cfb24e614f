import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { readConfig } from '../../server/config.ts';
import { createPlatform, type Platform } from '../../server/context.ts';
import { overOneSession } from '../../server/db/oneSession.ts';
import type { Database } from '../../server/db/schema.ts';
import { createLogger } from '../../server/log.ts';

/** The platform's parts over a database that answers every query without rows (Kysely's dummy driver), for tests that need no data. */
export interface BarePlatform {
  readonly platform: Platform;
  /** Names of its log entries, and `database closed`, in order of arrival. */
  readonly noted: readonly string[];
  /** Advances time. */
  later(ms: number): void;
  /** Sets the machine's clock ahead by this much. */
  setAhead(ms: number): void;
}

/** @param answer how long the database takes for a query; reject to make it fail */
export function createBarePlatform(answer: () => Promise<void> = async () => undefined): BarePlatform {
  const read = readConfig({});
  if (!read.ok) throw new Error(read.mistakes.join(' '));
  const noted: string[] = [];
  let now = Date.now();
  let aheadMs = 0;
  const driver = new DummyDriver();
  const acquire = driver.acquireConnection.bind(driver);
  driver.acquireConnection = async () => {
    const connection = await acquire();
    const ask = connection.executeQuery.bind(connection);
    return Object.assign(connection, {
      executeQuery: async (...given: Parameters<typeof ask>) => {
        await answer();
        return ask(...given);
      },
    });
  };
  const db = new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (own) => new PostgresIntrospector(own),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  const platform = createPlatform({
    database: {
      ...overOneSession(db),
      kind: 'embedded',
      connectionString: null,
      connections: () => ({ open: 0, idle: 0, waiting: 0 }),
      close: async () => void noted.push('database closed'),
    },
    clock: {
      now: () => new Date(now),
      business: () => new Date(now),
      isFrozen: () => false,
      aheadMs: () => aheadMs,
      look: async () => null,
    },
    config: read.config,
    log: createLogger((line) => void noted.push(JSON.parse(line).event)),
  });
  return { platform, noted, later: (ms) => void (now += ms), setAhead: (ms) => void (aheadMs = ms) };
}
