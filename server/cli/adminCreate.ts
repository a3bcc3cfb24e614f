import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { userSchema } from '../../src/contracts/session.ts';
import { z } from '../../src/contracts/zod.ts';
import { openClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import { createPlatform } from '../context.ts';
import { createDatabase } from '../db/database.ts';
import { keepToOneself, takeOwnFolder } from '../db/ownFolder.ts';
import { createAdministrator } from '../identity/administrator.ts';
import { whyGuessable } from '../identity/chosenPassword.ts';
import { weaknessOf } from '../identity/passwords.ts';
import { createLogger } from '../log.ts';
import { createAsker } from './asker.ts';
import { parseEnvironmentFile } from './environmentFile.ts';

const usage = `Makes an administrator (and his tenant, if there is none of that id).

  npm run admin:create -- --email E --name N --tenant T [--tenant-name N] [--place P] [--region R] [--currency C] [--time-zone Z]
                          [--issuer I --subject S] [--env-file FILE]

--env-file reads the platform's environment from the file that its service reads (EnvironmentFile= of systemd), so that neither the
database's password nor anything else of it stands on a command line. What is not given is asked for. The password is asked for too, or read from UKWELI_ADMIN_PASSWORD: never from the command line,
where others on this machine could read it. With --issuer and --subject the account signs in through that provider.
On the embedded database the platform must be stopped meanwhile.`;

async function main(): Promise<string | null> {
  keepToOneself();
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: {
      email: text,
      name: text,
      tenant: text,
      'tenant-name': text,
      place: text,
      region: text,
      currency: text,
      'time-zone': text,
      issuer: text,
      subject: text,
      'env-file': text,
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) {
    process.stdout.write(`${usage}\n`);
    return null;
  }
  const file = values['env-file'];
  const env = file === undefined ? process.env : { ...process.env, ...parseEnvironmentFile(readFileSync(file, 'utf8')) };
  const read = readConfig(env);
  if (!read.ok) return read.mistakes.join('\n');
  const ask = createAsker();
  const email = values['email'] ?? (await ask.line('E-mail address'));
  const name = values['name'] ?? (await ask.line('Full name'));
  const tenantId = values['tenant'] ?? (await ask.line('Tenant id (letters, digits, dots, dashes)'));
  const password = env['UKWELI_ADMIN_PASSWORD'] ?? (await ask.secret('Password'));
  ask.close();

  const weak = weaknessOf(password);
  if (weak !== null) return `The password needs ${weak}.`;
  const user = z.safeParse(userSchema, { id: `usr-${randomUUID()}`, email, name, role: 'admin', tenantId });
  if (!user.success) return `Not usable: ${user.error.issues.map((issue) => `${issue.path.join('.')} (${issue.message})`).join(', ')}.`;
  const guessable = whyGuessable(password, user.data);
  if (guessable !== null) return `The password cannot be used. ${guessable}`;
  if ((values['issuer'] === undefined) !== (values['subject'] === undefined)) return '--issuer and --subject go together.';

  // On PostgreSQL nothing is kept there, and a folder of whoever runs this would be in the platform's way.
  if (read.config.databaseUrl === null) takeOwnFolder(read.config.dataDir);
  const log = createLogger();
  const database = await createDatabase(read.config, log, (failure) => log.error('db.lost', failure));
  const platform = createPlatform({ database, clock: await openClock(database), config: read.config, log });
  try {
    const made = await createAdministrator(platform, {
      user: user.data,
      password,
      federated:
        values['issuer'] === undefined || values['subject'] === undefined ? null : { issuer: values['issuer'], subject: values['subject'] },
      tenant: {
        tenantId,
        name: values['tenant-name'] ?? tenantId,
        place: values['place'] ?? 'Nairobi',
        region: values['region'] ?? 'af-south-1',
        currency: values['currency'] ?? 'KES',
        timeZone: values['time-zone'] ?? 'Africa/Nairobi',
      },
    });
    if (!made.ok) return made.problem.message;
    process.stdout.write(`${email} can sign in as administrator of ${tenantId}.\n`);
    return null;
  } finally {
    await platform.close();
  }
}

const problem = await main().catch((failure: unknown) => (failure instanceof Error ? failure.message : String(failure)));
if (problem !== null) {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
