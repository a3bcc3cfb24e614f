import type { AssetCategory, PcafPortfolio, PcafPortfolioDetail } from '../../contracts/pcaf.ts';
import { type DataQualityLevel, dataQualityLevels } from '../../contracts/emissions.ts';
import { dataQualityTitles, pcafScoreOf, uncertaintyPercent } from '../../domain/finance/emissions.ts';
import { inCurrency } from '../../domain/money/own.ts';
import { formatCount, formatMoney, formatNumber, formatPercent, plural } from '../../domain/format.ts';
import { complianceThresholds } from '../../domain/finance/complianceThresholds.ts';
import type { BarItem } from '../../ui/chart/Bars.tsx';
import { tonnes } from './tonnes.ts';
import type { Claim } from '../../domain/claims/claim.ts';
import { sitesCovered } from '../../domain/claims/records.ts';
import { moneyOf } from '../../domain/money/money.ts';

export const categoryTitles: Readonly<Record<AssetCategory, string>> = {
  energyEfficiency: 'Energy efficiency',
  renewableEnergy: 'Renewable energy',
};

/** A portfolio of the list, with the length of its bar. */
export interface ListedPortfolio extends PcafPortfolio {
  /** 0 to 1, relative to the portfolio that avoids most. */
  readonly share: number;
}

/** The portfolios by avoided emissions, largest first. */
export function listedPortfolios(portfolios: readonly PcafPortfolio[]): readonly ListedPortfolio[] {
  const sorted = portfolios.toSorted((a, b) => b.totalAnnualAvoidedEmissions - a.totalAnnualAvoidedEmissions);
  const most = Math.max(sorted[0]?.totalAnnualAvoidedEmissions ?? 0, Number.MIN_VALUE);
  return sorted.map((one) => ({ ...one, share: Math.max(0, one.totalAnnualAvoidedEmissions / most) }));
}

/** The portfolio whose analytics are shown: the requested one if it exists, otherwise the first. Null if there are none. */
export function chosenPortfolio(portfolios: readonly PcafPortfolio[], wanted: string | null): string | null {
  return (portfolios.find(({ portfolioId }) => portfolioId === wanted) ?? portfolios[0])?.portfolioId ?? null;
}

/** A framework and how many sites meet its rule. */
export interface FrameView {
  readonly title: string;
  readonly rule: string;
  readonly sites: string;
  readonly share: number;
  readonly claim: Claim;
}

/** Everything that a portfolio's analytics show. */
export interface PortfolioView {
  readonly strip: readonly { readonly label: string; readonly value: string; readonly unit?: string }[];
  readonly categories: readonly BarItem[];
  readonly quality: readonly BarItem[];
  readonly frames: readonly FrameView[];
  /** '31 of 38 sites meet all three rules, 81.6%' */
  readonly compliance: string;
  readonly finance: readonly { readonly key: string; readonly value: string }[];
}

/** Steps of the single evergreen colour, best data darkest (LOOK, Charts). */
const depths: Readonly<Record<DataQualityLevel, number>> = { 5: 1, 4: 0.84, 3: 0.68, 2: 0.52, 1: 0.4 };

/**
 * The analytics of one portfolio, ready to show.
 * @param own the tenant's currency; the amounts are in it if the platform names none
 */
export function portfolioView(detail: PcafPortfolioDetail, own: string): PortfolioView {
  const { portfolioMetrics: metrics, financialMetrics: finance, complianceSummary: summary } = detail;
  const { currency } = inCurrency(detail, own);
  const { totalSites, totalAssets } = metrics;
  const levels = metrics.dataQualityDistribution;
  const countAt = (level: DataQualityLevel): number =>
    ({ 5: levels.level5, 4: levels.level4, 3: levels.level3, 2: levels.level2, 1: levels.level1 })[level];
  const all = Math.round((summary.complianceRate / 100) * totalSites);
  const { pcafScore, issbUncertainty, icmaSaving } = complianceThresholds;
  return {
    strip: [
      { label: 'Avoided per year', value: bare(metrics.totalAnnualAvoidedEmissions), unit: 't CO2e' },
      { label: 'Avoided, lifetime', value: bare(metrics.totalLifetimeAvoidedEmissions), unit: 't CO2e' },
      { label: 'Sites', value: formatCount(totalSites) },
      { label: 'Assets', value: formatCount(totalAssets) },
    ],
    categories: (['energyEfficiency', 'renewableEnergy'] as const).map((name) => {
      const one = metrics.byCategory[name];
      return {
        id: name,
        label: categoryTitles[name],
        value: tonnes(one.annualAvoidedEmissions),
        // A category with negative avoided emissions has no bar; its figure shows the value.
        share: Math.min(1, Math.max(0, one.percentageOfTotal / 100)),
        detail: `${formatPercent(one.percentageOfTotal, 1)} of avoided emissions; ${plural(one.assetCount, 'asset')} at ${plural(one.siteCount, 'site')}`,
      };
    }),
    quality: dataQualityLevels.map((level) => ({
      id: String(level),
      label: `${level} ${dataQualityTitles[level]}`,
      value: plural(countAt(level), 'asset'),
      share: totalAssets === 0 ? 0 : countAt(level) / totalAssets,
      depth: depths[level],
      detail: `PCAF score ${pcafScoreOf(level)}, ± ${uncertaintyPercent[level]}%`,
    })),
    frames: [
      frameView(pcafScore, summary.pcafCompliantSites, totalSites),
      frameView(issbUncertainty, summary.issbCompliantSites, totalSites),
      frameView(icmaSaving, summary.icmaGreenBondEligibleSites, totalSites),
    ],
    compliance: `${formatCount(all)} of ${plural(totalSites, 'site')} meet all three rules, ${formatPercent(summary.complianceRate, 1)}.`,
    finance: [
      { key: 'Financed amount', value: formatMoney(moneyOf(finance.totalFinancedAmount, currency)) },
      { key: 'Total project cost', value: formatMoney(moneyOf(finance.totalProjectCost, currency)) },
      { key: 'Average attribution factor', value: formatNumber(finance.averageAttributionFactor, 4) },
    ],
  };
}

function frameView({ title, rule }: { readonly title: string; readonly rule: string }, keeping: number, sites: number): FrameView {
  const share = sites === 0 ? 0 : keeping / sites;
  const claim = sitesCovered(title, { covered: keeping, total: sites });
  return { title, rule, sites: `${formatCount(keeping)} of ${plural(sites, 'site')}`, share, claim };
}

/** Tonnes without the unit, for a figure that shows the unit beside it. */
function bare(value: number): string {
  return tonnes(value).replace(/ t CO2e$/, '');
}
