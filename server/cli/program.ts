import { readFileSync } from 'node:fs';
import { openClock } from '../clock.ts';
import type { ServerConfig } from '../config.ts';
import { createPlatform, type Platform } from '../context.ts';
import { createDatabase } from '../db/database.ts';
import { takeOwnFolder } from '../db/ownFolder.ts';
import { createLogger } from '../log.ts';
import { parseEnvironmentFile } from './environmentFile.ts';

/** The environment for a command: its own, overridden by the service's environment file if one is named. */
export function environmentFrom(file: string | undefined): Readonly<Record<string, string | undefined>> {
  return file === undefined ? process.env : { ...process.env, ...parseEnvironmentFile(readFileSync(file, 'utf8')) };
}

/** Runs `work` on a platform that listens on no port, and closes it afterwards. */
export async function overPlatform<T>(config: ServerConfig, work: (platform: Platform) => Promise<T>): Promise<T> {
  // With PostgreSQL the folder is not used, and one owned by the user of this command would block the platform later.
  if (config.databaseUrl === null) takeOwnFolder(config.dataDir);
  const log = createLogger();
  const database = await createDatabase(config, log, (failure) => log.error('db.lost', failure));
  const platform = createPlatform({ database, clock: await openClock(database), config, log });
  try {
    return await work(platform);
  } finally {
    await platform.close();
  }
}

/** Runs a command. An error text or a thrown error goes to standard error, with exit code 1; null means success. */
export async function runToItsEnd(main: () => Promise<string | null>): Promise<void> {
  const problem = await main().catch((failure: unknown) => (failure instanceof Error ? failure.message : String(failure)));
  if (problem === null) return;
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
