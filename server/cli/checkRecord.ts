import { parseArgs } from 'node:util';
import { checkLists, checkText, isSound } from '../audit/recordCheck.ts';
import { readConfig } from '../config.ts';
import { createDatabase } from '../db/database.ts';
import { keepToOneself, takeOwnFolder } from '../db/ownFolder.ts';
import { createLogger } from '../log.ts';
import { environmentFrom, runToItsEnd } from './program.ts';

const usage = `Checks every list of the database that is only ever added to: the verification chain and the audit record of each tenant, link by link, and of
these, of the log of events and of the time lines of incidents that no place is dated before the one before it. Changes nothing.

  npm run record:check

  [--env-file FILE]   reads the platform's environment from the file that its service reads (EnvironmentFile= of systemd)

Ends with 0 where all holds and nothing goes back, else with 1. On the embedded database the platform must be stopped meanwhile.`;

/** Runs the command. Returns an error text or null; the result of the check is the exit code. */
async function main(): Promise<string | null> {
  keepToOneself();
  const { values } = parseArgs({ options: { 'env-file': { type: 'string' }, help: { type: 'boolean' } } });
  if (values.help === true) {
    process.stdout.write(`${usage}\n`);
    return null;
  }
  const read = readConfig(environmentFrom(values['env-file']));
  if (!read.ok) return read.mistakes.join('\n');
  if (read.config.databaseUrl === null) takeOwnFolder(read.config.dataDir);
  const log = createLogger();
  const database = await createDatabase(read.config, log, (failure) => log.error('db.lost', failure));
  try {
    const checks = await checkLists(database.db);
    process.stdout.write(checks.length === 0 ? 'There are no tenants yet, and nothing to check.\n' : checkText(checks));
    if (!isSound(checks)) process.exitCode = 1;
    return null;
  } finally {
    await database.close();
  }
}

await runToItsEnd(main);
