import type { SeriesMetric } from '../../src/contracts/series.ts';
import { componentNames } from '../../src/contracts/health.ts';
import { type Chunk, cutIntoChunks, OLD, RECENT, RECENT_KEPT_MS } from '../series/chunks.ts';
import { usualReading } from '../simulation/componentWeather.ts';
import { atClock } from './anchor.ts';
import type { TenantDay } from './day.ts';
import { type FinanceRows, financeAt } from './financeHistory.ts';
import { createRandom, type Random } from './random.ts';
import type { VerificationDraft } from './verifications.ts';

/**
 * Thirty days of every figure (D-35), ending at the values in the rows. KPIs and finance are computed from the rows at each moment. Lags,
 * depths and latencies vary around their mean, and follow the events of the day's story.
 */
export interface SeededSeries {
  readonly metric: SeriesMetric;
  readonly chunks: readonly Chunk[];
}

const COMPONENTS_SEED = 0x0c0a11;
const DAYS = 31;
const HOUR_MS = 3_600_000;

/** Moments of the two layouts: quarters of an hour up to two days ago, then minutes. */
interface Grid {
  readonly old: readonly number[];
  readonly recent: readonly number[];
}

function gridUpTo(anchorMs: number): Grid {
  const border = Math.floor((anchorMs - RECENT_KEPT_MS) / HOUR_MS) * HOUR_MS;
  const start = Math.floor((anchorMs - DAYS * 24 * HOUR_MS) / (OLD.spanS * 1000)) * OLD.spanS * 1000;
  const every = (from: number, to: number, stepS: number): number[] =>
    Array.from({ length: Math.max(0, Math.ceil((to - from) / (stepS * 1000))) }, (_, index) => from + index * stepS * 1000);
  return { old: every(start, border, OLD.stepS), recent: every(border, anchorMs, RECENT.stepS) };
}

/** Eight significant digits: enough for any chart, at half the bytes. */
const compact = (value: number): number => Number(value.toPrecision(8));

function toSeries(metric: SeriesMetric, grid: Grid, points: readonly (number | null)[]): SeededSeries {
  const kept = points.map((value) => (value === null ? null : compact(value)));
  const [oldStart = 0] = grid.old;
  const [recentStart = 0] = grid.recent;
  return {
    metric,
    chunks: [
      ...cutIntoChunks(oldStart, OLD, kept.slice(0, grid.old.length)),
      ...cutIntoChunks(recentStart, RECENT, kept.slice(grid.old.length)),
    ],
  };
}

/** `percentile_cont` over sorted values, as PostgreSQL computes it; 0 if there are none. */
export function percentileCont(sorted: readonly number[], share: number): number {
  if (sorted.length === 0) return 0;
  const at = share * (sorted.length - 1);
  const low = sorted[Math.floor(at)] ?? 0;
  return low + ((sorted[Math.ceil(at)] ?? low) - low) * (at - Math.floor(at));
}

/** KPIs of the verifications sealed up to a moment. */
export interface Standing {
  readonly verified: number;
  readonly total: number;
  readonly automated: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

/** KPIs at ascending moments, in one pass over the verifications (which are sorted). */
export function standingsAt(drafts: readonly VerificationDraft[], moments: readonly number[]): Standing[] {
  const sorted: number[] = [];
  let index = 0;
  let verified = 0;
  let automated = 0;
  return moments.map((moment) => {
    for (let draft = drafts[index]; draft !== undefined && draft.sealedAt <= moment; draft = drafts[index]) {
      index += 1;
      if (draft.status === 'verified') verified += 1;
      if (draft.automated) automated += 1;
      if (draft.latencyMs === null) continue;
      const latency = draft.latencyMs;
      const place = sorted.findIndex((value) => value > latency);
      sorted.splice(place === -1 ? sorted.length : place, 0, latency);
    }
    return { verified, total: index, automated, p50Ms: percentileCont(sorted, 0.5), p95Ms: percentileCont(sorted, 0.95) };
  });
}

/** A random series around `mean`, higher in working hours, that approaches `final` over its last 15 points. */
function wander(
  random: Random,
  moments: readonly number[],
  figure: { readonly mean: number; readonly deviation: number; readonly final: number; readonly swing?: number },
): number[] {
  let drift = 0;
  const values = moments.map((moment) => {
    drift = drift * 0.88 + random.normal(0, figure.deviation * 0.47);
    const hour = (moment / HOUR_MS + 3) % 24;
    const byDay = 1 + (figure.swing ?? 0.15) * Math.sin(((hour - 7) / 24) * 2 * Math.PI);
    return Math.max(figure.mean * 0.15, figure.mean * byDay + drift);
  });
  const last = values.at(-1) ?? figure.final;
  const blend = 15;
  return values.map((value, index) => value + (figure.final - last) * Math.max(0, (index - (values.length - 1 - blend)) / blend));
}

/** Linear interpolation between `[minutes before the end, value]` points. */
function along(knots: readonly (readonly [number, number])[], minutesBefore: number): number {
  const at = knots.findIndex(([minutes]) => minutesBefore >= minutes);
  const [lateAt, late] = knots[Math.max(0, at)] ?? [0, 0];
  const [earlyAt, early] = knots[Math.max(0, at - 1)] ?? [lateAt, late];
  return earlyAt === lateAt ? late : late + ((early - late) * (minutesBefore - lateAt)) / (earlyAt - lateAt);
}

/** How the decision service's lag grew within the last hour: past its limit of 5 minutes at 14:07, past 12 at 14:18. */
const decisionClimb = [
  [60, 1.5],
  [47, 1.8],
  [36, 2.4],
  [28, 3.3],
  [19, 5],
  [13, 8.6],
  [8, 12.1],
  [7, 12.4],
  [5, 12.2],
  [2, 12.3],
  [0, 12.4],
] as const;

/** Past dead letters in hours before the end: arrival and end. One was in the queue at this time yesterday. */
export const pastItems = [
  [690, 683],
  [655, 640],
  [612, 611],
  [549, 520],
  [547, 520],
  [470, 455],
  [401, 377],
  [333, 326],
  [261, 250],
  [258, 250],
  [190, 171],
  [118, 97],
  [70, 52],
  [27, 17.5],
] as const;

/** Minutes in which the bank integration did not report: stored as null. */
const silence = { from: '13:46:00', to: '13:57:00' } as const;

const financeMetrics = [
  'dgn.recyclingRate',
  'dgn.receivables',
  'dgn.recycledCapital',
  'dgn.availableFunding',
  'rbf.completionRate',
  'rbf.totalPaid',
  'rbf.totalPending',
] as const satisfies readonly SeriesMetric[];

/** The whole history of a tenant. */
export function seedHistory(
  tenantId: string,
  randomSeed: number,
  day: TenantDay,
  drafts: readonly VerificationDraft[],
  finance: FinanceRows,
  anchorMs: number,
): SeededSeries[] {
  const random = createRandom(randomSeed ^ 0x5e71e5);
  const grid = gridUpTo(anchorMs);
  const moments = [...grid.old, ...grid.recent];
  const series: SeededSeries[] = [];
  const add = (metric: SeriesMetric, points: readonly (number | null)[]): void => void series.push(toSeries(metric, grid, points));

  // The last moment is the seed's own, so that events within its minute are included.
  const ends = moments.map((moment, index) => (index === moments.length - 1 ? anchorMs : moment));
  const standings = standingsAt(drafts, ends);
  const percent = (part: number, whole: number): number | null => (whole === 0 ? null : (100 * part) / whole);
  add(
    'kpi.verificationAccuracy',
    standings.map(({ verified, total }) => percent(verified, total)),
  );
  add(
    'kpi.automationRate',
    standings.map(({ automated, total }) => percent(automated, total)),
  );
  add(
    'kpi.avgLatency',
    standings.map(({ p50Ms, total }) => (total === 0 ? null : p50Ms / HOUR_MS)),
  );
  add(
    'kpi.avgLatencyP95',
    standings.map(({ p95Ms, total }) => (total === 0 ? null : p95Ms / HOUR_MS)),
  );

  const failed = day.deadLetters.map((item) => atClock(anchorMs, item.failed));
  const past = tenantId === 'demo' ? pastItems.map(([came, went]) => [anchorMs - came * HOUR_MS, anchorMs - went * HOUR_MS] as const) : [];
  add(
    'kpi.dlqItems',
    moments.map(
      (moment) =>
        failed.filter((at) => at <= moment + 59_999).length + past.filter(([came, went]) => came <= moment && moment < went).length,
    ),
  );

  for (const stage of day.stages) {
    const breached = stage.lagMinutes > stage.sloMinutes;
    const usual = breached ? stage.sloMinutes * 0.27 : stage.lagMinutes;
    const lag = wander(random, moments, { mean: usual, deviation: usual * 0.16, final: breached ? usual : stage.lagMinutes });
    const silent = (moment: number): boolean =>
      tenantId === 'demo' &&
      stage.name === 'bank_integration' &&
      moment >= atClock(anchorMs, silence.from) - (anchorMs % 60_000) &&
      moment < atClock(anchorMs, silence.to) - (anchorMs % 60_000);
    const lastMoment = moments.at(-1) ?? anchorMs;
    const lags = lag.map((value, index) => {
      const minutesBefore = (lastMoment - (moments[index] ?? anchorMs)) / 60_000;
      if (!breached || minutesBefore > 60) return value;
      return along(decisionClimb, minutesBefore) + (minutesBefore === 0 ? 0 : random.normal(0, 0.05));
    });
    const depth = stage.queueDepth / stage.lagMinutes;
    add(
      `stage.${stage.name}.lag`,
      lags.map((value, index) =>
        silent(moments[index] ?? 0) ? null : index === lags.length - 1 ? stage.lagMinutes : Number(value.toFixed(2)),
      ),
    );
    add(
      `stage.${stage.name}.depth`,
      lags.map((value, index) =>
        silent(moments[index] ?? 0) ? null : index === lags.length - 1 ? stage.queueDepth : Math.round(value * depth),
      ),
    );
  }
  // Components belong to the platform, so all tenants share one random source and history.
  const common = createRandom(COMPONENTS_SEED);
  for (const name of componentNames) {
    const shown = usualReading(name, anchorMs);
    for (const quantile of ['p50', 'p95'] as const) {
      const final = shown[quantile];
      const values = wander(common, moments, { mean: final * 0.98, deviation: final * 0.08, final });
      add(
        `component.${name}.${quantile}`,
        values.map((value, index) => (index === values.length - 1 ? final : Number(value.toFixed(1)))),
      );
    }
  }
  const figures = financeAt(finance, ends);
  for (const metric of financeMetrics)
    add(
      metric,
      figures.map((figure) => figure[metric]),
    );
  return series;
}
