import { parseArgs } from 'node:util';
import { addressMistake } from '../db/address.ts';
import { prepareSchema } from '../db/ownerConnection.ts';
import { keepToOneself } from '../db/ownFolder.ts';
import { environmentFrom, runToItsEnd } from './program.ts';

const usage = `Brings the schema of a PostgreSQL database up to date as its owner, and lets the role that serves work with it. Run before a platform whose own role may not.

  npm run migrate -- [--database URL] [--serving-role ROLE] [--env-file FILE]

  --database URL        the owner's way in, without a password in it; else DATABASE_OWNER_URL of the environment
  --serving-role ROLE   who the platform is at the database; else whom DATABASE_URL names
  --env-file FILE       reads the environment from a file as systemd does`;

/** Runs the command. Returns an error text, or null. */
async function main(): Promise<string | null> {
  keepToOneself();
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { database: text, 'serving-role': text, 'env-file': text, help: { type: 'boolean' } } });
  if (values.help === true) {
    process.stdout.write(`${usage}\n`);
    return null;
  }
  const env = environmentFrom(values['env-file']);
  const owner = values.database ?? env['DATABASE_OWNER_URL']?.trim() ?? '';
  if (owner === '') return `Whose database? Name it with --database or DATABASE_OWNER_URL.\n\n${usage}`;
  const mistake = addressMistake(owner, env['DATABASE_TLS'] === 'unverified');
  if (mistake !== null) return `${values.database === undefined ? 'DATABASE_OWNER_URL' : '--database'} ${mistake}`;
  const serving = env['DATABASE_URL'];
  const role =
    values['serving-role'] ?? (serving !== undefined && URL.canParse(serving) ? decodeURIComponent(new URL(serving).username) : '');
  if (role === '') return `Who serves? Name the role with --serving-role or DATABASE_URL.\n\n${usage}`;
  const ran = await prepareSchema(owner, role);
  process.stdout.write(`The schema is up to date: ${ran.length} ${ran.length === 1 ? 'step' : 'steps'} taken now. ${role} may serve.\n`);
  return null;
}

await runToItsEnd(main);
