import { type Kysely, sql } from 'kysely';

/** What the operations screens watch: components, stages, dead letters, activity, notifications, and the history of figures. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table health_components (
      tenant_id text not null,
      name text not null,
      position integer not null,
      status text not null check (status in ('healthy', 'warning', 'critical', 'unknown')),
      uptime double precision not null,
      p50_ms double precision not null,
      p95_ms double precision not null,
      last_backup timestamptz,
      pitr_window_h double precision,
      changed_at timestamptz not null,
      version bigint not null,
      primary key (tenant_id, name)
    )`.execute(db);
  await sql`
    create table pipeline_stages (
      tenant_id text not null,
      name text not null,
      position integer not null,
      status text not null check (status in ('gray', 'blue', 'green', 'amber', 'red')),
      queue_depth integer not null,
      processing_rate double precision not null,
      error_count integer not null,
      last_processed_at timestamptz not null,
      slo_minutes double precision not null,
      lag_minutes double precision not null,
      last_correlation_id text,
      reporting boolean not null default true,
      version bigint not null,
      primary key (tenant_id, name)
    )`.execute(db);
  await sql`
    create table dead_letters (
      tenant_id text not null,
      item_id text not null,
      stage text not null,
      error_code text not null,
      error_message text not null,
      retry_count integer not null,
      correlation_id text not null,
      failed_at timestamptz not null,
      payload jsonb not null,
      version bigint not null,
      primary key (tenant_id, item_id)
    )`.execute(db);
  await sql`
    create table activities (
      tenant_id text not null,
      activity_id text not null,
      text text not null,
      at timestamptz not null,
      link text not null,
      status text not null check (status in ('success', 'info', 'warning')),
      version bigint not null,
      primary key (tenant_id, activity_id)
    )`.execute(db);
  await sql`create index activities_by_time on activities (tenant_id, at desc)`.execute(db);
  await sql`
    create table notifications (
      tenant_id text not null,
      notification_id text not null,
      level text not null check (level in ('warning', 'info', 'success')),
      title text not null,
      body text not null,
      at timestamptz not null,
      link text,
      version bigint not null,
      primary key (tenant_id, notification_id)
    )`.execute(db);
  await sql`create index notifications_by_time on notifications (tenant_id, at desc)`.execute(db);
  await sql`
    create table series_chunks (
      tenant_id text not null,
      metric text not null,
      starts_at timestamptz not null,
      step_s integer not null,
      points jsonb not null,
      primary key (tenant_id, metric, starts_at, step_s)
    )`.execute(db);
}
