import { type Kysely, sql } from 'kysely';

/**
 * What is derived is not stored (D-59): score and reduction of a portfolio, and what a school's records and payments come to, are folded from
 * rows. What was measured elsewhere is a reading with its own time and source. Readings of before were written by the seed: they are simulated.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table sites add column baseline_tonnes double precision`.execute(db);
  await sql`alter table portfolios drop column verification_score, drop column avg_emission_reduction`.execute(db);
  await sql`
    create table school_readings (
      tenant_id text not null,
      school_id text not null,
      figure text not null check (figure in ('cooking_time', 'steam_flow', 'fuel_consumption', 'sensor_health', 'energy_charges', 'cost_savings')),
      value double precision,
      word text,
      at timestamptz not null,
      source text not null check (source in ('meter', 'sensor', 'bill')),
      simulated boolean not null,
      primary key (tenant_id, school_id, figure),
      foreign key (tenant_id, school_id) references schools (tenant_id, school_id)
    )`.execute(db);
  await sql`
    insert into school_readings (tenant_id, school_id, figure, value, word, at, source, simulated)
    select s.tenant_id, s.school_id, r.figure, r.value, r.word, s.updated_at, r.source, true from schools s cross join lateral (values
      ('cooking_time', s.cooking_time, null, 'meter'), ('steam_flow', s.steam_flow, null, 'meter'), ('fuel_consumption', s.fuel_consumption, null, 'meter'),
      ('sensor_health', null, s.sensor_health, 'sensor'), ('energy_charges', s.verified_energy_charges::float8, null, 'bill'),
      ('cost_savings', s.cost_savings::float8, null, 'bill')
    ) r (figure, value, word, source)`.execute(db);
  await sql`
    alter table schools drop column cooking_time, drop column steam_flow, drop column fuel_consumption, drop column fuel_savings_percent,
      drop column uptime, drop column sensor_health, drop column verified_energy_charges, drop column cost_savings, drop column payment_status,
      drop column carbon_credits, drop column emission_reductions, drop column dgn_eligible`.execute(db);
  await sql`
    alter table health_components add column simulated boolean not null default true`.execute(db);
}
