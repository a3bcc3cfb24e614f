import { type Kysely, sql } from 'kysely';
import { kpiResponseSchema } from '../../src/contracts/kpi.ts';
import { quickParse } from '../../src/contracts/quickParse.ts';
import { type SeriesMetric, seriesMetrics } from '../../src/contracts/series.ts';
import type { Database } from '../db/schema.ts';
import { readFinanceFigures } from '../entities/financeFigures.ts';
import { type Chunk, OLD, OLD_KEPT_MS, RECENT, RECENT_KEPT_MS } from './chunks.ts';

/** Present value of every metric; metrics whose source does not report are missing. */
export async function currentValues(db: Kysely<Database>, tenantId: string): Promise<ReadonlyMap<SeriesMetric, number>> {
  const values = new Map<SeriesMetric, number>();
  const known = new Set<string>(seriesMetrics);
  // names of stages and components match the metric names; others are not stored
  const set = (name: string, value: number): void => void (known.has(name) && values.set(name as SeriesMetric, value));

  const held = await db.selectFrom('kpis').select('body').where('tenant_id', '=', tenantId).executeTakeFirst();
  // Damaged KPIs are treated as missing, without affecting other metrics (G-14).
  const kpis = quickParse(kpiResponseSchema, held?.body);
  // Without any verification a share is not 0 % and a latency is not 0: draw no point.
  if (kpis.success && kpis.data.verificationAccuracy.denominator > 0) {
    const { verificationAccuracy, automationRate, avgLatency } = kpis.data;
    set('kpi.verificationAccuracy', verificationAccuracy.value);
    set('kpi.automationRate', automationRate.value);
    if (avgLatency.decided !== 0) {
      set('kpi.avgLatency', avgLatency.p50);
      set('kpi.avgLatencyP95', avgLatency.p95);
    }
  }
  const { items } = await db
    .selectFrom('dead_letters')
    .select(({ fn }) => fn.countAll<number>().as('items'))
    .where('tenant_id', '=', tenantId)
    .where('promoted_at', 'is', null)
    .executeTakeFirstOrThrow();
  set('kpi.dlqItems', items);
  for (const stage of await db
    .selectFrom('pipeline_stages')
    .select(['name', 'lag_minutes', 'queue_depth', 'reporting'])
    .where('tenant_id', '=', tenantId)
    .execute()) {
    if (!stage.reporting) continue;
    set(`stage.${stage.name}.lag`, stage.lag_minutes);
    set(`stage.${stage.name}.depth`, stage.queue_depth);
  }
  for (const component of await db
    .selectFrom('health_components')
    .select(['name', 'p50_ms', 'p95_ms'])
    .where('tenant_id', '=', tenantId)
    .execute()) {
    set(`component.${component.name}.p50`, component.p50_ms);
    set(`component.${component.name}.p95`, component.p95_ms);
  }
  for (const [metric, value] of Object.entries((await readFinanceFigures(db, tenantId)) ?? {})) set(metric, value);
  return values;
}

/**
 * Stored rows that may overlap the time from `fromMs` to `toMs` (epoch milliseconds), by metric; a metric without rows is missing. In no
 * order.
 */
export async function readChunks(
  db: Kysely<Database>,
  tenantId: string,
  metrics: readonly SeriesMetric[],
  fromMs: number,
  toMs: number,
): Promise<ReadonlyMap<string, Chunk[]>> {
  if (metrics.length === 0) return new Map();
  const rows = await db
    .selectFrom('series_chunks')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('metric', 'in', metrics)
    .where('starts_at', '>', new Date(fromMs - OLD.spanS * 1000).toISOString())
    .where('starts_at', '<=', new Date(toMs).toISOString())
    .execute();
  const byMetric = new Map<string, Chunk[]>();
  for (const row of rows) {
    const chunk: Chunk = { startsAt: Date.parse(row.starts_at), stepS: row.step_s, points: row.points };
    byMetric.set(row.metric, [...(byMetric.get(row.metric) ?? []), chunk]);
  }
  return byMetric;
}

const startOf = (atMs: number, spanS: number): number => Math.floor(atMs / (spanS * 1000)) * spanS * 1000;

/**
 * Stores every metric's value for the minute of `atMs`. A skipped minute stays null and shows as a gap. A stored minute is never
 * overwritten, even if the clock goes back over it.
 */
export async function recordMinute(db: Kysely<Database>, tenantId: string, atMs: number): Promise<void> {
  const values = await currentValues(db, tenantId);
  const startsAt = startOf(atMs, RECENT.spanS);
  const at = Math.floor((atMs - startsAt) / (RECENT.stepS * 1000));
  const starts = new Date(startsAt).toISOString();
  const held = await db
    .selectFrom('series_chunks')
    .select(['metric', 'points'])
    .where('tenant_id', '=', tenantId)
    .where('starts_at', '=', starts)
    .where('step_s', '=', RECENT.stepS)
    .execute();
  const points = new Map(held.map((row) => [row.metric, row.points]));
  const rows = [...values].map(([metric, value]) => {
    const before = points.get(metric) ?? [];
    const next = Array.from({ length: Math.max(at + 1, before.length) }, (_, index) => before[index] ?? (index === at ? value : null));
    return { tenant_id: tenantId, metric, starts_at: starts, step_s: RECENT.stepS, points: JSON.stringify(next) };
  });
  if (rows.length === 0) return;
  await db
    .insertInto('series_chunks')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'metric', 'starts_at', 'step_s']).doUpdateSet({ points: sql`excluded.points` }),
    )
    .execute();
}

/**
 * Folds minutes older than two days into quarters of an hour, and deletes data older than a month. Uses one read and one write for all
 * metrics, because the embedded database answers nothing else meanwhile.
 */
export async function compactSeries(db: Kysely<Database>, tenantId: string, nowMs: number): Promise<void> {
  const limit = new Date(startOf(nowMs - RECENT_KEPT_MS, RECENT.spanS)).toISOString();
  const due = await db
    .selectFrom('series_chunks')
    .select(['metric', 'starts_at', 'points'])
    .where('tenant_id', '=', tenantId)
    .where('step_s', '=', RECENT.stepS)
    .where('starts_at', '<', limit)
    .orderBy('starts_at')
    .execute();
  const dayOf = (hour: { readonly starts_at: string }): number => startOf(Date.parse(hour.starts_at), OLD.spanS);
  const days = [...new Set(due.map(dayOf))].map((ms) => new Date(ms).toISOString());
  const held =
    days.length === 0
      ? []
      : await db
          .selectFrom('series_chunks')
          .select(['metric', 'starts_at', 'points'])
          .where('tenant_id', '=', tenantId)
          .where('step_s', '=', OLD.stepS)
          .where('starts_at', 'in', days)
          .execute();
  const name = (metric: string, dayMs: number): string => `${dayMs} ${metric}`;
  const folded = new Map(
    held.map((day) => [name(day.metric, dayOf(day)), { metric: day.metric, dayMs: dayOf(day), points: [...day.points] }]),
  );
  for (const hour of due) {
    const dayMs = dayOf(hour);
    const key = name(hour.metric, dayMs);
    const day = folded.get(key) ?? { metric: hour.metric, dayMs, points: [] };
    folded.set(key, day);
    fold(hour.points, day.points, Math.round((Date.parse(hour.starts_at) - dayMs) / (OLD.stepS * 1000)));
  }
  const rows = [...folded.values()].map(({ metric, dayMs, points }) => ({
    tenant_id: tenantId,
    metric,
    starts_at: new Date(dayMs).toISOString(),
    step_s: OLD.stepS,
    points: JSON.stringify(points),
  }));
  if (rows.length > 0)
    await db
      .insertInto('series_chunks')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'metric', 'starts_at', 'step_s']).doUpdateSet({ points: sql`excluded.points` }),
      )
      .execute();
  await db
    .deleteFrom('series_chunks')
    .where('tenant_id', '=', tenantId)
    .where((where) =>
      where.or([
        where.and([where('step_s', '=', RECENT.stepS), where('starts_at', '<', limit)]),
        where('starts_at', '<', new Date(nowMs - OLD_KEPT_MS - OLD.spanS * 1000).toISOString()),
      ]),
    )
    .execute();
}

/** Folds an hour's minutes into quarters of the day, from index `offset` on: each gets its last measured value. */
function fold(minutes: readonly (number | null)[], day: (number | null)[], offset: number): void {
  const perQuarter = OLD.stepS / RECENT.stepS;
  for (let quarter = 0; quarter < RECENT.spanS / OLD.stepS; quarter += 1) {
    const measured = minutes.slice(quarter * perQuarter, (quarter + 1) * perQuarter).findLast((value) => value !== null) ?? null;
    while (day.length <= offset + quarter) day.push(null);
    if (measured !== null) day[offset + quarter] = measured;
  }
}
