import { amountOf, moneyOf, sumOf } from '../money/money.ts';
import type { AssetCategory, PcafPortfolioDetail } from '../../contracts/pcaf.ts';
import {
  type AvoidedEmissions,
  efficiencyEmissions,
  type EfficiencyProject,
  generationOf,
  renewableEmissions,
  type RenewableProject,
} from './emissions.ts';

/**
 * A financed asset. The portfolio analytics (C-35) sum the calculator's figures of its assets: avoided emissions, data quality, and
 * compliance of sites.
 */
export type FinancedAsset = { readonly assetId: string; readonly siteCode: string } & (
  | { readonly category: 'energyEfficiency'; readonly project: EfficiencyProject }
  | { readonly category: 'renewableEnergy'; readonly project: RenewableProject }
);

/** The figures of a portfolio, without its names. */
export type PcafFigures = Pick<PcafPortfolioDetail, 'portfolioMetrics' | 'financialMetrics' | 'complianceSummary'>;

/** An asset's computed figures. Energy in kWh per year; `emissions` is what it still emits, tonnes CO2e per year. */
export interface ComputedAsset {
  readonly asset: FinancedAsset;
  readonly avoided: AvoidedEmissions;
  readonly energyKwh: number;
  readonly emissions: number;
}

/** Computes one asset. Generation counts as emission-free: biogenic carbon is reported separately from financed emissions. */
export function computeAsset(asset: FinancedAsset): ComputedAsset {
  if (asset.category === 'renewableEnergy')
    return { asset, avoided: renewableEmissions(asset.project), energyKwh: generationOf(asset.project) * 1000, emissions: 0 };
  const { projectEnergyConsumption: energyKwh, electricityEmissionFactor: factor } = asset.project;
  return { asset, avoided: efficiencyEmissions(asset.project), energyKwh, emissions: (energyKwh * factor) / 1000 };
}

/** All figures of a portfolio's detail; zeros if it is empty. All amounts are in `currency`. */
export function pcafFiguresOf(assets: readonly FinancedAsset[], currency: string): PcafFigures {
  const computed = assets.map(computeAsset);
  const sum = (pick: (one: ComputedAsset) => number, chosen: readonly ComputedAsset[] = computed): number =>
    chosen.reduce((total, one) => total + pick(one), 0);
  const total = sum((one) => one.avoided.annualAvoidedEmissions);
  const category = (name: AssetCategory) => {
    const own = computed.filter(({ asset }) => asset.category === name);
    const annual = sum((one) => one.avoided.annualAvoidedEmissions, own);
    return {
      annualAvoidedEmissions: annual,
      siteCount: sitesOf(own).size,
      assetCount: own.length,
      percentageOfTotal: total === 0 ? 0 : (annual / total) * 100,
    };
  };
  const atLevel = (level: number): number => computed.filter(({ avoided }) => avoided.dataQualityLevel === level).length;
  const money = (pick: (project: FinancedAsset['project']) => number): number =>
    amountOf(
      sumOf(
        currency,
        assets.map(({ project }) => moneyOf(pick(project), currency)),
      ),
    );

  const sites = sitesOf(computed);
  const keeping = (...frames: readonly (keyof AvoidedEmissions['compliance'])[]): number =>
    [...sites.values()].filter((own) => own.every(({ avoided }) => frames.every((frame) => avoided.compliance[frame]))).length;
  return {
    portfolioMetrics: {
      totalSites: sites.size,
      totalAssets: computed.length,
      totalAnnualAvoidedEmissions: total,
      totalLifetimeAvoidedEmissions: sum((one) => one.avoided.lifetimeAvoidedEmissions),
      byCategory: { energyEfficiency: category('energyEfficiency'), renewableEnergy: category('renewableEnergy') },
      dataQualityDistribution: { level1: atLevel(1), level2: atLevel(2), level3: atLevel(3), level4: atLevel(4), level5: atLevel(5) },
    },
    financialMetrics: {
      totalFinancedAmount: money((project) => project.financedAmount),
      totalProjectCost: money((project) => project.totalProjectCost),
      averageAttributionFactor: computed.length === 0 ? 0 : sum((one) => one.avoided.attributionFactor) / computed.length,
    },
    complianceSummary: {
      pcafCompliantSites: keeping('pcafCompliant'),
      issbCompliantSites: keeping('issbCompliant'),
      icmaGreenBondEligibleSites: keeping('icmaGreenBondEligible'),
      complianceRate: sites.size === 0 ? 0 : (keeping('pcafCompliant', 'issbCompliant', 'icmaGreenBondEligible') / sites.size) * 100,
    },
  };
}

/** Computed assets by site. */
export function sitesOf(computed: readonly ComputedAsset[]): ReadonlyMap<string, readonly ComputedAsset[]> {
  const sites = new Map<string, ComputedAsset[]>();
  for (const one of computed) sites.set(one.asset.siteCode, [...(sites.get(one.asset.siteCode) ?? []), one]);
  return sites;
}
