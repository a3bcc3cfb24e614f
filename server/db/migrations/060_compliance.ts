import { type Kysely, sql } from 'kysely';

/** What was financed, asset by asset, and the reports made from it. A report is kept as the very text that its proof covers, and never changes. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table pcaf_portfolios (
      tenant_id text not null,
      portfolio_id text not null,
      portfolio_name text not null,
      portfolio_type text not null,
      currency text not null,
      version bigint not null,
      primary key (tenant_id, portfolio_id)
    )`.execute(db);
  await sql`
    create table financed_assets (
      tenant_id text not null,
      asset_id text not null,
      portfolio_id text not null,
      site_code text not null,
      category text not null check (category in ('energyEfficiency', 'renewableEnergy')),
      lifetime_years double precision not null check (lifetime_years > 0),
      financed_amount bigint not null check (financed_amount >= 0),
      total_cost bigint not null check (total_cost > 0),
      data_quality integer not null check (data_quality between 1 and 5),
      emission_factor double precision not null check (emission_factor >= 0),
      baseline_kwh double precision,
      project_kwh double precision,
      measure text,
      building_type text,
      capacity_mw double precision,
      capacity_factor double precision check (capacity_factor between 0 and 1),
      technology text check (technology in ('Solar PV', 'Wind', 'Hydro', 'Biomass')),
      version bigint not null,
      primary key (tenant_id, asset_id),
      foreign key (tenant_id, portfolio_id) references pcaf_portfolios (tenant_id, portfolio_id),
      check (category <> 'energyEfficiency' or (baseline_kwh is not null and project_kwh is not null)),
      check (category <> 'renewableEnergy' or (capacity_mw is not null and capacity_factor is not null and technology is not null))
    )`.execute(db);
  await sql`create index financed_assets_by_portfolio on financed_assets (tenant_id, portfolio_id)`.execute(db);
  await sql`
    create table compliance_reports (
      tenant_id text not null,
      report_id text not null,
      ordinal bigint not null,
      kind text not null check (kind in ('pcaf', 'issb')),
      generated_at timestamptz not null,
      generated_by text not null,
      headline double precision not null,
      report_hash text not null,
      body text not null,
      proof text not null,
      primary key (tenant_id, report_id)
    )`.execute(db);
  await sql`create unique index compliance_reports_newest on compliance_reports (tenant_id, ordinal desc)`.execute(db);
  await sql`
    create function refuse_report_change() returns trigger language plpgsql as $$
    begin
      raise exception 'reports are never changed';
    end $$`.execute(db);
  await sql`
    create trigger compliance_reports_kept before update or delete on compliance_reports
    for each row execute function refuse_report_change()`.execute(db);
}
