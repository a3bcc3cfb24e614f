import { type Kysely, sql } from 'kysely';

/**
 * What people do about incidents and agents. The kill switch is numbered, so that a release can name the pull it ends (D-23); incidents are
 * acknowledged and have a timeline; agents' predictions stand beside what people decided, overrides beside who asked and who approved.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table kill_switches add column version bigint not null default 1`.execute(db);
  await sql`alter table incidents add column acknowledged_at timestamptz`.execute(db);
  await sql`alter table incidents add column acknowledged_by text`.execute(db);
  await sql`
    create table incident_entries (
      tenant_id text not null,
      incident_id text not null,
      place integer not null,
      at timestamptz not null,
      kind text not null check (kind in ('opened', 'acknowledged', 'note', 'resolved')),
      by_name text not null,
      text text not null,
      primary key (tenant_id, incident_id, place),
      foreign key (tenant_id, incident_id) references incidents (tenant_id, incident_id)
    )`.execute(db);
  // What an older platform wrote begins and ends all the same.
  await sql`
    insert into incident_entries (tenant_id, incident_id, place, at, kind, by_name, text)
    select tenant_id, incident_id, 1, created_at, 'opened', '', '' from incidents
    union all select tenant_id, incident_id, 2, resolved_at, 'resolved', '', '' from incidents where resolved_at is not null`.execute(db);
  // Version at which people last changed the agent: its figures move its version too, and say nothing of its mode.
  await sql`alter table ai_agents add column governed_version bigint not null default 1`.execute(db);
  await sql`
    create table ai_predictions (
      tenant_id text not null,
      prediction_id text not null,
      agent_id text not null,
      subject text not null,
      prediction text not null,
      confidence double precision not null,
      predicted_at timestamptz not null,
      human_decision text,
      decided_at timestamptz,
      primary key (tenant_id, prediction_id),
      foreign key (tenant_id, agent_id) references ai_agents (tenant_id, agent_id)
    )`.execute(db);
  await sql`create index ai_predictions_by_decision on ai_predictions (tenant_id, agent_id, decided_at)`.execute(db);
  await sql`create index ai_predictions_by_time on ai_predictions (tenant_id, predicted_at desc)`.execute(db);
  await sql`
    create table ai_overrides (
      tenant_id text not null,
      override_id text not null,
      prediction_id text not null,
      agent_id text not null,
      override_value text not null,
      justification text not null,
      status text not null check (status in ('pending', 'approved', 'rejected')),
      requested_by text not null,
      requested_by_name text not null,
      created_at timestamptz not null,
      changed_at timestamptz,
      decided_by text,
      decided_by_name text,
      decided_at timestamptz,
      decision_note text,
      version bigint not null,
      primary key (tenant_id, override_id),
      foreign key (tenant_id, prediction_id) references ai_predictions (tenant_id, prediction_id),
      check (status = 'pending' or decided_by is not null),
      check (decided_by is null or decided_by <> requested_by)
    )`.execute(db);
  await sql`create index ai_overrides_by_time on ai_overrides (tenant_id, created_at desc)`.execute(db);
  // One open request for one prediction: two would contradict each other.
  await sql`create unique index ai_overrides_open on ai_overrides (tenant_id, prediction_id) where status = 'pending'`.execute(db);
  await sql`
    create table ai_acts (
      tenant_id text not null,
      act_id text not null,
      at timestamptz not null,
      kind text not null,
      agent_id text not null,
      agent_name text not null,
      override_id text,
      by_name text not null,
      before text not null,
      after text not null,
      reason text not null,
      primary key (tenant_id, act_id)
    )`.execute(db);
  await sql`create index ai_acts_by_time on ai_acts (tenant_id, at desc)`.execute(db);
}
