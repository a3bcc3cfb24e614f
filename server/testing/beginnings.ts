import { tmpdir } from 'node:os';
import { createApp } from '../app.ts';
import { type ServerConfig, readConfig } from '../config.ts';
import { createPlatform } from '../context.ts';
import type { OpenDatabase } from '../db/database.ts';
import { seedDemoAccounts } from '../identity/seedAccounts.ts';
import { createLogger } from '../log.ts';
import { prepareData } from '../prepareData.ts';
import { seedDemo } from '../seed/seed.ts';
import { testKeyFile } from './testKey.ts';

/**
 * What a test's database begins with. `migrated`: its tables, and nothing in them. `accounts`: the demo's tenants and accounts, and the keys of the identity
 * provider. `demo`: the demo's day too, which ends at the fixed moment of SIMULATION=off. `demoNow`: the same, ending when it was made.
 */
export type Beginning = 'migrated' | 'accounts' | 'demo' | 'demoNow';

/** The configuration of a platform under test: passwords cost next to nothing, and every answer is checked against its shape. */
export function testConfig(dataDir: string): ServerConfig {
  const read = readConfig({});
  if (!read.ok) throw new Error(read.mistakes.join(' '));
  return { ...read.config, dataDir, build: 'test', passwordCost: 2 ** 4, checkAnswers: true };
}

/** Takes a migrated, empty database to `beginning`, by what a platform does at its first start. Its moment is one: the clock stands still meanwhile. */
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
