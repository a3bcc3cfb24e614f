import { recordLine } from '../../audit/audit.ts';
import type { Platform } from '../../context.ts';
import { domainOf } from './accountLinking.ts';

/** A tenant with the domains whose addresses its provider may vouch for. */
export interface TenantDomains {
  readonly tenantId: string;
  readonly domains: readonly string[];
}

/** All tenants with their domains. */
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

/** Labels of a host name (RFC 1123, section 2.1), at least two. */
const domainPattern = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Replaces a tenant's domains and records it; with none, no account of the tenant is linked by address.
 * @returns message why nothing changed; null on success
 */
export async function setTenantDomains(
  { database, audit }: Pick<Platform, 'database' | 'audit'>,
  { tenantId, domains }: TenantDomains,
): Promise<string | null> {
  const written: string[] = [];
  for (const given of domains) {
    // Normalized like the domain of an e-mail address, since that is what it is compared with.
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

/** Aborts the transaction: an address belongs to one person, so a domain belongs to one tenant. */
class TakenDomain extends Error {
  constructor(domain: string) {
    super(`${domain} is another tenant’s already. Nothing was changed.`);
  }
}
