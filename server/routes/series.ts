import type { FastifyInstance } from 'fastify';
import { type SeriesMetric, seriesMetricSchema, seriesWindows } from '../../src/contracts/series.ts';
import type { User } from '../../src/contracts/session.ts';
import { z } from '../../src/contracts/zod.ts';
import { seriesNeeds } from '../../src/domain/freshness/resources.ts';
import { seriesDrawn } from '../../src/domain/wall/dashboards.ts';
import type { Platform } from '../context.ts';
import { isHeld } from '../db/types.ts';
import { refuse } from '../http/problem.ts';
import { route } from '../http/route.ts';
import { OLD, RECENT, RECENT_KEPT_MS, type Range, rangeUpTo } from '../series/chunks.ts';
import { readSeries } from '../series/readSeries.ts';

/** Maximum points of one metric per answer; a longer time or finer step is refused. */
const MAX_POINTS = 3000;

/** GET /api/series: the history of figures. Each bucket holds its last value, the last bucket the current figure (D-35). */
export function registerSeriesRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, platform, 'series', async ({ db, tenantId, session, query }) => {
    const drawn = session.user.display === undefined ? null : drawnOnWall(session.user.display, query);
    if (drawn === 'refused') return refuse('forbidden', 'A wall display only shows');
    const metrics: SeriesMetric[] = [];
    for (const name of new Set(query.metric.split(','))) {
      const parsed = z.safeParse(seriesMetricSchema, name);
      if (!parsed.success) return refuse('bad_request');
      // The console requests all metrics; those that the reader may not see are left out.
      if (drawn?.has(parsed.data) ?? session.permissions.has(seriesNeeds(parsed.data))) metrics.push(parsed.data);
    }
    const nowMs = platform.clock.business().getTime();
    const range = rangeOf(query, nowMs);
    if (range === null) return refuse('bad_request');

    const endMs = range.toMs + range.stepS * 1000;
    // Points are stored by the day (chunks.ts), so reads start up to a day earlier.
    if (!isHeld(range.fromMs - OLD.spanS * 1000) || !isHeld(endMs)) return refuse('bad_request');
    return {
      series: await readSeries(platform, db, tenantId, metrics, range),
      from: new Date(range.fromMs).toISOString(),
      to: new Date(Math.min(endMs, Math.max(nowMs, range.fromMs))).toISOString(),
      stepS: range.stepS,
      lastUpdated: new Date(nowMs).toISOString(),
    };
  });
}

/** The metrics that a display draws over the requested window (G-17); any other range is refused. */
function drawnOnWall(
  { reads }: NonNullable<User['display']>,
  { window, from, to, step }: Parameters<typeof rangeOf>[0],
): ReadonlySet<SeriesMetric> | 'refused' {
  if (window === undefined || from !== undefined || to !== undefined || step !== undefined) return 'refused';
  return reads.includes(`series:${window}`) ? seriesDrawn(reads, window) : 'refused';
}

/**
 * The requested buckets: a named window up to now, or `from` to `to`. The step is at least that of the stored points, since a finer one
 * would show false gaps.
 */
function rangeOf(
  query: {
    readonly window?: keyof typeof seriesWindows | undefined;
    readonly from?: string | undefined;
    readonly to?: string | undefined;
    readonly step?: number | undefined;
  },
  nowMs: number,
): Range | null {
  if (query.from === undefined) {
    const { spanS, stepS } = seriesWindows[query.window ?? '24h'];
    return query.to === undefined ? rangeUpTo(nowMs, spanS, stepS) : null;
  }
  const fromMs = Date.parse(query.from);
  const toMs = query.to === undefined ? nowMs : Date.parse(query.to);
  if (query.window !== undefined || toMs < fromMs) return null;
  const kept = nowMs - fromMs < RECENT_KEPT_MS ? RECENT.stepS : OLD.stepS;
  const stepS = Math.max(query.step ?? 0, kept);
  const spanS = Math.floor((toMs - fromMs) / 1000);
  return spanS / stepS > MAX_POINTS ? null : rangeUpTo(toMs, spanS + stepS, stepS);
}
