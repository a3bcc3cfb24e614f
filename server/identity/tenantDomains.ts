import { recordLine } from '../audit/audit.ts';
import type { Platform } from '../context.ts';
import { domainOf } from './accountLinking.ts';

/** A tenant with the domains whose addresses the provider may vouch for. */
export interface TenantDomains {
  readonly tenantId: string;
  readonly domains: readonly string[];
}

/** Every tenant with its domains. */
export async function readTenantDomains({ db }: Pick<Platform, 'db'>): Promise<readonly TenantDomains[]> {
  const rows = await db
    .selectFrom('tenants')
    .leftJoin('tenant_domains', 'tenant_domains.tenant_id', 'tenants.tenant_id')
    .select(['tenants.tenant_id', 'domain'])
    .orderBy('tenants.tenant_id')
    .orderBy('domain')
    .execute();
  const found = new Map<string, string[]>();
  for (const { tenant_id, domain } of rows) found.set(tenant_id, [...(found.get(tenant_id) ?? []), ...(domain === null ? [] : [domain])]);
  return [...found].map(([tenantId, domains]) => ({ tenantId, domains }));
}

/** Labels of a host name (RFC 1123, section 2.1), two at least. */
const domainPattern = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Names the domains of a tenant in place of those before; none: its accounts are linked by nobody's address. On its record.
 * @returns why nothing was changed, in words; null where it was
 */
export async function setTenantDomains(
  { database, audit }: Pick<Platform, 'database' | 'audit'>,
  { tenantId, domains }: TenantDomains,
): Promise<string | null> {
  const written: string[] = [];
  for (const given of domains) {
    // As the address of somebody there: what is no domain in one is none here, nor what its table would not take.
    const domain = /^[^\s@/:%]+$/.test(given) ? domainOf(`somebody@${given}`) : null;
    if (domain === null || domain.length > 253 || !domainPattern.test(domain)) return `'${given}' is no domain, such as school.example.`;
    if (!written.includes(domain)) written.push(domain);
  }
  return database
    .write(recordLine(tenantId), async (trx) => {
      const tenant = await trx.selectFrom('tenants').select('tenant_id').where('tenant_id', '=', tenantId).executeTakeFirst();
      if (tenant === undefined) return `There is no tenant ${tenantId}.`;
      await trx.deleteFrom('tenant_domains').where('tenant_id', '=', tenantId).execute();
      for (const domain of written) {
        const made = await trx
          .insertInto('tenant_domains')
          .values({ domain, tenant_id: tenantId })
          .onConflict((conflict) => conflict.column('domain').doNothing())
          .executeTakeFirst();
        if (made.numInsertedOrUpdatedRows !== 1n) throw new TakenDomain(domain);
      }
      await audit.record(trx, {
        tenantId,
        actor: { id: null, name: 'Command line' },
        action: 'tenant.domains',
        target: tenantId,
        outcome: 'done',
        correlationId: 'tenant:set',
        ip: null,
        details: { domains: written.join(' ') },
      });
      return null;
    })
    .catch((failure: unknown) => {
      if (failure instanceof TakenDomain) return failure.message;
      throw failure;
    });
}

/** Ends the transaction: an address is one person's, and so a domain one tenant's. */
class TakenDomain extends Error {
  constructor(domain: string) {
    super(`${domain} is another tenant’s already. Nothing was changed.`);
  }
}
