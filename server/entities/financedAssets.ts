import type { Kysely, Selectable } from 'kysely';
import { efficiencyDefaults } from '../../src/domain/finance/emissions.ts';
import { amountOf, ofMinor } from '../../src/domain/money/money.ts';
import type { FinancedAsset } from '../../src/domain/finance/pcafAnalytics.ts';
import type { Database } from '../db/schema.ts';

type AssetRow = Selectable<Database['financed_assets']>;

/** A portfolio of financed assets, with its assets. */
export interface AssetPortfolio {
  readonly portfolioId: string;
  readonly portfolioName: string;
  /** PCAF's asset class. */
  readonly portfolioType: string;
  readonly currency: string;
  readonly assets: readonly FinancedAsset[];
}

/** All portfolios of a tenant, or only the one with the given id. */
export async function readAssetPortfolios(
  db: Kysely<Database>,
  tenantId: string,
  portfolioId?: string,
): Promise<readonly AssetPortfolio[]> {
  let portfolios = db.selectFrom('pcaf_portfolios').selectAll().where('tenant_id', '=', tenantId).orderBy('portfolio_id');
  let assets = db.selectFrom('financed_assets').selectAll().where('tenant_id', '=', tenantId).orderBy('asset_id');
  if (portfolioId !== undefined) {
    portfolios = portfolios.where('portfolio_id', '=', portfolioId);
    assets = assets.where('portfolio_id', '=', portfolioId);
  }
  const rows = await assets.execute();
  return (await portfolios.execute()).map((one) => ({
    portfolioId: one.portfolio_id,
    portfolioName: one.portfolio_name,
    portfolioType: one.portfolio_type,
    currency: one.currency,
    assets: rows.filter((row) => row.portfolio_id === one.portfolio_id).map((row) => assetOf(row, one.currency)),
  }));
}

function assetOf(row: AssetRow, currency: string): FinancedAsset {
  const shared = {
    projectId: row.asset_id,
    projectLifetime: row.lifetime_years,
    financedAmount: amountOf(ofMinor(row.financed_amount, currency)),
    totalProjectCost: amountOf(ofMinor(row.total_cost, currency)),
  };
  // The table's checks guarantee that the columns of the row's category are set.
  if (row.category === 'energyEfficiency')
    return {
      assetId: row.asset_id,
      siteCode: row.site_code,
      category: row.category,
      project: {
        ...shared,
        baselineEnergySource: efficiencyDefaults.baselineEnergySource,
        baselineEnergyConsumption: row.baseline_kwh ?? 0,
        projectEnergyConsumption: row.project_kwh ?? 0,
        electricityEmissionFactor: row.emission_factor,
        efficiencyMeasure: row.measure ?? '',
        buildingType: row.building_type ?? '',
        dataQualityScore: row.data_quality,
      },
    };
  return {
    assetId: row.asset_id,
    siteCode: row.site_code,
    category: row.category,
    project: {
      ...shared,
      capacity: row.capacity_mw ?? 0,
      capacityFactor: row.capacity_factor ?? 0,
      displacedEmissionFactor: row.emission_factor,
      technologyType: row.technology ?? 'Solar PV',
      dataQualityLevel: row.data_quality,
    },
  };
}
