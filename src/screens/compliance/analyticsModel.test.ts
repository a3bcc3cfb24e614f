import { describe, expect, it } from 'vitest';
import type { PcafPortfolioDetail } from '../../contracts/pcaf.ts';
import { pcafFiguresOf } from '../../domain/finance/pcafAnalytics.ts';
import { chosenPortfolio, listedPortfolios, portfolioView } from './analyticsModel.ts';

const project = {
  projectId: 'P',
  projectLifetime: 10,
  financedAmount: 500,
  totalProjectCost: 1000,
} as const;
const detail: PcafPortfolioDetail = {
  portfolioId: 'PCAF-A',
  portfolioName: 'Kitchens',
  portfolioType: 'Project finance',
  currency: 'KES',
  ...pcafFiguresOf(
    [
      {
        assetId: 'A-COOK',
        siteCode: 'A',
        category: 'energyEfficiency',
        project: {
          ...project,
          baselineEnergySource: 'electricity',
          baselineEnergyConsumption: 100_000,
          projectEnergyConsumption: 60_000,
          electricityEmissionFactor: 0.5,
          efficiencyMeasure: '',
          buildingType: '',
          dataQualityScore: 4,
        },
      },
      {
        assetId: 'B-PLANT',
        siteCode: 'B',
        category: 'renewableEnergy',
        project: {
          ...project,
          capacity: 0.1,
          capacityFactor: 0.2,
          displacedEmissionFactor: 0.5,
          technologyType: 'Solar PV',
          dataQualityLevel: 2,
        },
      },
    ],
    'KES',
  ),
  lastUpdated: '2025-11-18T11:26:06Z',
};

describe('portfolio analytics', { tags: ['C-35'] }, () => {
  it('show what is avoided by category and by data quality, bars and words alike', () => {
    const { strip, categories, quality } = portfolioView(detail, 'UGX');
    expect(strip.map(({ value, unit }) => `${value}${unit === undefined ? '' : ` ${unit}`}`)).toEqual([
      '107.60 t CO2e',
      '1,076 t CO2e',
      '2',
      '2',
    ]);
    expect(categories.map(({ label, value, detail: words }) => [label, value, words])).toEqual([
      ['Energy efficiency', '20.00 t CO2e', '18.6% of avoided emissions; 1 asset at 1 site'],
      ['Renewable energy', '87.60 t CO2e', '81.4% of avoided emissions; 1 asset at 1 site'],
    ]);
    expect(categories.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
    expect(quality.map(({ label, value, share }) => [label, value, share])).toEqual([
      ['5 Direct Measurement', '0 assets', 0],
      ['4 Verified Estimates', '1 asset', 0.5],
      ['3 Industry Averages', '0 assets', 0],
      ['2 Proxy Data', '1 asset', 0.5],
      ['1 Rough Estimates', '0 assets', 0],
    ]);
    expect(quality[3]?.detail).toBe('PCAF score 4, ± 50%');
  });

  it('have the three badges with how many sites keep each rule', () => {
    const { frames, compliance } = portfolioView(detail, 'UGX');
    expect(frames.map(({ title, sites, claim: { word } }) => [title, sites, word])).toEqual([
      ['PCAF', '1 of 2 sites', 'Some sites'],
      ['ISSB', '1 of 2 sites', 'Some sites'],
      ['ICMA Green Bond', '2 of 2 sites', 'All sites'],
    ]);
    expect(compliance).toBe('1 of 2 sites meet all three rules, 50.0%.');
  });

  it('are all noughts, and draw no bar, for a portfolio without assets', () => {
    const empty = portfolioView({ ...detail, ...pcafFiguresOf([], 'UGX') }, 'UGX');
    expect([...empty.categories, ...empty.quality].map(({ share }) => share)).toEqual(Array.from({ length: 7 }, () => 0));
    expect(empty.frames.map(({ claim: { word } }) => word)).toEqual(['No site', 'No site', 'No site']);
  });

  it('draw no bar for a category that avoids less than nothing', () => {
    const worse = structuredClone(detail);
    worse.portfolioMetrics.byCategory.energyEfficiency.percentageOfTotal = -12;
    expect(portfolioView(worse, 'UGX').categories[0]?.share).toBe(0);
  });

  it('list what avoids most first, each with its part of that', () => {
    const one = (portfolioId: string, totalAnnualAvoidedEmissions: number) => ({
      portfolioId,
      portfolioName: '',
      portfolioType: '',
      totalSites: 1,
      totalAnnualAvoidedEmissions,
      complianceRate: 100,
    });
    const listed = listedPortfolios([one('A', 50), one('B', 200), one('C', -10)]);
    expect(listed.map(({ portfolioId, share }) => [portfolioId, share])).toEqual([
      ['B', 1],
      ['A', 0.25],
      ['C', 0],
    ]);
    expect(listedPortfolios([one('A', 0)])[0]?.share).toBe(0);
  });

  it('open with the portfolio that was asked for, where it is there', () => {
    const listed = ['A', 'B'].map((portfolioId) => ({
      portfolioId,
      portfolioName: '',
      portfolioType: '',
      totalSites: 0,
      totalAnnualAvoidedEmissions: 0,
      complianceRate: 0,
    }));
    expect([chosenPortfolio(listed, 'B'), chosenPortfolio(listed, 'gone'), chosenPortfolio([], null)]).toEqual(['B', 'A', null]);
  });
});
