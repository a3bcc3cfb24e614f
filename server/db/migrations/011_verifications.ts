import { type Kysely, sql } from 'kysely';

/** Sites, covenants, verifications, their append-only chain, and the KPIs computed from them. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table covenants (
      tenant_id text not null,
      covenant_hash text not null,
      title text not null,
      covenant_version integer not null,
      agreed_at timestamptz not null,
      terms jsonb not null,
      version bigint not null default 1,
      primary key (tenant_id, covenant_hash)
    )`.execute(db);
  await sql`
    create table sites (
      tenant_id text not null,
      site_code text not null,
      name text not null,
      county text not null,
      kind text not null,
      served integer not null,
      covenant_hash text not null,
      portfolio_id text not null,
      version bigint not null default 1,
      primary key (tenant_id, site_code),
      foreign key (tenant_id, covenant_hash) references covenants (tenant_id, covenant_hash)
    )`.execute(db);
  await sql`
    create table verifications (
      tenant_id text not null,
      vrf_id text not null,
      ordinal bigint not null,
      site_code text not null,
      status text not null check (status in ('verified', 'pending', 'failed', 'disputed')),
      sealed_at timestamptz not null,
      received_at timestamptz not null,
      chain_index bigint not null,
      seal text not null,
      prev_hash text not null,
      covenant_hash text not null,
      evidence_hash text not null,
      evidence_pack_id text,
      uptime double precision not null,
      fuel_savings double precision not null,
      emission_reduction double precision not null,
      confidence_score double precision not null,
      automated boolean not null,
      decision_latency_ms integer,
      readings_checked integer not null,
      readings_received integer not null,
      rules_checked integer not null,
      rules_passed integer not null,
      anomalous boolean not null,
      seq bigint not null default 0,
      version bigint not null,
      primary key (tenant_id, vrf_id),
      foreign key (tenant_id, site_code) references sites (tenant_id, site_code)
    )`.execute(db);
  await sql`create unique index verifications_by_ordinal on verifications (tenant_id, ordinal)`.execute(db);
  await sql`create index verifications_by_seq on verifications (tenant_id, seq)`.execute(db);
  await sql`create index verifications_by_site on verifications (tenant_id, site_code, ordinal)`.execute(db);
  await sql`
    create table chain_entries (
      tenant_id text not null,
      chain_index bigint not null,
      vrf_id text not null,
      canonical text not null,
      seal text not null,
      primary key (tenant_id, chain_index)
    )`.execute(db);
  await sql`create index chain_entries_by_verification on chain_entries (tenant_id, vrf_id, chain_index)`.execute(db);
  // Append-only is the database's word, not only the code's: whoever wants to rewrite history must first take this away.
  await sql`
    create function refuse_chain_change() returns trigger language plpgsql as $$
    begin
      raise exception 'chain entries are append-only';
    end $$`.execute(db);
  await sql`
    create trigger chain_entries_append_only before update or delete on chain_entries
    for each row execute function refuse_chain_change()`.execute(db);
  await sql`
    create table kpis (
      tenant_id text primary key,
      body jsonb not null,
      version bigint not null
    )`.execute(db);
  await sql`
    create table kpi_snapshots (
      tenant_id text not null,
      period_end timestamptz not null,
      verified integer not null,
      total integer not null,
      automated integer not null,
      p50_ms double precision not null,
      p95_ms double precision not null,
      primary key (tenant_id, period_end)
    )`.execute(db);
  await sql`
    create table fx_snapshots (
      tenant_id text not null,
      fx_snapshot_id text not null,
      taken_at timestamptz not null,
      rates jsonb not null,
      primary key (tenant_id, fx_snapshot_id)
    )`.execute(db);
}
