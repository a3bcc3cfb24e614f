import type { Whole } from '../../src/contracts/whole.ts';
import type { AssetClass, IssbReport, PcafReport, Report } from '../../src/contracts/report.ts';
import { creditsOf } from '../../src/domain/finance/carbonCredits.ts';
import { formatMoney } from '../../src/domain/format.ts';
import { amountOf, convert, type Money, moneyOf, shareOf, sumByCurrency, sumOf as moneySum } from '../../src/domain/money/money.ts';
import type { Snapshot } from '../../src/domain/money/sums.ts';
import { type ComputedAsset, computeAsset, sitesOf } from '../../src/domain/finance/pcafAnalytics.ts';
import { type Refusal, refuse } from '../http/problem.ts';
import type { AssetPortfolio } from './financedAssets.ts';
import type { ReportFacts, SiteStanding } from './reportFacts.ts';

/** Methodology versions, named in every report; raise them with every change of a rule. */
export const methodologies = {
  pcaf: 'PCAF Part A (2nd ed., 2022), Ukweli rules 1',
  issb: 'IFRS S2 Climate-related Disclosures, Ukweli rules 1',
} as const;

/** Who requested a report, its id, and when. */
export interface ReportOccasion {
  readonly reportId: string;
  /** ISO 8601. */
  readonly generatedAt: string;
  readonly generatedBy: string;
  /** The account's id; `platform` if the platform makes the report by itself. */
  readonly generatedById: string;
}

/**
 * Figures of a report are rounded once, here, to the kilogram (tonnes) and to four decimals (ratios), so that the signed values are those
 * shown.
 */
const tonnes = (value: number): number => tidy(value, 3);
const ratio = (value: number): number => tidy(value, 4);
function tidy(value: number, digits: number): number {
  const rounded = Number(value.toFixed(digits));
  return rounded === 0 ? 0 : rounded; // no negative zero
}

function headOf({ tenant, period, standings, chain, covenants }: ReportFacts, occasion: ReportOccasion, assets: number) {
  return {
    ...occasion,
    tenantId: tenant.tenantId,
    tenantName: tenant.name,
    period,
    basis: { assets, verifications: recordsOf(standings), chain, covenants: [...covenants] },
  };
}

const recordsOf = (standings: readonly SiteStanding[]): number => standings.reduce((total, { records }) => total + records, 0);

/** A report before signing, with every member that the platform fills in. */
type Composed<R extends Report> = Omit<R, 'proofFile'> &
  Whole<Pick<R, Extract<keyof R, 'basis' | 'period' | 'totalFinancedAvoidedEmissions'>>>;

/** An asset as counted in a report, with its financed amount in the report's currency. */
interface CountedAsset extends ComputedAsset {
  readonly financed: Money;
}

/**
 * Financed emissions by asset class; avoided emissions are separate. Money in other currencies is converted at one snapshot of exchange
 * rates, which the report names. Refused if a rate is missing, because an incomplete sum must not be signed (D-64).
 * @param snapshot the newest snapshot stored at the report's time
 */
export function composePcaf(
  facts: ReportFacts,
  occasion: ReportOccasion,
  portfolios: readonly AssetPortfolio[],
  snapshot: Snapshot | null,
): Composed<PcafReport> | Refusal {
  const { currency } = facts.tenant;
  const classes = new Map<string, CountedAsset[]>();
  const unrated: Money[] = [];
  for (const portfolio of portfolios)
    for (const asset of portfolio.assets) {
      const own = moneyOf(asset.project.financedAmount, portfolio.currency);
      const financed = convert(own, currency, snapshot?.rates ?? {});
      if (financed === null) unrated.push(own);
      else classes.set(portfolio.portfolioType, [...(classes.get(portfolio.portfolioType) ?? []), { ...computeAsset(asset), financed }]);
    }
  if (unrated.length > 0) return refuse('conflict', notAddedUp(sumByCurrency(unrated), currency));
  const portfolioBreakdown: Whole<AssetClass>[] = [...classes].map(([assetClass, counted]) =>
    assetClassOf(assetClass, counted, facts.standings, currency),
  );
  portfolioBreakdown.sort((a, b) => b.financedEmissions - a.financedEmissions || (a.assetClass < b.assetClass ? -1 : 1));
  const total = (pick: (one: Whole<AssetClass>) => number): number => tonnes(portfolioBreakdown.reduce((sum, one) => sum + pick(one), 0));
  const converted = portfolios.some((one) => one.currency !== currency && one.assets.length > 0);
  return {
    kind: 'pcaf',
    ...headOf(facts, occasion, [...classes.values()].flat().length),
    methodologyVersion: methodologies.pcaf,
    currency,
    ...(converted && snapshot !== null ? { fxSnapshotId: snapshot.id } : {}),
    portfolioBreakdown,
    totalFinancedEmissions: total((one) => one.financedEmissions),
    totalFinancedAvoidedEmissions: total((one) => one.financedAvoidedEmissions),
  };
}

const notAddedUp = (unrated: readonly Money[], currency: string): string =>
  `No exchange rate is held for ${unrated.map((one) => one.currency).join(', ')}: ${unrated.map(formatMoney).join(' and ')} financed cannot be added up in ${currency}`;

function assetClassOf(
  assetClass: string,
  counted: readonly CountedAsset[],
  standings: readonly SiteStanding[],
  currency: string,
): Whole<AssetClass> {
  const sum = (pick: (one: CountedAsset) => number): number => counted.reduce((total, one) => total + pick(one), 0);
  const sites = sitesOf(counted);
  const energy = sum((one) => one.energyKwh);
  const financed = moneySum(
    currency,
    counted.map((one) => one.financed),
  );
  const score = sum((one) => weightOf(one.financed, financed) * one.avoided.pcafMetadata.dataQualityScore);
  const decided = standings.filter(({ siteCode, status }) => sites.has(siteCode) && status !== 'pending');
  const records = recordsOf(decided);
  return {
    assetClass,
    assets: counted.length,
    sites: sites.size,
    financedAmount: amountOf(financed),
    financedEmissions: tonnes(sum((one) => one.emissions * one.avoided.attributionFactor)),
    financedAvoidedEmissions: tonnes(sum((one) => one.avoided.financedAvoidedEmissions)),
    emissionFactor: energy === 0 ? 0 : ratio((sum((one) => one.emissions) * 1000) / energy),
    verificationScore: records === 0 ? 0 : ratio(recordsOf(decided.filter(({ status }) => status === 'verified')) / records),
    dataQualityScore: ratio(score),
  };
}

/** Share of one amount in the total, 0 if nothing is financed. */
function weightOf(one: Money, all: Money): number {
  const share = shareOf(one, all);
  return Number.isNaN(share) ? 0 : share;
}

/** Verified reductions, and estimated ones: measured but undecided (pending) or doubted (disputed). Failed records count nowhere. */
export function composeIssb(facts: ReportFacts, occasion: ReportOccasion, covenantHash: string | null): Composed<IssbReport> {
  const kinds = [...new Set(facts.standings.map(({ siteKind }) => siteKind))].sort();
  const reductions = (standings: readonly SiteStanding[]) => ({
    verified: tonnes(reductionOf(standings, ['verified'])),
    estimated: tonnes(reductionOf(standings, ['pending', 'disputed'])),
  });
  const all = reductions(facts.standings);
  return {
    kind: 'issb',
    ...headOf(facts, occasion, 0),
    methodologyVersion: methodologies.issb,
    emissionReductions: all,
    carbonCredits: { verified: creditsOf(all.verified), estimated: creditsOf(all.estimated) },
    breakdown: kinds.map((siteKind) => {
      const own = facts.standings.filter((one) => one.siteKind === siteKind);
      return { siteKind, sites: new Set(own.map(({ siteCode }) => siteCode)).size, records: recordsOf(own), ...reductions(own) };
    }),
    ...(covenantHash === null ? {} : { covenantHash }),
  };
}

function reductionOf(standings: readonly SiteStanding[], statuses: readonly SiteStanding['status'][]): number {
  return standings.reduce((total, { status, reduction }) => total + (statuses.includes(status) ? reduction : 0), 0);
}
