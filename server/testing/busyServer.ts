import { createApp } from '../app.ts';
import { openClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import { createPlatform } from '../context.ts';
import { createDatabase } from '../db/database.ts';
import { createLogger } from '../log.ts';
import { prepareData } from '../prepareData.ts';
import { demoProfile } from '../seed/profiles.ts';
import { createRandom } from '../seed/random.ts';
import { seedDemo } from '../seed/seed.ts';
import { createTenantDayRunner, eventfulRepertoire } from '../simulation/step.ts';

/**
 * The platform as in `main.ts`, with a simulated day without pauses, so that a kill always hits a write. Prints 'busy' once it listens.
 * Tests run it as a program with the platform's environment.
 */
async function main(): Promise<void> {
  const read = readConfig(process.env);
  if (!read.ok) throw new Error(read.mistakes.join(' '));
  const { config } = read;
  const log = createLogger();
  const database = await createDatabase(config, log, (failure) => log.error('db.lost', failure));
  const clock = await openClock(database);
  const platform = createPlatform({ database, clock, config, log });
  await prepareData(platform, clock, seedDemo);
  const app = await createApp(platform);
  await app.listen({ port: config.port, host: config.host });
  await platform.start();
  process.stdout.write('busy\n');
  const day = createTenantDayRunner(platform, demoProfile, createRandom(Date.now()), eventfulRepertoire);
  for (;;) await day.step();
}

await main();
