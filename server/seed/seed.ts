import { randomUUID } from 'node:crypto';
import type { Insertable, Transaction } from 'kysely';
import type { Platform } from '../context.ts';
import type { Database } from '../db/schema.ts';
import { computeKpis } from '../entities/kpis.ts';
import { generateReport } from '../entities/reports.ts';
import { openSeedSigners, type SeedSigners, seedPacks } from '../evidence/seedPacks.ts';
import { EAT_OFFSET_MS, FIXED_ANCHOR, iso, startOfMonth } from './anchor.ts';
import { portfolioCovenants, seedCovenants } from './covenants.ts';
import { newestIssbReport, type TenantDay } from './day.ts';
import { operationRows, paymentRows, portfolioRows, programmeRows, seedSnapshotId } from './dayRows.ts';
import { demoDay } from './demoDay.ts';
import { type AssetPlan, demoAssets, financedAssetRows, kampalaAssets } from './financedAssets.ts';
import { baselinesOf, dealToSchools } from './figures.ts';
import { governanceRows } from './governance.ts';
import { seedHistory, standingsAt } from './history.ts';
import { kampalaDay } from './kampalaDay.ts';
import { demoProfile, kampalaProfile, type TenantProfile } from './profiles.ts';
import { createRandom } from './random.ts';
import { sealVerifications } from './seal.ts';
import { signedPayments, signedPortfolios } from './signedFinance.ts';
import { draftVerifications, type VerificationDraft } from './verifications.ts';
import { platformId } from '../../src/domain/accounts/who.ts';

const DAY_MS = 86_400_000;

interface TenantSeed {
  readonly profile: TenantProfile;
  readonly day: TenantDay;
  /** Prefix of the pack ids, and how many of the newest verifications have a pack. */
  readonly packs: { readonly prefix: string; readonly count: number };
  readonly assets: AssetPlan;
}

const tenants: readonly TenantSeed[] = [
  { profile: demoProfile, day: demoDay, packs: { prefix: 'EP-', count: 27 }, assets: demoAssets },
  { profile: kampalaProfile, day: kampalaDay, packs: { prefix: 'KP-', count: 8 }, assets: kampalaAssets },
];

/** Fills both demo tenants with data that match the documents' figures exactly (D-16), in one transaction. */
export async function seedDemo(platform: Platform): Promise<void> {
  const anchorMs = platform.config.simulation === 'off' ? Date.parse(FIXED_ANCHOR) : platform.clock.business().getTime();
  await platform.db.transaction().execute(async (trx) => {
    const signers = await openSeedSigners(trx, platform.config, anchorMs);
    for (const tenant of tenants) await seedTenant(trx, tenant, anchorMs, signers);
  });
}

type Table = keyof Database;

/** Inserts rows in batches: the driver accepts 65,535 parameters per statement at most. */
async function insertAll<T extends Table>(trx: Transaction<Database>, table: T, rows: readonly Insertable<Database[T]>[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const perStatement = Math.floor(30_000 / Object.keys(first).length);
  for (let at = 0; at < rows.length; at += perStatement) {
    // the row type depends on the table, which Kysely cannot follow through a type parameter
    await trx
      .insertInto(table as 'sites')
      .values(rows.slice(at, at + perStatement) as unknown as Insertable<Database['sites']>[])
      .execute();
  }
}

/** What all rows of a tenant follow from: its verifications before they are sealed, and what its sites and portfolios have agreed to. */
function planTenant({ profile, day, packs }: TenantSeed, anchorMs: number) {
  const { tenantId, sites } = profile;
  const drafts = dealToSchools(draftVerifications(profile, anchorMs), sites, day.schools, packs.count);
  const baselines = baselinesOf(drafts, sites, day.emissionReductionPercent);
  const covenants = seedCovenants(tenantId, anchorMs - profile.days * DAY_MS);
  const covenantOf = new Map(sites.map((site) => [site.siteCode, covenants[site.kind].covenantHash]));
  const funding = portfolioCovenants(tenantId, day.portfolios, day.currency, anchorMs);
  const { portfolios, portfolioOf } = portfolioRows(tenantId, day, sites, funding, anchorMs);
  return { drafts, baselines, covenants, covenantOf, funding, portfolios, portfolioOf };
}

type Plan = ReturnType<typeof planTenant>;

async function seedTenant(trx: Transaction<Database>, tenant: TenantSeed, anchorMs: number, signers: SeedSigners): Promise<void> {
  const { profile, day, packs, assets } = tenant;
  const { tenantId } = profile;
  const plan = planTenant(tenant, anchorMs);
  const { drafts, covenantOf, funding, portfolios } = plan;
  await insertGround(trx, tenant, plan, anchorMs);
  const { current } = signers;
  // Packs first, because the chain seals their hashes.
  const seeded = await seedPacks(
    trx,
    tenantId,
    packs.prefix,
    drafts.slice(-packs.count).map((draft) => ({
      vrfId: draft.vrfId,
      siteCode: draft.siteCode,
      siteName: draft.siteName,
      status: draft.status,
      sealedAtMs: draft.sealedAt,
      uptime: draft.performanceKpis.uptime,
      fuelSavings: draft.performanceKpis.fuelSavings,
    })),
    signers,
  );
  const sealed = sealVerifications(tenantId, drafts, covenantOf, new Map(seeded.map((pack) => [pack.vrfId, pack])));
  // Links first, because each row refers to its newest link.
  await insertAll(trx, 'chain_entries', sealed.entries);
  await insertAll(trx, 'verifications', sealed.verifications);
  await insertAll(trx, 'portfolios', await signedPortfolios(trx, current, tenantId, portfolios, iso(anchorMs)));

  const { payments, refused } = await insertPayments(trx, tenant, plan, anchorMs, signers);
  const operations = await insertOperations(trx, tenant, plan, anchorMs, sealed.verifications);
  await insertAssets(trx, assets, profile);
  const reportId = await closeMonth(trx, tenantId, anchorMs, signers);
  await insertAll(
    trx,
    'notifications',
    operations.notifications.map((row) => ({ ...row, link: row.link?.replace(newestIssbReport, reportId) ?? null })),
  );

  await insertAll(trx, 'kpi_snapshots', dailyStandings(tenantId, drafts, anchorMs));
  await insertAll(trx, 'kpis', [
    { tenant_id: tenantId, body: JSON.stringify(await computeKpis(trx, tenantId, new Date(anchorMs))), version: 1 },
  ]);
  const dated = portfolios.map((row) => ({ ...row, agreedAt: funding.get(row.portfolio_id)?.agreedAt ?? row.changed_at }));
  const timed = payments.map((row) => ({ ...row, refusedAt: refused.get(row.payment_id) ?? null }));
  await insertAll(
    trx,
    'series_chunks',
    seedHistory(
      tenantId,
      profile.randomSeed,
      day,
      drafts,
      { portfolios: dated, payments: timed, currency: day.currency, rates: day.fxRates },
      anchorMs,
    ).flatMap(({ metric, chunks }) =>
      chunks.map((chunk) => ({
        tenant_id: tenantId,
        metric,
        starts_at: iso(chunk.startsAt),
        step_s: chunk.stepS,
        points: JSON.stringify(chunk.points),
      })),
    ),
  );
}

/** Rates, the head of the event log, covenants and sites, to which the others refer. */
async function insertGround(trx: Transaction<Database>, { profile, day }: TenantSeed, plan: Plan, anchorMs: number): Promise<void> {
  const { tenantId, sites } = profile;
  const { covenants, funding, portfolioOf, baselines } = plan;
  await insertAll(trx, 'fx_snapshots', [
    {
      tenant_id: tenantId,
      fx_snapshot_id: seedSnapshotId(anchorMs),
      taken_at: iso(anchorMs - 6 * 3_600_000),
      rates: JSON.stringify(day.fxRates),
    },
  ]);
  await insertAll(trx, 'event_heads', [{ tenant_id: tenantId, epoch: randomUUID(), seq: 0, topics: '{}', pruned: '{}' }]);
  await insertAll(
    trx,
    'covenants',
    [...Object.values(covenants), ...funding.values()].map((one) => ({
      tenant_id: tenantId,
      covenant_hash: one.covenantHash,
      title: one.title,
      covenant_version: one.version,
      agreed_at: one.agreedAt,
      terms: JSON.stringify(one.terms),
      version: 1,
    })),
  );
  await insertAll(
    trx,
    'sites',
    sites.map((site) => ({
      tenant_id: tenantId,
      site_code: site.siteCode,
      name: site.name,
      county: site.county,
      kind: site.kind,
      served: site.served,
      covenant_hash: covenants[site.kind].covenantHash,
      portfolio_id: portfolioOf.get(site.siteCode) ?? '',
      baseline_tonnes: baselines.get(site.siteCode) ?? null,
      version: 1,
    })),
  );
}

/** Milestones, and the payments for them with their signatures. */
async function insertPayments(
  trx: Transaction<Database>,
  { profile: { tenantId }, day }: TenantSeed,
  { drafts, covenantOf }: Plan,
  anchorMs: number,
  { current }: SeedSigners,
) {
  const { milestones, payments, refused } = paymentRows(tenantId, day, drafts, covenantOf, anchorMs);
  await insertAll(trx, 'rbf_milestones', milestones);
  const signed = await signedPayments(current, payments, milestones, refused, iso(anchorMs));
  await insertAll(trx, 'rbf_payments', signed.rows);
  await insertAll(trx, 'signed_statements', signed.statements);
  return { payments, refused };
}

/** The day's operations, the programme, and how its agents were governed; also where the tenant's running numbers stand. */
async function insertOperations(
  trx: Transaction<Database>,
  { profile, day }: TenantSeed,
  { drafts }: Plan,
  anchorMs: number,
  verifications: ReturnType<typeof sealVerifications>['verifications'],
) {
  const { tenantId, sites } = profile;
  const operations = operationRows(tenantId, day, anchorMs);
  await insertAll(trx, 'pipeline_stages', operations.stages);
  await insertAll(trx, 'health_components', operations.components);
  await insertAll(trx, 'dead_letters', operations.deadLetters);
  await insertAll(trx, 'activities', operations.activities);
  const programme = programmeRows(tenantId, day, sites, anchorMs);
  await insertAll(trx, 'schools', programme.schools);
  await insertAll(trx, 'school_readings', programme.readings);
  await insertAll(trx, 'incidents', programme.incidents);
  await insertAll(trx, 'incident_entries', programme.entries);
  await insertAll(trx, 'ai_agents', programme.agents);
  const governance = governanceRows(tenantId, day, drafts, createRandom(profile.randomSeed ^ 0xa1), anchorMs);
  await insertAll(trx, 'ai_predictions', governance.predictions);
  await insertAll(trx, 'ai_overrides', governance.overrides);
  await insertAll(trx, 'ai_acts', governance.acts);
  const linkOf = new Map(verifications.map((row) => [row.vrf_id, row.chain_index]));
  await insertAll(
    trx,
    'verification_causes',
    governance.causes.map((cause) => ({ ...cause, tenant_id: tenantId, chain_index: linkOf.get(cause.vrf_id) ?? 0 })),
  );
  await insertAll(trx, 'id_counters', [
    { tenant_id: tenantId, name: 'dead_letter', value: day.lastItemNumber },
    { tenant_id: tenantId, name: 'activity', value: operations.activities.length },
    { tenant_id: tenantId, name: 'notification', value: operations.notifications.length },
    { tenant_id: tenantId, name: 'payment', value: Number(day.payments.at(-1)?.paymentId.slice(-4) ?? 0) },
    { tenant_id: tenantId, name: 'ai_prediction', value: governance.predictions.length },
    { tenant_id: tenantId, name: 'ai_override', value: governance.overrides.length },
    { tenant_id: tenantId, name: 'ai_act', value: governance.acts.length },
    { tenant_id: tenantId, name: 'incident', value: Math.max(...day.incidents.map((one) => Number(one.id.slice(-4)))) },
  ]);
  return operations;
}

async function insertAssets(trx: Transaction<Database>, assets: AssetPlan, { tenantId, sites, randomSeed }: TenantProfile): Promise<void> {
  const financed = financedAssetRows(tenantId, assets, sites, randomSeed);
  await insertAll(trx, 'pcaf_portfolios', financed.portfolios);
  for (const category of ['energyEfficiency', 'renewableEnergy']) // rows of one statement must have the same columns
    await insertAll(
      trx,
      'financed_assets',
      financed.assets.filter((asset) => asset.category === category),
    );
}

/** Generates last month's reports, at the end of that month from the data known then. Returns the id of the ISSB report. */
async function closeMonth(trx: Transaction<Database>, tenantId: string, anchorMs: number, { current }: SeedSigners): Promise<string> {
  const monthlyClose = { id: platformId, name: 'Monthly close' };
  const closeOfMonth = new Date(startOfMonth(anchorMs));
  await generateReport(trx, current, { tenantId, kind: 'pcaf', at: closeOfMonth, day: closeOfMonth, by: monthlyClose });
  const issb = await generateReport(trx, current, { tenantId, kind: 'issb', at: closeOfMonth, day: closeOfMonth, by: monthlyClose });
  if (!('reportId' in issb)) throw new Error(`no ISSB report of the month: ${issb.message}`);
  return issb.reportId;
}

/** KPIs at each close of day (midnight, East Africa Time) since the first verification, and exactly one period before the seed's moment. */
function dailyStandings(tenantId: string, drafts: readonly VerificationDraft[], anchorMs: number): Insertable<Database['kpi_snapshots']>[] {
  const lastMidnight = Math.floor((anchorMs + EAT_OFFSET_MS) / DAY_MS) * DAY_MS - EAT_OFFSET_MS;
  const firstMs = drafts[0]?.sealedAt ?? anchorMs;
  const moments = [anchorMs - 30 * DAY_MS];
  for (let at = lastMidnight; at > firstMs; at -= DAY_MS) moments.push(at);
  moments.sort((a, b) => a - b);
  return standingsAt(drafts, moments).map((one, index) => ({
    tenant_id: tenantId,
    period_end: iso(moments[index] ?? anchorMs),
    verified: one.verified,
    total: one.total,
    automated: one.automated,
    p50_ms: one.p50Ms,
    p95_ms: one.p95Ms,
  }));
}
