import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { keepToOneself } from '../db/ownFolder.ts';
import { readTenantDomains, setTenantDomains } from '../identity/tenantDomains.ts';
import { environmentFrom, overPlatform, runToItsEnd } from './program.ts';

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

  const env = environmentFrom(values['env-file']);
  const read = readConfig(env);
  if (!read.ok) return read.mistakes.join('\n');
  return overPlatform(read.config, async (platform) => {
    if (tenantId !== undefined && domains !== undefined) {
      const named = domains.split(',').map((domain) => domain.trim());
      const problem = await setTenantDomains(platform, { tenantId, domains: named.filter((domain) => domain !== '') });
      if (problem !== null) return problem;
    }
    for (const tenant of await readTenantDomains(platform))
      process.stdout.write(`${tenant.tenantId}  ${tenant.domains.length === 0 ? '(no domains)' : tenant.domains.join(' ')}\n`);
    return null;
  });
}

await runToItsEnd(main);
