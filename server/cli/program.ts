import { readFileSync } from 'node:fs';
import { openClock } from '../clock.ts';
import type { ServerConfig } from '../config.ts';
import { createPlatform, type Platform } from '../context.ts';
import { createDatabase } from '../db/database.ts';
import { takeOwnFolder } from '../db/ownFolder.ts';
import { createLogger } from '../log.ts';
import { parseEnvironmentFile } from './environmentFile.ts';

/** The environment that a command goes by: its own, and over it that of the file its service reads, where one is named. */
export function environmentFrom(file: string | undefined): Readonly<Record<string, string | undefined>> {
  return file === undefined ? process.env : { ...process.env, ...parseEnvironmentFile(readFileSync(file, 'utf8')) };
}

/** Does `work` over a platform that serves nobody, which is closed afterwards. */
export async function overPlatform<T>(config: ServerConfig, work: (platform: Platform) => Promise<T>): Promise<T> {
  // On PostgreSQL nothing is kept there, and a folder of whoever runs this would be in the platform's way.
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

/** Runs a command to its end: what went wrong, in words, is told on standard error, and the exit code is 1. Null: nothing did. */
export async function runToItsEnd(main: () => Promise<string | null>): Promise<void> {
  const problem = await main().catch((failure: unknown) => (failure instanceof Error ? failure.message : String(failure)));
  if (problem === null) return;
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
