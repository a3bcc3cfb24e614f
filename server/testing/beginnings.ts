import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../app.ts';
import { type ServerConfig, readConfig } from '../config.ts';
import { createPlatform } from '../context.ts';
import type { OpenDatabase } from '../db/database.ts';
import { seedDemoAccounts } from '../identity/demo/seedAccounts.ts';
import { createLogger } from '../log.ts';
import { prepareData } from '../prepareData.ts';
import { seedDemo } from '../seed/seed.ts';
import { testKeyFile } from './testKey.ts';

/**
 * Initial content of a test's database. `migrated`: empty tables. `accounts`: the demo's tenants and accounts, and the identity
 * provider's keys. `demo`: also the demo's day, ending at the fixed moment of SIMULATION=off. `demoNow`: the same, ending when it was
 * created.
 */
export type Beginning = 'migrated' | 'accounts' | 'demo' | 'demoNow';

/**
 * Configuration for tests: cheap password hashing, and every answer is validated against its schema. No built console is served: a test
 * that needs one makes it, so that none depends on what was built last (and 5 MB are not read and hashed for each platform).
 */
export function testConfig(dataDir: string): ServerConfig {
  const read = readConfig({});
  if (!read.ok) throw new Error(read.mistakes.join(' '));
  const unbuilt = { webRoot: join(dataDir, 'web'), keptAssetsRoot: join(dataDir, 'kept') };
  return { ...read.config, ...unbuilt, dataDir, build: 'test', passwordCost: 2 ** 4, checkAnswers: true };
}

/** Fills a migrated, empty database up to `beginning`, in the same way as a platform's first start, while the clock stands still. */
export async function bring(database: OpenDatabase, beginning: Beginning): Promise<void> {
  if (beginning === 'migrated') return;
  const started = new Date();
  let business = started;
  const clock = {
    now: () => started,
    business: () => business,
    isFrozen: () => business !== started,
    aheadMs: () => 0,
    look: async () => null,
    freezeBusinessAt: (moment: Date) => void (business = moment),
  };
  const config: ServerConfig = {
    ...testConfig(tmpdir()), // nothing is written there
    simulation: beginning === 'demo' ? 'off' : 'live',
    seedDemo: true,
    keyFile: testKeyFile(),
  };
  const platform = createPlatform({ database, clock, config, log: createLogger(() => undefined) });
  if (beginning === 'accounts') await seedDemoAccounts(platform);
  else await prepareData(platform, clock, seedDemo);
  const app = await createApp(platform);
  await app.ready();
  await app.close();
}
