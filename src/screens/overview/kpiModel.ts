import type { DeadLetter } from '../../contracts/deadLetter.ts';
import type { KpiResponse, KpiStatus, Metric } from '../../contracts/kpi.ts';
import { type SeriesMetric, type SeriesPoint, seriesWindows } from '../../contracts/series.ts';
import { breachRules, breachUrgency, minutesToBreach } from '../../domain/operations/breach.ts';
import {
  changeOf,
  formatChange,
  formatCount,
  formatLatency,
  formatMoney,
  formatPercent,
  latencyParts,
  plural,
} from '../../domain/format.ts';
import { formatWhen, zoneName } from '../../domain/formatTime.ts';
import { type FreshnessState, isLost } from '../../domain/freshness/freshness.ts';
import { boundsOf, kpiThresholds, statusAgainst, type Threshold } from '../../domain/operations/thresholds.ts';
import { limitInSight } from '../../ui/chart/series.ts';
import type { KpiTrend } from '../../ui/panel/KpiCard.tsx';
import type { Claim } from '../../domain/claims/claim.ts';
import { movedBetter, onTarget } from '../../domain/claims/states.ts';
import { moneyOf } from '../../domain/money/money.ts';

/** A KPI card with its texts; `limitLabels` names its limits. */
export interface KpiView {
  readonly id: 'accuracy' | 'latency' | 'automation' | 'dlq';
  readonly title: string;
  readonly value: string;
  readonly unit: string;
  readonly basis: string;
  /** Status against its target, or the breach warning instead. */
  readonly badge: Claim<'kpi'>;
  readonly trend: KpiTrend | null;
  readonly limitLabels: string;
  readonly chart: {
    readonly points: readonly SeriesPoint[];
    readonly limit: number;
    readonly hot: boolean;
    readonly tone: 'accent' | 'warn' | 'bad';
    readonly stepped: boolean;
  };
  readonly freshness: FreshnessState;
  /** The figure's own `lastUpdated` (C-40), epoch milliseconds on the business clock; absent for a count of rows. */
  readonly updatedAt?: number;
}

/** Input of the four cards. `now` and `asOf` are on the clock of the series points. */
export interface KpiFacts {
  readonly kpis: KpiResponse | null;
  readonly kpisFreshness: FreshnessState;
  /** Null while unknown. */
  readonly letters: readonly DeadLetter[] | null;
  /** Damaged dead letters on this device (F-25); they count as waiting. */
  readonly lettersUnread?: number;
  readonly lettersFreshness: FreshnessState;
  readonly day: (metric: SeriesMetric) => readonly SeriesPoint[];
  readonly hour: (metric: SeriesMetric) => readonly SeriesPoint[];
  readonly now: number;
  /** When the platform confirmed the data, on the same clock. */
  readonly asOf: number;
  readonly zone: string;
}

const { spanS, stepS } = seriesWindows['24h'];

/** The day's history, ending on the displayed value (LOOK, Charts). Three steps without a sample become a gap. */
function ending(points: readonly SeriesPoint[], at: number, value: number | null): readonly SeriesPoint[] {
  const day = points.filter((point) => point[0] < at && point[0] >= at - spanS * 1000);
  if (value === null) return day;
  const last = day.at(-1)?.[0];
  const gap: readonly SeriesPoint[] = last !== undefined && at - last > 3 * stepS * 1000 ? [[last + 1, null]] : [];
  return [...day, ...gap, [at, value]];
}

/** A change towards the target is good news; a small change is neutral. */
function trendView(id: KpiView['id'], value: number, previous: number, better: 'up' | 'down', freshness: FreshnessState): KpiTrend {
  const change = changeOf(value, previous);
  const { direction } = change;
  return {
    direction,
    text: formatChange(change),
    mark: direction === 'stable' ? 'none' : movedBetter(id, { direction, better, freshness }),
  };
}

/** The status badge, or the breach warning in its place (C-21). */
function breachBadge(id: KpiView['id'], minutes: number | null, state: KpiStatus | null, freshness: FreshnessState): KpiView['badge'] {
  const urgency = breachUrgency(minutes);
  return onTarget(id, { state, breach: urgency === null || minutes === null ? null : { minutes, urgency }, freshness });
}

/** Time base of the breach forecast: now, or for stale figures the time they were confirmed. */
const foreseenAt = (now: number, asOf: number, freshness: FreshnessState) => ({ nowMs: isLost(freshness) ? asOf : now, stale: false });

/** The limit or target in words; says in which direction it lies if it is off the scale (LOOK, Charts). */
function limitLabels(shown: string, points: readonly SeriesPoint[], { limit, direction }: Threshold): string {
  const named = `${direction === 'atMost' ? 'Limit' : 'Target'} ${shown}`;
  return limitInSight(points, limit) ? named : `${named}, off scale ${direction === 'atMost' ? '↑' : '↓'}`;
}

/** The chart takes the badge's colour, so that a card gives one verdict, and none if the data is stale or work is halted. */
function chartOf(points: readonly SeriesPoint[], { limit }: Threshold, { look }: KpiView['badge'], stepped = false): KpiView['chart'] {
  const tone = look === 'bad' || look === 'warn' ? look : 'accent';
  return { points, limit, hot: tone !== 'accent', tone, stepped };
}

type Card = Pick<KpiView, 'id' | 'title' | 'basis'> & {
  readonly metric: Metric;
  readonly threshold: Threshold;
  readonly series: SeriesMetric;
};

/**
 * Whether there was a previous period. The wire requires a number in any case (C-40): if the latency has no previous value and this
 * figure is unchanged, there is nothing to compare with.
 */
const comesAfterAnother = ({ value, previousValue }: Metric, kpis: KpiResponse | null): boolean =>
  kpis?.avgLatency.previousP50 !== undefined || value !== previousValue;

/** A percentage compared with the previous period: accuracy and automation. */
function percentCard(
  { id, title, basis, metric, threshold, series }: Card,
  { day, asOf, kpis, kpisFreshness: freshness }: KpiFacts,
): KpiView {
  const points = ending(day(series), asOf, metric.value);
  const badge = onTarget(id, { state: metric.status, freshness });
  return {
    id,
    title,
    value: formatPercent(metric.value, 1, boundsOf(threshold)).replace('%', ''),
    unit: '%',
    basis,
    badge,
    trend:
      metric.noPrevious !== true && comesAfterAnother(metric, kpis)
        ? trendView(id, metric.value, metric.previousValue, 'up', freshness)
        : null,
    limitLabels: limitLabels(formatPercent(threshold.limit), points, threshold),
    chart: chartOf(points, threshold, badge),
    freshness,
    updatedAt: Date.parse(metric.lastUpdated),
  };
}

/** Whether any record was decided; otherwise there is no latency. */
const decidesAny = ({ decided }: KpiResponse['avgLatency']): boolean => decided !== 0;

/** The median in a readable unit (D-10); status and forecast use p95 (C-83). */
function latencyCard(latency: KpiResponse['avgLatency'], { day, hour, now, asOf, kpisFreshness: freshness }: KpiFacts): KpiView {
  const threshold = kpiThresholds.latencyP95;
  const isOfSome = decidesAny(latency);
  const points = ending(day('kpi.avgLatency'), asOf, isOfSome ? latency.p50 : null);
  const minutes = !isOfSome ? null : minutesToBreach(hour('kpi.avgLatencyP95'), breachRules.latencyP95, foreseenAt(now, asOf, freshness));
  const badge = breachBadge('latency', minutes, isOfSome ? latency.status : null, freshness);
  return {
    id: 'latency',
    title: 'Avg Latency',
    ...latencyParts(isOfSome ? latency.p50 : Number.NaN),
    basis: !isOfSome
      ? 'No record decided yet'
      : `p50 ${formatLatency(latency.p50)} · p95 ${formatLatency(latency.p95, boundsOf(threshold))}`,
    badge,
    trend:
      !isOfSome || latency.previousP50 === undefined ? null : trendView('latency', latency.p50, latency.previousP50, 'down', freshness),
    limitLabels: limitLabels(`p95 ${threshold.limit} h`, points, threshold),
    chart: chartOf(points, threshold, badge),
    freshness,
    updatedAt: Date.parse(latency.lastUpdated),
  };
}

/** The count at the start of the day, as the previous period; null if the history does not reach back that far. */
function dayAgo(points: readonly SeriesPoint[], asOf: number): number | null {
  const first = points.find(([, value]) => value !== null);
  return first === undefined || first[0] > asOf - (spanS - 3 * stepS) * 1000 ? null : first[1];
}

function dlqCard(
  letters: readonly DeadLetter[],
  { day, hour, now, asOf, zone, lettersUnread: unread = 0, lettersFreshness: freshness }: KpiFacts,
): KpiView {
  const threshold = kpiThresholds.dlqItems;
  const count = letters.length + unread;
  const newest = letters.reduce<number | null>((latest, { failedAt }) => Math.max(latest ?? 0, Date.parse(failedAt)), null);
  const points = ending(day('kpi.dlqItems'), asOf, count);
  const before = dayAgo(points, asOf);
  const minutes = minutesToBreach(
    ending(hour('kpi.dlqItems'), asOf, count),
    breachRules.dlqItems,
    foreseenAt(Math.max(now, asOf), asOf, freshness),
  );
  const badge = breachBadge('dlq', minutes, statusAgainst(count, threshold), freshness);
  return {
    id: 'dlq',
    title: 'DLQ Items',
    value: formatCount(count),
    unit: '',
    basis: lettersBasis(newest === null ? null : formatWhen(newest, now, zone), unread),
    badge,
    trend: before === null ? null : trendView('dlq', count, before, 'down', freshness),
    limitLabels: limitLabels(plural(threshold.limit, 'item'), points, threshold),
    chart: chartOf(points, threshold, badge, true),
    freshness,
  };
}

function lettersBasis(newest: string | null, unread: number): string {
  if (unread > 0) return `${formatCount(unread)} of them could not be read`;
  return newest === null ? 'No failed items' : `Newest failed ${newest}`;
}

/** Whether there are verifications that accuracy, latency and automation can refer to. */
export const countsVerifications = ({ verificationAccuracy }: KpiResponse): boolean => verificationAccuracy.denominator > 0;

/** The executive summary's cards in the document's order (C-13); cards without stored figures are missing. */
export function kpiViews(facts: KpiFacts): readonly KpiView[] {
  const { kpis, letters } = facts;
  const dlq = letters === null ? [] : [dlqCard(letters, facts)];
  if (kpis === null) return dlq;
  const { verificationAccuracy: accuracy, automationRate: automation, avgLatency } = kpis;
  const counted = `${formatCount(accuracy.numerator)} of ${formatCount(accuracy.denominator)} verified`;
  const manual = `${formatPercent(100 - automation.value, 1)} manual review`;
  return [
    percentCard(
      {
        id: 'accuracy',
        title: 'Verification Accuracy',
        basis: counted,
        metric: accuracy,
        threshold: kpiThresholds.verificationAccuracy,
        series: 'kpi.verificationAccuracy',
      },
      facts,
    ),
    latencyCard(avgLatency, facts),
    percentCard(
      {
        id: 'automation',
        title: 'Automation Rate',
        basis: manual,
        metric: automation,
        threshold: kpiThresholds.automationRate,
        series: 'kpi.automationRate',
      },
      facts,
    ),
    ...dlq,
  ];
}

/** One exact figure with its label; `note` explains it. */
export interface KpiDetail {
  readonly label: string;
  readonly values: readonly string[];
  readonly note: string | null;
}

/** The strip of exact figures: two decimals (D-16), p95, manual review, funded amount by currency with its exchange snapshot (C-89). */
export function kpiDetails(kpis: KpiResponse, { now, zone }: { readonly now: number; readonly zone: string }): readonly KpiDetail[] {
  const { verificationAccuracy: accuracy, avgLatency: latency, automationRate: automation, fundedAmount: funded } = kpis;
  const { converted, fxSnapshotId, fxSnapshotIds = [], fxTimestamp } = funded;
  const rates =
    fxTimestamp === undefined ? '' : `, ${formatWhen(Date.parse(fxTimestamp), now, zone)} ${zoneName(zone, Date.parse(fxTimestamp))}`;
  return [
    {
      label: 'verification accuracy',
      values: [formatPercent(accuracy.value, 2, boundsOf(kpiThresholds.verificationAccuracy))],
      note: null,
    },
    {
      label: 'latency p95',
      values: [formatLatency(decidesAny(latency) ? latency.p95 : Number.NaN, boundsOf(kpiThresholds.latencyP95))],
      note: null,
    },
    {
      label: 'automated',
      values: [formatPercent(automation.value, 2, boundsOf(kpiThresholds.automationRate))],
      note: `${formatPercent(100 - automation.value)} manual review`,
    },
    {
      label: 'funded',
      values:
        funded.byCurrency.length === 0
          ? ['Nothing']
          : funded.byCurrency.map(({ currency, amount }) => formatMoney(moneyOf(amount, currency))),
      note:
        fxSnapshotId === undefined
          ? null
          : `${converted === undefined ? '' : `${formatMoney(moneyOf(converted.amount, converted.currency))} in all at `}${fxSnapshotIds.length > 1 ? `the rates of each day, newest ` : ''}snapshot ${fxSnapshotId}${rates}`,
    },
  ];
}
