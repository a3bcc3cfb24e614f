import type { ConsoleRole } from '../../contracts/access.ts';
import { type IssbReport, isPcaf, type PcafReport, type Report, type ReportKind, type ReportSummary } from '../../contracts/report.ts';
import type { HubStatus } from '../../contracts/rpc.ts';
import { consoleRoleOf, notAllowedLabels, offeredPermissions } from '../../domain/accounts/access.ts';
import { creditBufferPercent } from '../../domain/finance/carbonCredits.ts';
import { isHalted } from '../../domain/freshness/resourceFreshness.ts';
import { inCurrency } from '../../domain/money/own.ts';
import { moneyOf, shareOf, sumOf as moneySum } from '../../domain/money/money.ts';
import { changeOf, formatAmount, formatChange, formatCount, formatNumber, formatPercent, plural } from '../../domain/format.ts';
import { tonnes } from './tonnes.ts';

/** Name, subject and headline figure of each kind. */
export const kindLabels: Readonly<Record<ReportKind, { readonly name: string; readonly subject: string; readonly headline: string }>> = {
  pcaf: { name: 'PCAF', subject: 'Financed emissions', headline: 'Financed emissions per year' },
  issb: { name: 'ISSB', subject: 'Emission reductions', headline: 'Verified reductions' },
};

/** Why no report can be generated now; null if one can (D-6). The platform makes reports from its own rows, so this needs a connection. */
export function generatingDisabledReason(status: HubStatus, active?: ConsoleRole): string | null {
  const { session, connection, buildTooOld } = status;
  if (session.phase !== 'signedIn') return 'Sign in to generate reports';
  const { role } = session.user;
  const seenAs = active ?? consoleRoleOf(role);
  if (!offeredPermissions(role, seenAs).has('export:data')) return notAllowedLabels(seenAs, 'generate reports', 'export:data');
  if (isHalted(status)) return 'The platform is in read-only mode';
  if (buildTooOld) return 'This version of the console is too old: reload it first';
  if (connection.state !== 'connected') return 'Available when online: a report is made from the platform’s own rows';
  return null;
}

/** The newest report of a kind, and how its headline figure compares with the previous one. The list is newest first. */
export interface Latest {
  readonly report: ReportSummary;
  readonly figure: string;
  /** '3.2% less than PCAF-2025-0001'; null for the first report, or if the previous one covers a period of another length. */
  readonly change: string | null;
}

/** Null if `reports`, newest first, has none of this kind. */
export function latestOf(reports: readonly ReportSummary[], kind: ReportKind): Latest | null {
  const [report, before] = reports.filter((one) => one.kind === kind);
  if (report === undefined) return null;
  const comparable = before !== undefined && Math.abs(lengthOf(report) - lengthOf(before)) <= sameLengthMs;
  return { report, figure: tonnes(report.headline), change: comparable ? changeLabels(report, before) : null };
}

/** Periods count as equally long below this difference: a leap day, the time of generation. */
const sameLengthMs = 2 * 86_400_000;
const lengthOf = ({ period }: ReportSummary): number => Date.parse(period.to) - Date.parse(period.from);

function changeLabels(report: ReportSummary, before: ReportSummary): string {
  const change = changeOf(report.headline, before.headline);
  if (change.percent === null || Number(change.percent.toFixed(1)) === 0) return `as in ${before.reportId}`;
  return `${formatChange(change)} ${change.percent > 0 ? 'more' : 'less'} than ${before.reportId}`;
}

/** Head of a column: content and unit. */
export interface PaperHead {
  readonly name: string;
  readonly unit?: string;
}

/** A table of a report: heads, rows and a line of totals, cell by cell. The first cell of each is its name. */
export interface PaperTable {
  readonly label: string;
  readonly heads: readonly PaperHead[];
  readonly rows: readonly (readonly string[])[];
  readonly total: readonly string[];
}

/** The whole printed report in words. */
export interface Paper {
  readonly title: string;
  readonly figures: readonly { readonly label: string; readonly value: string; readonly note: string }[];
  readonly table: PaperTable;
  /** How to read the figures. */
  readonly notes: readonly string[];
  readonly basis: readonly { readonly key: string; readonly value: string }[];
}

/**
 * A report's content, ready to read and print. Missing values become 'not reported' and are not totalled.
 * @param own the tenant's currency; the amounts are in it if the report names none
 */
export function paperOf(report: Report, own: string): Paper {
  return isPcaf(report) ? pcafPaper(report, own) : issbPaper(report);
}

/** Shown in place of a figure that the report lacks. */
const unsaid = '–';
const notReported = 'Not reported';
/** The formatted value, or `instead` if there is none. */
const said = <Value = number>(value: Value | null | undefined, form: (value: Value) => string, instead = unsaid): string =>
  value === undefined || value === null ? instead : form(value);
/** The sum over all rows; null if a row lacks the value. */
function sumOf<Row>(rows: readonly Row[], pick: (row: Row) => number | undefined): number | null {
  let total = 0;
  for (const row of rows) {
    const value = pick(row);
    if (value === undefined) return null;
    total += value;
  }
  return total;
}
/** Tonnes in a column whose head names the unit: the same number of decimals throughout, so that rows compare. */
const inTonnes = (value: number): string => formatNumber(value, 2);
const share = (value: number): string => formatPercent(value * 100, 1);

function pcafPaper(report: PcafReport, own: string): Paper {
  const { portfolioBreakdown: classes, basis } = report;
  const { currency } = inCurrency(report, own);
  const amounts = classes.flatMap((one) => (one.financedAmount === undefined ? [] : [moneyOf(one.financedAmount, currency)]));
  const financed = amounts.length < classes.length ? null : moneySum(currency, amounts);
  const weighed = sumOf(classes, ({ financedAmount, dataQualityScore }) =>
    financedAmount === undefined || dataQualityScore === undefined || financed === null
      ? undefined
      : shareOf(moneyOf(financedAmount, currency), financed) * dataQualityScore,
  );
  // Without financed amounts there is no data quality.
  const score = weighed === null || Number.isNaN(weighed) || classes.length === 0 ? null : weighed;
  return {
    title: 'PCAF report: financed emissions',
    figures: [
      {
        label: 'Financed emissions per year',
        value: tonnes(report.totalFinancedEmissions),
        note: 'the financed share of the projects’ emissions',
      },
      {
        label: 'Financed avoided emissions per year',
        value: said(report.totalFinancedAvoidedEmissions, tonnes, notReported),
        note: 'shown separately, not deducted',
      },
      {
        label: 'PCAF data quality score',
        value: said(score, (value) => formatNumber(value, 1), notReported),
        note: '1 is the best, 5 the worst; weighted by amount',
      },
    ],
    table: {
      label: 'Financed emissions by asset class',
      heads: [
        { name: 'Asset class' },
        { name: 'Assets' },
        { name: 'Sites' },
        { name: 'Financed', unit: currency },
        { name: 'Financed emissions', unit: 't CO2e per year' },
        { name: 'Avoided', unit: 't CO2e per year' },
        { name: 'Emission factor', unit: 'kg CO2e/kWh' },
        { name: 'Data quality', unit: 'PCAF score' },
        { name: 'Records verified' },
      ],
      rows: classes.map((one) => [
        one.assetClass,
        said(one.assets, formatCount),
        said(one.sites, formatCount),
        said(one.financedAmount, (amount) => formatAmount(moneyOf(amount, currency))),
        inTonnes(one.financedEmissions),
        said(one.financedAvoidedEmissions, inTonnes),
        formatNumber(one.emissionFactor, 4),
        said(one.dataQualityScore, (value) => formatNumber(value, 2)),
        share(one.verificationScore),
      ]),
      total: [
        'All',
        said(
          sumOf(classes, (one) => one.assets),
          formatCount,
        ),
        '',
        said(financed, formatAmount),
        inTonnes(report.totalFinancedEmissions),
        said(report.totalFinancedAvoidedEmissions, inTonnes),
        '',
        said(score, (value) => formatNumber(value, 2)),
        '',
      ],
    },
    notes: [
      'Financed emissions are what the projects still emit in a year, times the financed share of their cost (between 0 and 1).',
      'Avoided emissions are reported separately and not deducted from financed emissions, as PCAF requires.',
      'The emission factor is weighted by energy; generation from sun, wind, water and biomass counts as free of emissions.',
      'A site with assets of two classes counts in both, so sites are not summed.',
    ],
    basis: [
      { key: 'Assets', value: said(basis?.assets, (count) => plural(count, 'financed asset'), notReported) },
      ...basisOf(report),
      ratesOf(report),
    ],
  };
}

function issbPaper(report: IssbReport): Paper {
  const { emissionReductions, carbonCredits, breakdown } = report;
  return {
    title: 'ISSB report: emission reductions',
    figures: [
      {
        label: 'Verified reductions',
        value: tonnes(emissionReductions.verified),
        note: `${formatCount(carbonCredits.verified)} carbon credits`,
      },
      {
        label: 'Estimated reductions',
        value: tonnes(emissionReductions.estimated),
        note: `${formatCount(carbonCredits.estimated)} carbon credits, once verified`,
      },
      {
        label: 'Verified share',
        value: share(ratio(emissionReductions.verified, emissionReductions.verified + emissionReductions.estimated)),
        note: 'of measured records that did not fail',
      },
    ],
    table: {
      label: 'Emission reductions by kind of site',
      heads: [
        { name: 'Kind of site' },
        { name: 'Sites' },
        { name: 'Records' },
        { name: 'Verified', unit: 't CO2e' },
        { name: 'Estimated', unit: 't CO2e' },
      ],
      rows: (breakdown ?? []).map((one) => [
        one.siteKind.charAt(0).toUpperCase() + one.siteKind.slice(1),
        formatCount(one.sites),
        formatCount(one.records),
        inTonnes(one.verified),
        inTonnes(one.estimated),
      ]),
      total: [
        'All',
        said(breakdown === undefined ? null : sumOf(breakdown, (one) => one.sites), formatCount),
        said(breakdown === undefined ? null : sumOf(breakdown, (one) => one.records), formatCount),
        inTonnes(emissionReductions.verified),
        inTonnes(emissionReductions.estimated),
      ],
    },
    notes: [
      'Verified: measured, and decided on evidence. Estimated: measured, but pending or disputed. Failed records are not counted.',
      `A carbon credit is one tonne, after a buffer of ${creditBufferPercent}% was held back; parts of a credit are not counted.`,
    ],
    basis: [...basisOf(report), ratesOf(report)],
  };
}

/** A report with only the document's fields names no currency and does not say whether amounts were converted. */
const ratesOf = (report: Report): Paper['basis'][number] => ({
  key: 'Exchange rates',
  value: report.fxSnapshotId ?? (isPcaf(report) && report.currency === undefined ? notReported : 'None were needed'),
});

const ratio = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

function basisOf({ basis }: Report): Paper['basis'] {
  return [
    { key: 'Records', value: said(basis?.verifications, (count) => plural(count, 'verification record'), notReported) },
    { key: 'Covenants', value: said(basis?.covenants.length, (count) => plural(count, 'covenant'), notReported) },
  ];
}
