import type { ConsoleRole, LoginRole } from '../../contracts/access.ts';
import { type IssbReport, isPcaf, type PcafReport, type Report, type ReportKind, type ReportSummary } from '../../contracts/report.ts';
import type { HubStatus } from '../../contracts/rpc.ts';
import { consoleRoleLabels, consoleRoleOf, offeredPermissions, permissionsOf } from '../../domain/access.ts';
import { creditBufferPercent } from '../../domain/carbonCredits.ts';
import { isHalted } from '../../domain/resourceFreshness.ts';
import { inCurrency } from '../../domain/money/own.ts';
import { moneyOf, shareOf, sumOf as moneySum } from '../../domain/money/money.ts';
import { changeOf, formatAmount, formatChange, formatCount, formatNumber, formatPercent, plural } from '../../domain/format.ts';
import { tonnes } from './tonnes.ts';

/** What each kind is called and what its first figure is. */
export const kindWords: Readonly<Record<ReportKind, { readonly name: string; readonly subject: string; readonly headline: string }>> = {
  pcaf: { name: 'PCAF', subject: 'Financed emissions', headline: 'Financed emissions, a year' },
  issb: { name: 'ISSB', subject: 'Emission reductions', headline: 'Verified reductions' },
};

const roles: readonly LoginRole[] = ['admin', 'bank_ops', 'operator', 'auditor'];
const generators = roles.filter((role) => permissionsOf(role).has('export:data')).map((role) => consoleRoleLabels[consoleRoleOf(role)]);

/** Why no report can be generated here and now; null where one can (D-6). Reports are made from the platform's rows, so they need it. */
export function barredFromGenerating(status: HubStatus, active?: ConsoleRole): string | null {
  const { session, connection, buildTooOld } = status;
  if (session.phase !== 'signedIn') return 'Sign in to generate reports';
  const { role } = session.user;
  const seenAs = active ?? consoleRoleOf(role);
  if (!offeredPermissions(role, seenAs).has('export:data'))
    return `Your role, ${consoleRoleLabels[seenAs]}, may read reports but not generate them. ${generators.join(' and ')} may.`;
  if (isHalted(status)) return 'The platform is in read-only mode';
  if (buildTooOld) return 'This version of the console is too old: reload it first';
  if (connection.state !== 'connected') return 'Available when online: a report is made from the platform’s own rows';
  return null;
}

/** The newest report of a kind, and how its first figure stands to the one before. The list is newest first. */
export interface Latest {
  readonly report: ReportSummary;
  readonly figure: string;
  /** '3.2% less than PCAF-2025-0001'; null where it is the first, or the one before is of a longer or shorter period. */
  readonly change: string | null;
}

export function latestOf(reports: readonly ReportSummary[], kind: ReportKind): Latest | null {
  const [report, before] = reports.filter((one) => one.kind === kind);
  if (report === undefined) return null;
  const comparable = before !== undefined && Math.abs(lengthOf(report) - lengthOf(before)) <= sameLengthMs;
  return { report, figure: tonnes(report.headline), change: comparable ? changeWords(report, before) : null };
}

/** Periods whose lengths differ by less are of the same length: a leap day, a moment of making. */
const sameLengthMs = 2 * 86_400_000;
const lengthOf = ({ period }: ReportSummary): number => Date.parse(period.to) - Date.parse(period.from);

function changeWords(report: ReportSummary, before: ReportSummary): string {
  const change = changeOf(report.headline, before.headline);
  if (change.percent === null || Number(change.percent.toFixed(1)) === 0) return `as in ${before.reportId}`;
  return `${formatChange(change)} ${change.percent > 0 ? 'more' : 'less'} than ${before.reportId}`;
}

/** Head of a column: what it holds, and in which unit. */
export interface PaperHead {
  readonly name: string;
  readonly unit?: string;
}

/** A table of a report: heads, rows and a last line of sums, cell by cell. The first cell of each is its name. */
export interface PaperTable {
  readonly label: string;
  readonly heads: readonly PaperHead[];
  readonly rows: readonly (readonly string[])[];
  readonly total: readonly string[];
}

/** All that stands on the paper, in words. */
export interface Paper {
  readonly title: string;
  readonly figures: readonly { readonly label: string; readonly value: string; readonly note: string }[];
  readonly table: PaperTable;
  /** How the figures are to be read. */
  readonly notes: readonly string[];
  readonly basis: readonly { readonly key: string; readonly value: string }[];
}

/**
 * What a report says, ready to be read and printed. What it does not say is 'not reported', and nothing is summed over it.
 * @param own the tenant's currency, which amounts are in where the report names none
 */
export function paperOf(report: Report, own: string): Paper {
  return isPcaf(report) ? pcafPaper(report, own) : issbPaper(report);
}

/** In place of a figure that the report does not have. */
const unsaid = '–';
const notReported = 'Not reported';
/** A figure in its form, or what stands in its place. */
const said = <Value = number>(value: Value | null | undefined, form: (value: Value) => string, instead = unsaid): string =>
  value === undefined || value === null ? instead : form(value);
/** The sum of what every row says; null where one does not. */
function sumOf<Row>(rows: readonly Row[], pick: (row: Row) => number | undefined): number | null {
  let total = 0;
  for (const row of rows) {
    const value = pick(row);
    if (value === undefined) return null;
    total += value;
  }
  return total;
}
/** Tonnes in a column whose head names the unit: one number of decimals, so that they can be compared down the column. */
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
  // Nothing financed has no quality.
  const score = weighed === null || Number.isNaN(weighed) || classes.length === 0 ? null : weighed;
  return {
    title: 'PCAF report: financed emissions',
    figures: [
      {
        label: 'Financed emissions, a year',
        value: tonnes(report.totalFinancedEmissions),
        note: 'the financier’s part of what the projects emit',
      },
      {
        label: 'Financed avoided emissions, a year',
        value: said(report.totalFinancedAvoidedEmissions, tonnes, notReported),
        note: 'shown apart, not taken off',
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
        { name: 'Financed emissions', unit: 't CO2e a year' },
        { name: 'Avoided', unit: 't CO2e a year' },
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
      'Avoided emissions stand apart and are not taken off what is financed, as PCAF asks.',
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
        note: 'of what was measured and did not fail',
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
      'Verified: measured, and decided on evidence. Estimated: measured, but pending or disputed. What failed counts nowhere.',
      `A carbon credit is one tonne, after a buffer of ${creditBufferPercent}% was held back; parts of a credit are not counted.`,
    ],
    basis: [...basisOf(report), ratesOf(report)],
  };
}

/** A report of the document's fields alone, which names no currency, does not say whether anything was converted. */
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
