import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import { createPlatform } from '../context.ts';
import { createDatabase } from '../db/database.ts';
import { keepToOneself, takeOwnFolder } from '../db/ownFolder.ts';
import { readTenantDomains, setTenantDomains } from '../identity/tenantDomains.ts';
import { createLogger } from '../log.ts';
import { parseEnvironmentFile } from './environmentFile.ts';

const usage = `Tenants, as far as who runs the platform sets them.

  npm run tenant -- list                              every tenant with its domains
  npm run tenant -- set T --domains a.example,b.example
                                                      the domains whose addresses the provider in OIDC_ISSUER may vouch for: an account of the tenant with such
                                                      an address is linked at its first sign-in there. --domains '' names none

  [--env-file FILE]   reads the platform's environment from the file that its service reads (EnvironmentFile= of systemd)

It stands on the tenant's record. On the embedded database the platform must be stopped meanwhile.`;

/** Runs the command. What went wrong, in words, or null. */
async function main(): Promise<string | null> {
  keepToOneself();
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    options: { domains: text, 'env-file': text, help: { type: 'boolean' } },
    allowPositionals: true,
  });
  const [act = '', tenantId, ...more] = positionals;
  if (values.help === true || act === '') {
    process.stdout.write(`${usage}\n`);
    return null;
  }
  if (act !== 'list' && act !== 'set') return `There is no \`${act}\`.\n\n${usage}`;
  const { domains } = values;
  if (act === 'list' ? tenantId !== undefined || domains !== undefined : tenantId === undefined || domains === undefined || more.length > 0)
    return act === 'list' ? '`list` takes nothing more.' : '`set` takes the id of one tenant, and --domains.';

  const file = values['env-file'];
  const env = file === undefined ? process.env : { ...process.env, ...parseEnvironmentFile(readFileSync(file, 'utf8')) };
  const read = readConfig(env);
  if (!read.ok) return read.mistakes.join('\n');
  if (read.config.databaseUrl === null) takeOwnFolder(read.config.dataDir);
  const log = createLogger();
  const database = await createDatabase(read.config, log, (failure) => log.error('db.lost', failure));
  const platform = createPlatform({ database, clock: await openClock(database), config: read.config, log });
  try {
    if (tenantId !== undefined && domains !== undefined) {
      const named = domains.split(',').map((domain) => domain.trim());
      const problem = await setTenantDomains(platform, { tenantId, domains: named.filter((domain) => domain !== '') });
      if (problem !== null) return problem;
    }
    for (const tenant of await readTenantDomains(platform))
      process.stdout.write(`${tenant.tenantId}  ${tenant.domains.length === 0 ? '(no domains)' : tenant.domains.join(' ')}\n`);
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
