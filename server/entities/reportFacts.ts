import { type Kysely, sql } from 'kysely';
import type { Report } from '../../src/contracts/report.ts';
import type { VerificationStatus } from '../../src/contracts/verification.ts';
import type { Database } from '../db/schema.ts';

/** A site's records of one status within the period. `reduction` in tonnes CO2e. */
export interface SiteStanding {
  readonly siteCode: string;
  readonly siteKind: string;
  readonly status: VerificationStatus;
  readonly records: number;
  readonly reduction: number;
}

/** What every report is made from, besides the financed assets. */
export interface ReportFacts {
  readonly tenant: { readonly tenantId: string; readonly name: string; readonly currency: string };
  readonly period: { readonly from: string; readonly to: string };
  readonly standings: readonly SiteStanding[];
  readonly chain: NonNullable<Report['basis']>['chain'];
  /** Ascending. */
  readonly covenants: readonly string[];
}

/** The twelve months up to an instant; a day that the earlier year does not have (29 February) is the day after. */
export function twelveMonthsUpTo(to: Date): { readonly from: string; readonly to: string } {
  const from = new Date(to);
  from.setUTCFullYear(from.getUTCFullYear() - 1);
  return { from: from.toISOString(), to: to.toISOString() };
}

/** Reads what is known of a tenant's period as it stood at its end, inside one transaction. */
export async function readReportFacts(db: Kysely<Database>, tenantId: string, period: ReportFacts['period']): Promise<ReportFacts> {
  const tenant = await db
    .selectFrom('tenants')
    .select(['tenant_id as tenantId', 'name', 'currency'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  // A record belongs to the period in which it was first sealed, for ever: what somebody decides about it later seals it anew and changes what it counts as,
  // not which period it is of. Otherwise an approval, and one that is void again, would move records between reports that are signed.
  const firstSealed = sql<Date>`(
    select (c.canonical::jsonb ->> 'timestamp')::timestamptz from chain_entries c
    where c.tenant_id = v.tenant_id and c.vrf_id = v.vrf_id order by c.chain_index limit 1)`;
  const within = sql<boolean>`v.tenant_id = ${tenantId} and ${firstSealed} > ${period.from}::timestamptz and ${firstSealed} <= ${period.to}::timestamptz`;
  const { rows: standings } = await sql<SiteStanding>`
    select v.site_code as "siteCode", s.kind as "siteKind", v.status, count(*) as records, sum(v.emission_reduction)::float8 as reduction
    from verifications v join sites s on s.tenant_id = v.tenant_id and s.site_code = v.site_code
    where ${within} group by v.site_code, s.kind, v.status order by v.site_code, v.status`.execute(db);
  const { rows: covenants } = await sql<{ hash: string }>`
    select distinct v.covenant_hash as hash from verifications v where ${within} order by 1`.execute(db);
  // Of the chain itself: a record that was sealed anew names its newest link alone.
  const head = await db
    .selectFrom('chain_entries')
    .select(['chain_index as index', 'seal'])
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`(canonical::jsonb ->> 'timestamp')::timestamptz <= ${period.to}::timestamptz`)
    .orderBy('chain_index', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    tenant,
    period,
    standings,
    chain: head ?? null,
    covenants: covenants.map(({ hash }) => hash).sort(),
  };
}
