import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { keepToOneself } from '../db/ownFolder.ts';
import { secondFactorRoles, setSecondFactorRoles } from '../identity/factors/secondFactorRoles.ts';
import { readTenantDomains, setTenantDomains } from '../identity/linking/tenantDomains.ts';
import { environmentFrom, overPlatform, runToItsEnd } from './program.ts';

const usage = `Tenants, as far as who runs the platform sets them.

  npm run tenant -- list                              every tenant with its domains
  npm run tenant -- set T --domains a.example,b.example
                                                      the domains whose addresses the provider in OIDC_ISSUER may vouch for: an account of the tenant with such
                                                      an address is linked at its first sign-in there. --domains '' names none
  npm run tenant -- set T --second-factor admin,bank_ops
                                                      roles that sign in with a second factor: whoever has none sets one up at the next sign-in. '' names none

  [--env-file FILE]   reads the platform's environment from the file that its service reads (EnvironmentFile= of systemd)

It stands on the tenant's record. On the embedded database the platform must be stopped meanwhile.`;

/** Runs the command. Returns an error text, or null. */
async function main(): Promise<string | null> {
  keepToOneself();
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    options: { domains: text, 'second-factor': text, 'env-file': text, help: { type: 'boolean' } },
    allowPositionals: true,
  });
  const [act = '', tenantId, ...more] = positionals;
  if (values.help === true || act === '') {
    process.stdout.write(`${usage}\n`);
    return null;
  }
  if (act !== 'list' && act !== 'set') return `There is no \`${act}\`.\n\n${usage}`;
  const { domains, 'second-factor': roles } = values;
  const nothing = domains === undefined && roles === undefined;
  if (act === 'list' ? tenantId !== undefined || !nothing : tenantId === undefined || nothing || more.length > 0)
    return act === 'list' ? '`list` takes nothing more.' : '`set` takes the id of one tenant, and --domains or --second-factor.';

  const env = environmentFrom(values['env-file']);
  const read = readConfig(env);
  if (!read.ok) return read.mistakes.join('\n');
  return overPlatform(read.config, async (platform) => {
    if (tenantId !== undefined && domains !== undefined) {
      const problem = await setTenantDomains(platform, { tenantId, domains: namedIn(domains) });
      if (problem !== null) return problem;
    }
    if (tenantId !== undefined && roles !== undefined) {
      const problem = await setSecondFactorRoles(platform, { tenantId, roles: namedIn(roles) });
      if (problem !== null) return problem;
    }
    for (const { tenantId: id, domains: named } of await readTenantDomains(platform)) {
      const second = await secondFactorRoles(platform.db, id);
      const asked = second.length === 0 ? '' : `  second factor: ${second.join(' ')}`;
      process.stdout.write(`${id}  ${named.length === 0 ? '(no domains)' : named.join(' ')}${asked}\n`);
    }
    return null;
  });
}

/** Splits a comma-separated list. */
function namedIn(list: string): string[] {
  return list
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

await runToItsEnd(main);
