import { type Kysely, sql } from 'kysely';

/** Portfolios, milestone payments, schools, incidents, agents. Money is whole units of its currency (KES and UGX use no smaller one). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table portfolios (
      tenant_id text not null,
      portfolio_id text not null,
      state text not null check (state in ('eligible', 'eligible_frozen', 'packaged', 'sold', 'recycled', 'defaulted', 'written_off')),
      verification_score double precision not null,
      receivables_value bigint not null,
      currency text not null,
      covenant_hash text not null,
      frozen_at timestamptz,
      packaged_at timestamptz,
      sold_at timestamptz,
      dgn_package_id text,
      avg_emission_reduction double precision not null,
      available_funding bigint not null,
      recycled_capital bigint not null,
      pending_packaging bigint not null,
      changed_at timestamptz not null,
      version bigint not null,
      primary key (tenant_id, portfolio_id)
    )`.execute(db);
  await sql`
    create table rbf_milestones (
      tenant_id text not null,
      milestone_id text not null,
      description text not null,
      metric text not null check (metric in ('uptime', 'fuelSavings', 'emissionReduction')),
      threshold double precision not null,
      payment_amount bigint not null,
      payment_type text not null check (payment_type in ('fixed', 'percentage')),
      currency text not null,
      version bigint not null,
      primary key (tenant_id, milestone_id)
    )`.execute(db);
  await sql`
    create table rbf_payments (
      tenant_id text not null,
      payment_id text not null,
      vrf_id text not null,
      milestone_id text not null,
      site_code text not null,
      actual_performance double precision not null,
      amount bigint not null,
      currency text not null,
      status text not null check (status in ('pending', 'paid', 'failed')),
      due_at timestamptz not null,
      paid_at timestamptz,
      transaction_id text,
      covenant_hash text not null,
      version bigint not null,
      primary key (tenant_id, payment_id),
      foreign key (tenant_id, vrf_id) references verifications (tenant_id, vrf_id)
    )`.execute(db);
  await sql`create index rbf_payments_by_due on rbf_payments (tenant_id, due_at)`.execute(db);
  await sql`create index rbf_payments_by_verification on rbf_payments (tenant_id, vrf_id)`.execute(db);
  await sql`
    create table schools (
      tenant_id text not null,
      school_id text not null,
      site_code text not null,
      school_name text not null,
      location text not null,
      cooking_time double precision not null,
      steam_flow double precision not null,
      fuel_consumption double precision not null,
      fuel_savings_percent double precision not null,
      uptime double precision not null,
      sensor_health text not null check (sensor_health in ('healthy', 'warning', 'critical')),
      verified_energy_charges bigint not null,
      cost_savings bigint not null,
      payment_status text not null check (payment_status in ('paid', 'pending', 'overdue')),
      carbon_credits double precision not null,
      emission_reductions double precision not null,
      dgn_eligible boolean not null,
      updated_at timestamptz not null,
      version bigint not null,
      primary key (tenant_id, school_id)
    )`.execute(db);
  await sql`
    create table incidents (
      tenant_id text not null,
      incident_id text not null,
      severity text not null check (severity in ('sev1', 'sev2', 'sev3')),
      title text not null,
      description text not null,
      runbook_url text,
      created_at timestamptz not null,
      resolved_at timestamptz,
      affected_services jsonb not null,
      version bigint not null,
      primary key (tenant_id, incident_id)
    )`.execute(db);
  await sql`
    create table ai_agents (
      tenant_id text not null,
      agent_id text not null,
      name text not null,
      mode text not null check (mode in ('shadow', 'advisory', 'active')),
      confidence_score double precision not null,
      prediction_accuracy double precision not null,
      enabled boolean not null,
      last_prediction text,
      version bigint not null,
      primary key (tenant_id, agent_id)
    )`.execute(db);
}
