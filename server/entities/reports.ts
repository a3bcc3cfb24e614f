import type { Kysely, Selectable } from 'kysely';
import { type Report, type ReportKind, type ReportPreview, reportSchema, type ReportSummary } from '../../src/contracts/report.ts';
import { z } from '../../src/contracts/zod.ts';
import { canonicalJson } from '../../src/domain/encoding/canonicalJson.ts';
import { yearOf } from '../../src/domain/calendar.ts';
import { nothingToReport } from '../../src/domain/finance/reportRules.ts';
import { canonicalReportPayload, covenantsBinding, REPORT_TYP } from '../../src/domain/records/signedRecords.ts';
import type { Database } from '../db/schema.ts';
import { type Signer, signText } from '../evidence/manifests.ts';
import { isRefusal, type Refusal, refuse } from '../http/problem.ts';
import { composeIssb, composePcaf, type ReportOccasion } from './composeReport.ts';
import { nextNumber } from './counters.ts';
import { readAssetPortfolios } from './financedAssets.ts';
import { newestSnapshot } from './ratedMoney.ts';
import { zoneOf } from './zone.ts';
import { type ChainRead, type ReportFacts, readReportFacts, twelveMonthsUpTo } from './reportFacts.ts';
import { sha256 } from './verification.ts';
import { platformId } from '../../src/domain/accounts/who.ts';
import type { By } from './by.ts';

/** Input for making a report. */
export interface ReportRequest {
  readonly tenantId: string;
  readonly kind: ReportKind;
  /** The report's time: records count with their status at this time. */
  readonly at: Date;
  /** The day of the figures, which may be frozen (S-11); the default period ends here. */
  readonly day: Date;
  readonly by: By;
  /** The reporting period; by default the twelve months up to `day`. */
  readonly period?: ReportFacts['period'] | undefined;
  /** The chain as read before the transaction. */
  readonly ahead?: ChainRead | undefined;
}

/** Composes a report and counts what there is to report. Refused if the chain of records does not hold. */
async function compose(
  trx: Kysely<Database>,
  { tenantId, kind, at, day, period, ahead }: Omit<ReportRequest, 'by'>,
  occasion: ReportOccasion,
) {
  const facts = await readReportFacts(trx, tenantId, period ?? twelveMonthsUpTo(await zoneOf(trx, tenantId), day), at, ahead);
  if (isRefusal(facts)) return facts;
  const portfolios = kind === 'pcaf' ? await readAssetPortfolios(trx, tenantId) : [];
  const binding = covenantsBinding(facts.covenants);
  const covenantHash = 'hash' in binding ? binding.hash : sha256(binding.text);
  const report =
    kind === 'pcaf'
      ? composePcaf(facts, occasion, portfolios, await newestSnapshot(trx, tenantId, at.toISOString()))
      : composeIssb(facts, occasion, facts.covenants.length === 0 ? null : covenantHash);
  if (isRefusal(report)) return report;
  const counted = facts.standings.reduce((total, { status, records }) => total + (status === 'failed' ? 0 : records), 0);
  return { report, covenantHash, countable: { assets: report.basis.assets, counted } };
}

/** The figures of a report if it were made now; nothing is signed or stored. */
export async function previewReport(db: Kysely<Database>, asked: Omit<ReportRequest, 'by'>): Promise<ReportPreview | Refusal> {
  const occasion = { reportId: 'preview', generatedAt: asked.at.toISOString(), generatedBy: '', generatedById: platformId };
  const composed = await compose(db, asked, occasion);
  if (isRefusal(composed)) return composed;
  const { report, countable } = composed;
  const figures: ReportPreview['figures'] =
    'portfolioBreakdown' in report
      ? [
          { of: 'financed', value: report.totalFinancedEmissions },
          { of: 'financedAvoided', value: report.totalFinancedAvoidedEmissions },
        ]
      : [
          { of: 'verified', value: report.emissionReductions.verified },
          { of: 'estimated', value: report.emissionReductions.estimated },
          { of: 'creditsVerified', value: report.carbonCredits.verified },
          { of: 'creditsEstimated', value: report.carbonCredits.estimated },
        ];
  return {
    kind: asked.kind,
    period: report.period,
    ...countable,
    verifications: report.basis.verifications,
    figures: nothingToReport(asked.kind, countable) === null ? figures : [],
  };
}

/** Maximum number of reports by one account within 24 hours (G-20), because each is signed and kept for good. */
export const maxReports = 50;
const reportsWithinMs = 24 * 3_600_000;

/**
 * Refuses a further report if the account reached the maximum, with the time to wait; null if it may make one. The caller holds the
 * tenant's lock.
 */
export async function refuseMoreReports(
  trx: Kysely<Database>,
  { tenantId, accountId, now }: { readonly tenantId: string; readonly accountId: string; readonly now: Date },
): Promise<Refusal | null> {
  const own = await trx
    .selectFrom('compliance_reports')
    .select('generated_at')
    .where('tenant_id', '=', tenantId)
    .where('generated_by_id', '=', accountId)
    .where('generated_at', '>', new Date(now.getTime() - reportsWithinMs).toISOString())
    .orderBy('generated_at', 'desc')
    .limit(maxReports)
    .execute();
  const oldest = own[maxReports - 1];
  if (oldest === undefined) return null;
  const freeAtMs = Date.parse(oldest.generated_at) + reportsWithinMs;
  return refuse(
    'rate_limited',
    `You have had ${maxReports} reports made within 24 hours, the maximum. They stay in the history`,
    Math.max(1000, freeAtMs - now.getTime()),
  );
}

/**
 * Composes a report of the period's records as of its time (`readReportFacts`), signs it as a whole (D-33) and stores it. Refused if
 * there is nothing to count, or the chain of records does not hold.
 */
export async function generateReport(trx: Kysely<Database>, signer: Signer, asked: ReportRequest): Promise<Report | Refusal> {
  const { tenantId, kind, at, by } = asked;
  const ordinal = await nextNumber(trx, tenantId, 'report');
  const occasion = {
    reportId: `${kind.toUpperCase()}-${yearOf(await zoneOf(trx, tenantId), at.getTime())}-${String(ordinal).padStart(4, '0')}`,
    generatedAt: at.toISOString(),
    generatedBy: by.name,
    generatedById: by.id,
  };
  const composed = await compose(trx, asked, occasion);
  if (isRefusal(composed)) return composed;
  const { report, covenantHash, countable } = composed;
  const nothing = nothingToReport(kind, countable);
  if (nothing !== null) return refuse('conflict', nothing);

  const body = canonicalJson(report);
  const reportHash = sha256(body);
  const { reportId, generatedAt } = occasion;
  const proof = await signText(
    signer,
    REPORT_TYP,
    canonicalReportPayload({ covenantHash, generatedAt, kind, reportHash, reportId, tenantId }),
  );
  await trx
    .insertInto('compliance_reports')
    .values({
      tenant_id: tenantId,
      report_id: reportId,
      ordinal,
      kind,
      generated_at: generatedAt,
      generated_by: by.name,
      generated_by_id: by.id,
      headline: 'portfolioBreakdown' in report ? report.totalFinancedEmissions : report.emissionReductions.verified,
      report_hash: reportHash,
      body,
      proof,
    })
    .execute();
  return { ...report, proofFile: proof };
}

/** One report as it was made; null if there is none. */
export async function readReport(db: Kysely<Database>, tenantId: string, reportId: string): Promise<Report | null> {
  const row = await db
    .selectFrom('compliance_reports')
    .select(['body', 'proof'])
    .where('tenant_id', '=', tenantId)
    .where('report_id', '=', reportId)
    .executeTakeFirst();
  return row === undefined ? null : reportOf(row);
}

/** The newest reports of both kinds, newest first. */
export async function readReports(db: Kysely<Database>, tenantId: string, most: number): Promise<readonly ReportSummary[]> {
  const rows = await db
    .selectFrom('compliance_reports')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .orderBy('ordinal', 'desc')
    .limit(most)
    .execute();
  return rows.map((row) => ({
    reportId: row.report_id,
    kind: row.kind,
    generatedAt: row.generated_at,
    generatedBy: row.generated_by,
    ...(row.generated_by_id === null ? {} : { generatedById: row.generated_by_id }),
    period: periodOf(row) as ReportSummary['period'], // validated when the list is served
    headline: row.headline,
    reportHash: row.report_hash,
  }));
}

/** The period named in a report's body; undefined if the body is unreadable. Such a report is left out when the list is served (G-14). */
function periodOf(row: Parameters<typeof reportOf>[0]): ReportSummary['period'] | undefined {
  try {
    return reportOf(row).period;
  } catch {
    return undefined;
  }
}

function reportOf({ body, proof }: Pick<Selectable<Database['compliance_reports']>, 'body' | 'proof'>): Report {
  return z.parse(reportSchema, { ...Object(JSON.parse(body)), proofFile: proof });
}
