import type { ColumnType } from 'kysely';
import type { DataQualityLevel, TechnologyType } from '../../../src/contracts/emissions.ts';
import type { AssetCategory } from '../../../src/contracts/pcaf.ts';
import type { ReportKind } from '../../../src/contracts/report.ts';
import type { Moment } from './identity.ts';

/** A financed portfolio as PCAF groups it; `portfolio_type` is the asset class. Money of its assets is in `currency`. */
interface PcafPortfolioRow {
  tenant_id: string;
  portfolio_id: string;
  portfolio_name: string;
  portfolio_type: string;
  currency: string;
  version: number;
}

/**
 * One financed asset of a site. `emission_factor` is kg CO2e per kWh of the energy used or displaced. Columns of the other category are
 * null.
 */
interface FinancedAssetRow {
  tenant_id: string;
  asset_id: string;
  portfolio_id: string;
  site_code: string;
  category: AssetCategory;
  lifetime_years: number;
  /** Whole minor units of the portfolio's currency, like `total_cost` (D-64). */
  financed_amount: number;
  total_cost: number;
  data_quality: DataQualityLevel;
  emission_factor: number;
  baseline_kwh: number | null;
  project_kwh: number | null;
  measure: string | null;
  building_type: string | null;
  capacity_mw: number | null;
  capacity_factor: number | null;
  technology: TechnologyType | null;
  version: number;
}

/** `body` is the RFC 8785 form of the report without its proof, verbatim; `proof` the JWS over its hash. A trigger refuses every change. */
interface ComplianceReportRow {
  tenant_id: string;
  report_id: string;
  /** Running number over the tenant's reports of both kinds: the order of the history. */
  ordinal: number;
  kind: ReportKind;
  generated_at: Moment;
  generated_by: string;
  /** The account's id; `platform` for reports made by the platform; null in rows from before it was recorded. */
  generated_by_id: ColumnType<string | null, string | null | undefined, never>;
  headline: number;
  report_hash: string;
  body: string;
  proof: string;
}

/** What PCAF and ISSB reports are computed from, and the signed reports. */
export interface ComplianceTables {
  pcaf_portfolios: PcafPortfolioRow;
  financed_assets: FinancedAssetRow;
  compliance_reports: ComplianceReportRow;
}
