import type { Whole } from '../../src/contracts/whole.ts';
import type { AssetClass, IssbReport, PcafReport, Report } from '../../src/contracts/report.ts';
import { creditsOf } from '../../src/domain/carbonCredits.ts';
import { type ComputedAsset, computeAsset, sitesOf } from '../../src/domain/pcafAnalytics.ts';
import type { AssetPortfolio } from './financedAssets.ts';
import type { ReportFacts, SiteStanding } from './reportFacts.ts';

/** How figures are made; named in every report, raised with every change of a rule. */
export const methodologies = {
  pcaf: 'PCAF Part A (2nd ed., 2022), Ukweli rules 1',
  issb: 'IFRS S2 Climate-related Disclosures, Ukweli rules 1',
} as const;

/** Who asked for a report, under which id, and when. */
export interface ReportOccasion {
  readonly reportId: string;
  /** ISO 8601. */
  readonly generatedAt: string;
  readonly generatedBy: string;
  /** Their account's id; `platform` where the platform makes it by itself. */
  readonly generatedById: string;
}

/** Figures of a report are rounded once, here, to the kilogram (tonnes) and to four decimals (ratios): what is signed is what is read. */
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

/** A report before it is signed, with all that the platform itself puts in. */
type Composed<R extends Report> = Omit<R, 'proofFile'> &
  Whole<Pick<R, Extract<keyof R, 'basis' | 'period' | 'totalFinancedAvoidedEmissions'>>>;

/** Financed emissions by asset class, with the avoided ones apart. Money is summed as it stands: the caller gives portfolios of one currency. */
export function composePcaf(facts: ReportFacts, occasion: ReportOccasion, portfolios: readonly AssetPortfolio[]): Composed<PcafReport> {
  const classes = new Map<string, ComputedAsset[]>();
  for (const { portfolioType, assets } of portfolios)
    classes.set(portfolioType, [...(classes.get(portfolioType) ?? []), ...assets.map(computeAsset)]);
  const portfolioBreakdown: Whole<AssetClass>[] = [...classes].map(([assetClass, computed]) =>
    assetClassOf(assetClass, computed, facts.standings),
  );
  portfolioBreakdown.sort((a, b) => b.financedEmissions - a.financedEmissions || (a.assetClass < b.assetClass ? -1 : 1));
  const total = (pick: (one: Whole<AssetClass>) => number): number => tonnes(portfolioBreakdown.reduce((sum, one) => sum + pick(one), 0));
  return {
    kind: 'pcaf',
    ...headOf(facts, occasion, [...classes.values()].flat().length),
    methodologyVersion: methodologies.pcaf,
    currency: facts.tenant.currency,
    portfolioBreakdown,
    totalFinancedEmissions: total((one) => one.financedEmissions),
    totalFinancedAvoidedEmissions: total((one) => one.financedAvoidedEmissions),
  };
}

function assetClassOf(assetClass: string, computed: readonly ComputedAsset[], standings: readonly SiteStanding[]): Whole<AssetClass> {
  const sum = (pick: (one: ComputedAsset) => number): number => computed.reduce((total, one) => total + pick(one), 0);
  const sites = sitesOf(computed);
  const energy = sum((one) => one.energyKwh);
  const financed = sum(({ asset }) => asset.project.financedAmount);
  const score = sum(({ asset, avoided }) => asset.project.financedAmount * avoided.pcafMetadata.dataQualityScore);
  const decided = standings.filter(({ siteCode, status }) => sites.has(siteCode) && status !== 'pending');
  const records = recordsOf(decided);
  return {
    assetClass,
    assets: computed.length,
    sites: sites.size,
    financedAmount: financed,
    financedEmissions: tonnes(sum((one) => one.emissions * one.avoided.attributionFactor)),
    financedAvoidedEmissions: tonnes(sum((one) => one.avoided.financedAvoidedEmissions)),
    emissionFactor: energy === 0 ? 0 : ratio((sum((one) => one.emissions) * 1000) / energy),
    verificationScore: records === 0 ? 0 : ratio(recordsOf(decided.filter(({ status }) => status === 'verified')) / records),
    dataQualityScore: financed === 0 ? 0 : ratio(score / financed),
  };
}

/** Reductions that were verified, and those measured but not decided (pending) or decided and doubted (disputed). What failed counts nowhere. */
export function composeIssb(facts: ReportFacts, occasion: ReportOccasion, covenantHash: string | null): Composed<IssbReport> {
  const kinds = [...new Set(facts.standings.map(({ siteKind }) => siteKind))].sort();
  const reductions = (of: readonly SiteStanding[]) => ({
    verified: tonnes(reductionOf(of, ['verified'])),
    estimated: tonnes(reductionOf(of, ['pending', 'disputed'])),
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
