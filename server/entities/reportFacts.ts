import type { Kysely } from 'kysely';
import type { Report } from '../../src/contracts/report.ts';
import type { ChainEntry, VerificationStatus } from '../../src/contracts/verification.ts';
import { aYearBefore } from '../../src/domain/calendar.ts';
import { chain, linksAPass, type WalkedTo, walkToEnd } from '../audit/links.ts';
import type { Database } from '../db/schema.ts';
import { type Refusal, refuse } from '../http/problem.ts';
import { toChainEntry } from './verification.ts';

/** A site's records of the period with one status. `reduction` in tonnes CO2e. */
export interface SiteStanding {
  readonly siteCode: string;
  readonly siteKind: string;
  readonly status: VerificationStatus;
  readonly records: number;
  readonly reduction: number;
}

/** Input of every report, besides the financed assets. */
export interface ReportFacts {
  readonly tenant: { readonly tenantId: string; readonly name: string; readonly currency: string };
  readonly period: { readonly from: string; readonly to: string };
  readonly standings: readonly SiteStanding[];
  /** The newest chain entry that the standings include; null before the first. */
  readonly chain: NonNullable<Report['basis']>['chain'];
  /** Ascending. */
  readonly covenants: readonly string[];
}

/** The twelve months up to an instant, starting at the beginning of a day in the tenant's zone. */
export function twelveMonthsUpTo(zone: string, to: Date): { readonly from: string; readonly to: string } {
  return { from: new Date(aYearBefore(zone, to.getTime())).toISOString(), to: to.toISOString() };
}

/**
 * Reads a tenant's figures for a period as of the report's time `at`, in one transaction. A record belongs to the period of its first
 * seal, so that later approvals and their withdrawal never move it between signed reports. Its status is that at the time of the report,
 * so a later dispute shows in every later report. Everything is computed from the chain up to the newest entry at that time, named in
 * `basis.chain`: the same entries always give the same figures. Refused if the chain does not hold.
 */
export async function readReportFacts(
  db: Kysely<Database>,
  tenantId: string,
  period: ReportFacts['period'],
  at: Date,
  ahead?: ChainRead,
): Promise<ReportFacts | Refusal> {
  const tenant = await db
    .selectFrom('tenants')
    .select(['tenant_id as tenantId', 'name', 'currency'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  const { walked, links } = await readChainOf(db, tenantId, ahead);
  if ('broken' in walked)
    return refuse('conflict', `The verification chain does not hold at link ${walked.broken}: nothing is reported from it`);
  const head = links.findLast(({ timestamp }) => Date.parse(timestamp) <= at.getTime());
  const records = recordsOf(links.slice(0, (head?.chainIndex ?? -1) + 1), period);
  const sites = await db.selectFrom('sites').select(['site_code', 'kind']).where('tenant_id', '=', tenantId).execute();
  const kinds = new Map(sites.map(({ site_code, kind }) => [site_code, kind]));
  return {
    tenant,
    period,
    standings: standingsOf(records, kinds),
    chain: head === undefined ? null : { index: head.chainIndex, seal: head.seal },
    covenants: [...new Set(records.map(({ covenantHash }) => covenantHash))].sort(),
  };
}

/** Result of walking a chain, with the entries up to there. */
export interface ChainRead {
  readonly walked: WalkedTo;
  readonly links: readonly ChainEntry[];
}

/**
 * Walks and reads a tenant's chain, in full or from where `before` ended. A chain of years takes seconds, so it is read before the
 * transaction with the tenant's lock, and only the rest inside it.
 */
export async function readChainOf(db: Kysely<Database>, tenantId: string, before?: ChainRead): Promise<ChainRead> {
  const [reached, links] = [before?.walked, [...(before?.links ?? [])]];
  if (reached !== undefined && 'broken' in reached) return { walked: reached, links };
  const walked = await walkToEnd(db, tenantId, chain, reached);
  if ('broken' in walked) return { walked, links };
  while (links.length < walked.next) {
    const rows = await db
      .selectFrom('chain_entries')
      .select(['canonical', 'seal'])
      .where('tenant_id', '=', tenantId)
      .where('chain_index', '>=', links.length)
      .where('chain_index', '<', walked.next)
      .orderBy('chain_index')
      .limit(linksAPass)
      .execute();
    // Entries are never deleted. If someone did so by hand meanwhile, the chain is broken.
    if (rows.length === 0) return { walked: { broken: links.length }, links };
    links.push(...rows.map(toChainEntry));
  }
  return { walked, links };
}

/** The records first sealed within the period, each in the state of its newest entry. */
function recordsOf(links: readonly ChainEntry[], period: ReportFacts['period']): readonly ChainEntry[] {
  const [from, to] = [Date.parse(period.from), Date.parse(period.to)];
  const records = new Map<string, { readonly firstMs: number; readonly newest: ChainEntry }>();
  for (const link of links)
    records.set(link.vrfId, { firstMs: records.get(link.vrfId)?.firstMs ?? Date.parse(link.timestamp), newest: link });
  return [...records.values()].filter(({ firstMs }) => firstMs > from && firstMs <= to).map(({ newest }) => newest);
}

/** Sums by site and status, sorted by both. */
function standingsOf(records: readonly ChainEntry[], kinds: ReadonlyMap<string, string>): readonly SiteStanding[] {
  const found = new Map<string, SiteStanding>();
  for (const { siteCode, status, performanceKpis } of records) {
    const key = `${siteCode} ${status}`;
    const { records: before, reduction } = found.get(key) ?? { records: 0, reduction: 0 };
    found.set(key, {
      siteCode,
      siteKind: kinds.get(siteCode) ?? 'unknown',
      status,
      records: before + 1,
      reduction: reduction + performanceKpis.emissionReduction,
    });
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, standing]) => standing);
}
