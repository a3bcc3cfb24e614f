import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { userSchema } from '../../src/contracts/session.ts';
import { z } from '../../src/contracts/zod.ts';
import { readConfig } from '../config.ts';
import { keepToOneself } from '../db/ownFolder.ts';
import { createAdministrator } from '../identity/administrator.ts';
import { whyGuessable } from '../identity/passwords/chosenPassword.ts';
import { tenantFault } from '../identity/newTenant.ts';
import { weaknessOf } from '../identity/passwords/passwords.ts';
import { createAsker } from './asker.ts';
import { environmentFrom, overPlatform, runToItsEnd } from './program.ts';

const usage = `Makes an administrator (and their tenant, if there is none of that id).

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
  const env = environmentFrom(values['env-file']);
  const read = readConfig(env);
  if (!read.ok) return read.mistakes.join('\n');
  const ask = createAsker();
  const email = values['email'] ?? (await ask.line('Email address'));
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

  const tenant = {
    tenantId,
    name: values['tenant-name'] ?? tenantId,
    place: values['place'] ?? 'Nairobi',
    region: values['region'] ?? 'af-south-1',
    currency: values['currency'] ?? 'KES',
    timeZone: values['time-zone'] ?? 'Africa/Nairobi',
  };
  const fault = tenantFault(tenant);
  if (fault !== null) return fault;

  return overPlatform(read.config, async (platform) => {
    const made = await createAdministrator(platform, {
      user: user.data,
      password,
      federated:
        values['issuer'] === undefined || values['subject'] === undefined ? null : { issuer: values['issuer'], subject: values['subject'] },
      tenant,
    });
    if (!made.ok) return made.problem.message;
    process.stdout.write(`${email} can sign in as administrator of ${tenantId}.\n`);
    return null;
  });
}

await runToItsEnd(main);
