import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { VerificationStatus } from '../../src/contracts/verification.ts';
import type { Measured } from '../../src/domain/figures/performance.ts';
import type { Standing } from '../../src/domain/figures/standing.ts';
import type { Database } from '../db/schema.ts';

/** A site's records of one status, the input of the rules in `src/domain/figures`. `uptime` and `fuelSavings` are sums. */
export interface SiteRecords extends Standing, Measured {
  readonly siteCode: string;
  readonly portfolioId: string;
}

/** All sites of a tenant with their portfolio, and their records by status; or only the sites that match `which` (a condition on `s`). */
export async function readSiteRecords(
  db: Kysely<Database>,
  tenantId: string,
  which: RawBuilder<boolean> | null = null,
): Promise<{
  readonly sites: readonly Pick<SiteRecords, 'siteCode' | 'portfolioId'>[];
  readonly records: readonly SiteRecords[];
}> {
  const chosen =
    which === null ? sql`` : sql`and site_code in (select s.site_code from sites s where s.tenant_id = ${tenantId} and ${which})`;
  const { rows } = await sql<Omit<SiteRecords, 'status'> & { readonly status: VerificationStatus | null }>`
    select s.site_code as "siteCode", s.portfolio_id as "portfolioId", s.baseline_tonnes as "baselineTonnes", v.status,
           coalesce(v.records, 0)::int as records, coalesce(v.tonnes, 0)::float8 as tonnes,
           coalesce(v.uptime, 0)::float8 as uptime, coalesce(v.savings, 0)::float8 as "fuelSavings"
    from sites s left join (
      select site_code, status, count(*) as records, sum(emission_reduction) as tonnes, sum(uptime) as uptime, sum(fuel_savings) as savings
      from verifications where tenant_id = ${tenantId} ${chosen} group by site_code, status
    ) v on v.site_code = s.site_code
    where s.tenant_id = ${tenantId} ${which === null ? sql`` : sql`and ${which}`}
    order by s.site_code, v.status`.execute(db);
  const sites = new Map(rows.map((row) => [row.siteCode, row.portfolioId]));
  return {
    sites: [...sites].map(([siteCode, portfolioId]) => ({ siteCode, portfolioId })),
    records: rows.flatMap(({ status, ...row }) => (status === null ? [] : [{ ...row, status }])),
  };
}
