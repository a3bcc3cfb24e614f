import { moneyOf } from '../../src/domain/money/money.ts';
import type { Insertable } from 'kysely';
import type { TechnologyType } from '../../src/contracts/emissions.ts';
import type { Database } from '../db/schema.ts';
import { createRandom, rounded } from './random.ts';
import type { SiteSeed } from './sites.ts';

type Rows<Table extends keyof Database> = Insertable<Database[Table]>[];

/**
 * Settings for a tenant's portfolios of financed assets. `unit` is the price of one dollar's worth of equipment in the tenant's currency.
 */
export interface AssetPlan {
  readonly prefix: string;
  readonly currency: string;
  readonly unit: number;
  /** kg CO2e per kWh, of the grid or of the diesel that a plant replaces. */
  readonly gridFactor: number;
  readonly displacedFactor: number;
}

export const demoAssets: AssetPlan = { prefix: 'PCAF', currency: 'KES', unit: 129, gridFactor: 0.5, displacedFactor: 0.8 };
export const kampalaAssets: AssetPlan = { prefix: 'PCU', currency: 'UGX', unit: 3662, gridFactor: 0.42, displacedFactor: 0.74 };

/** Data quality levels, assigned in turn. */
const levels = [4, 5, 4, 3, 4, 5, 2, 4] as const;
/** Technologies other than solar, each with its capacity factor (share of the year at full capacity). */
const others: readonly (readonly [TechnologyType, number])[] = [
  ['Biomass', 0.62],
  ['Hydro', 0.48],
  ['Wind', 0.31],
];

/**
 * The financed part of a cost (`percent` of it) and the cost, in minor units of the currency as in the rows. The financed part is in
 * whole units.
 */
function moneyOfCost(cost: number, percent: number, currency: string): readonly [financed: number, whole: number] {
  return [moneyOf(Math.round((cost * percent) / 100), currency).minor, moneyOf(cost, currency).minor];
}

/**
 * Efficient cookers for every kitchen, and a plant at every fourth site. Schools are project finance in two programmes; colleges and
 * hospitals are business loans. Consumption follows the number of people served.
 */
export function financedAssetRows(tenantId: string, plan: AssetPlan, sites: readonly SiteSeed[], randomSeed: number) {
  const random = createRandom(randomSeed + 60);
  const portfolio = (code: string, name: string, type: string) => ({
    tenant_id: tenantId,
    portfolio_id: `${plan.prefix}-${code}`,
    portfolio_name: name,
    portfolio_type: type,
    currency: plan.currency,
    version: 1,
  });
  const portfolios: Rows<'pcaf_portfolios'> = [
    portfolio('KITCHENS-A', 'School kitchens, first programme', 'Project finance'),
    portfolio('KITCHENS-B', 'School kitchens, second programme', 'Project finance'),
    portfolio('INSTITUTIONS', 'Colleges and hospitals', 'Business loans and unlisted equity'),
    portfolio('PLANTS', 'Power at the kitchen door', 'Project finance'),
  ];
  const assets: Rows<'financed_assets'> = [];
  for (const [index, site] of sites.entries()) {
    const kitchens = site.kind === 'school' ? (index % 2 === 0 ? 'KITCHENS-A' : 'KITCHENS-B') : 'INSTITUTIONS';
    const baseline = Math.round((site.served * random.normal(96, 6)) / 10) * 10;
    // A few refits save little, so that not every site meets every rule.
    const saved = index % 9 === 6 ? 0.16 : random.normal(0.34, 0.05);
    const cost = Math.round((site.served * 14 * plan.unit) / 1000) * 1000;
    const [financed, whole] = moneyOfCost(cost, random.int(50, 80), plan.currency);
    const shared = { tenant_id: tenantId, site_code: site.siteCode, version: 1 };
    assets.push({
      ...shared,
      asset_id: `${site.siteCode}-COOK`,
      portfolio_id: `${plan.prefix}-${kitchens}`,
      category: 'energyEfficiency',
      lifetime_years: 12,
      financed_amount: financed,
      total_cost: whole,
      data_quality: levels[index % levels.length] ?? 4,
      emission_factor: plan.gridFactor,
      baseline_kwh: baseline,
      project_kwh: Math.round((baseline * (1 - saved)) / 10) * 10,
      measure: 'Efficient electric steam cookers',
      building_type: { school: 'School', college: 'College', hospital: 'Hospital' }[site.kind],
    });
    if (index % 4 !== 1) continue;
    const [technology, factor] = others[Math.floor(index / 4) % 5] ?? (['Solar PV', 0.19] as const);
    const capacity = rounded(site.served / 30_000, 3);
    const plantCost = Math.round((capacity * 1_350_000 * plan.unit) / 1000) * 1000;
    const [plantFinanced, plantWhole] = moneyOfCost(plantCost, random.int(45, 70), plan.currency);
    assets.push({
      ...shared,
      asset_id: `${site.siteCode}-PLANT`,
      portfolio_id: `${plan.prefix}-PLANTS`,
      category: 'renewableEnergy',
      lifetime_years: technology === 'Hydro' ? 30 : 25,
      financed_amount: plantFinanced,
      total_cost: plantWhole,
      data_quality: levels[Math.floor(index / 4) % levels.length] ?? 4,
      emission_factor: plan.displacedFactor,
      capacity_mw: capacity,
      capacity_factor: factor,
      technology,
    });
  }
  return { portfolios, assets };
}
