import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dataQualityLevels } from '../../contracts/emissions.ts';
import { efficiencyDefaults, renewableDefaults } from './emissions.ts';
import { computeAsset, type FinancedAsset, pcafFiguresOf } from './pcafAnalytics.ts';

const cookers = (
  siteCode: string,
  more: Partial<Extract<FinancedAsset, { category: 'energyEfficiency' }>['project']> = {},
): FinancedAsset => ({
  assetId: `${siteCode}-COOK`,
  siteCode,
  category: 'energyEfficiency',
  project: {
    ...efficiencyDefaults,
    projectId: siteCode,
    baselineEnergyConsumption: 100_000,
    projectEnergyConsumption: 60_000,
    financedAmount: 500,
    totalProjectCost: 1000,
    efficiencyMeasure: '',
    buildingType: '',
    ...more,
  },
});
const plant = (siteCode: string): FinancedAsset => ({
  assetId: `${siteCode}-PLANT`,
  siteCode,
  category: 'renewableEnergy',
  project: { ...renewableDefaults, projectId: siteCode, capacity: 0.1, capacityFactor: 0.5, financedAmount: 300, totalProjectCost: 1000 },
});

describe('PCAF analytics', () => {
  it('sums assets by category and data quality, money, and the average attribution', { tags: ['C-46'] }, () => {
    const figures = pcafFiguresOf([cookers('A'), cookers('B', { dataQualityScore: 2 }), plant('A')], 'KES');
    expect(figures.portfolioMetrics).toMatchObject({
      totalSites: 2,
      totalAssets: 3,
      dataQualityDistribution: { level1: 0, level2: 1, level3: 0, level4: 2, level5: 0 },
    });
    const { byCategory, totalAnnualAvoidedEmissions, totalLifetimeAvoidedEmissions } = figures.portfolioMetrics;
    expect(byCategory.energyEfficiency).toMatchObject({ annualAvoidedEmissions: 40, siteCount: 2, assetCount: 2 });
    expect(byCategory.renewableEnergy.annualAvoidedEmissions).toBeCloseTo(0.1 * 8760 * 0.5 * 0.8, 9);
    expect(totalAnnualAvoidedEmissions).toBeCloseTo(390.4, 9);
    expect(totalLifetimeAvoidedEmissions).toBeCloseTo(40 * 20 + 350.4 * 25, 6);
    expect(byCategory.energyEfficiency.percentageOfTotal + byCategory.renewableEnergy.percentageOfTotal).toBeCloseTo(100, 9);
    expect(figures.financialMetrics.totalFinancedAmount).toBe(1300);
    expect(figures.financialMetrics.averageAttributionFactor).toBeCloseTo(1.3 / 3, 9);
  });

  it('counts a site for a frame only where all of its assets keep its rule', { tags: ['C-35'] }, () => {
    const weak = cookers('A', { projectEnergyConsumption: 90_000 }); // saves only 10 %: not eligible as a green bond
    const { complianceSummary } = pcafFiguresOf([weak, plant('A'), plant('B'), cookers('C', { dataQualityScore: 3 })], 'KES');
    expect(complianceSummary).toMatchObject({
      pcafCompliantSites: 3,
      issbCompliantSites: 2,
      icmaGreenBondEligibleSites: 2,
    });
    expect(complianceSummary.complianceRate).toBeCloseTo(100 / 3, 9);
  });

  it('is zero, not a division by zero, where nothing is held', () => {
    const empty = pcafFiguresOf([], 'KES');
    expect(empty.complianceSummary.complianceRate).toBe(0);
    expect(empty.financialMetrics.averageAttributionFactor).toBe(0);
    expect(empty.portfolioMetrics.byCategory.energyEfficiency.percentageOfTotal).toBe(0);
  });

  it('keeps its sums in any order', () => {
    const asset = fc.record({ site: fc.constantFrom('A', 'B', 'C'), level: fc.constantFrom(...dataQualityLevels), solar: fc.boolean() });
    fc.assert(
      fc.property(fc.array(asset, { maxLength: 12 }), (drawn) => {
        const assets = drawn.map(({ site, level, solar }) => (solar ? plant(site) : cookers(site, { dataQualityScore: level })));
        const [there, back] = [pcafFiguresOf(assets, 'KES'), pcafFiguresOf(assets.toReversed(), 'KES')];
        expect(there.complianceSummary).toEqual(back.complianceSummary);
        const levels = Object.values(there.portfolioMetrics.dataQualityDistribution).reduce((sum, count) => sum + count, 0);
        expect(levels).toBe(assets.length);
        expect(there.complianceSummary.complianceRate).toBeLessThanOrEqual(100);
      }),
    );
  });

  it('counts what a project still emits, and generation as free of emissions', () => {
    expect(computeAsset(cookers('A'))).toMatchObject({ energyKwh: 60_000, emissions: 30 });
    expect(computeAsset(plant('A')).emissions).toBe(0);
  });
});
