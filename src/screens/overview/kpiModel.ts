import type { DeadLetter } from '../../contracts/deadLetter.ts';
import type { KpiResponse, KpiStatus } from '../../contracts/kpi.ts';
import type { SeriesMetric, SeriesPoint } from '../../contracts/series.ts';
import { breachRules, breachUrgency, minutesToBreach } from '../../domain/breach.ts';
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
import { formatSpan, formatWhen } from '../../domain/formatTime.ts';
import type { FreshnessState } from '../../domain/freshness.ts';
import { kpiStates } from '../../domain/kpiStatus.ts';
import { kpiThresholds, statusAgainst } from '../../domain/thresholds.ts';
import { limitInSight } from '../../ui/chart/series.ts';
import type { KpiTrend } from '../../ui/panel/KpiCard.tsx';
import type { Status } from '../../ui/status/statuses.ts';
import { isLost } from './model.ts';

export interface KpiView {
  readonly id: 'accuracy' | 'latency' | 'automation' | 'dlq';
  readonly title: string;
  readonly value: string;
  readonly unit: string;
  readonly basis: string;
  readonly badge: { readonly status: Status; readonly word: string; readonly was: boolean; readonly filled: boolean };
  readonly trend: KpiTrend | null;
  readonly limitWords: string;
  readonly chart: {
    readonly points: readonly SeriesPoint[];
    readonly limit: number;
    readonly hot: boolean;
    readonly tone: 'accent' | 'warn' | 'bad';
    readonly stepped: boolean;
  };
  readonly freshness: FreshnessState;
}

/** What the four cards are made of. `now` and `asOf` are on the clock that points are written by. */
export interface KpiFacts {
  readonly kpis: KpiResponse | null;
  readonly kpisFreshness: FreshnessState;
  /** Null while it is not known whether there are any. */
  readonly letters: readonly DeadLetter[] | null;
  readonly lettersFreshness: FreshnessState;
  readonly day: (metric: SeriesMetric) => readonly SeriesPoint[];
  readonly hour: (metric: SeriesMetric) => readonly SeriesPoint[];
  readonly now: number;
  /** When what is shown was answered, on the same clock. */
  readonly asOf: number;
  readonly zone: string;
}

/** The history, ending on the value written beside it (LOOK, Charts). */
function ending(points: readonly SeriesPoint[], at: number, value: number): readonly SeriesPoint[] {
  return [...points.filter((point) => point[0] < at), [at, value]];
}

const tones = { ok: 'accent', warn: 'warn', bad: 'bad' } as const;

function badgeOf(status: KpiStatus, freshness: FreshnessState): KpiView['badge'] {
  const { word, was, look } = kpiStates[status];
  return isLost(freshness)
    ? { status: look, word: was, was: true, filled: false }
    : { status: look, word, was: false, filled: look !== 'ok' };
}

/** Good news is a change towards the target; a small one is neither. */
function trendView(value: number, previous: number | undefined, better: 'up' | 'down', bad: 'warn' | 'bad'): KpiTrend | null {
  if (previous === undefined) return null;
  const change = changeOf(value, previous);
  return {
    direction: change.direction,
    text: formatChange(change),
    tone: change.direction === 'stable' ? 'none' : change.direction === better ? 'ok' : bad,
  };
}

function dlqBadge(minutes: number | null, status: KpiStatus, freshness: FreshnessState): KpiView['badge'] {
  const urgency = breachUrgency(minutes);
  if (urgency === null || minutes === null) return badgeOf(status, freshness);
  return {
    status: urgency === 'red' ? 'bad' : 'warn',
    word: minutes === 0 ? 'Limit reached' : `Breach in ${formatSpan(minutes)}`,
    was: false,
    filled: true,
  };
}

function accuracyCard({
  kpis: { verificationAccuracy: metric },
  freshness,
  facts,
}: {
  readonly kpis: KpiResponse;
  readonly freshness: FreshnessState;
  readonly facts: KpiFacts;
}): KpiView {
  return {
    id: 'accuracy',
    title: 'Verification Accuracy',
    value: formatPercent(metric.value, 1).replace('%', ''),
    unit: '%',
    basis: `${formatCount(metric.numerator)} of ${formatCount(metric.denominator)} verified`,
    badge: badgeOf(metric.status, freshness),
    trend: trendView(metric.value, metric.previousValue, 'up', 'warn'),
    limitWords: `Limit ${formatPercent(kpiThresholds.verificationAccuracy.limit)}`,
    chart: {
      points: ending(facts.day('kpi.verificationAccuracy'), facts.asOf, metric.value),
      limit: kpiThresholds.verificationAccuracy.limit,
      hot: metric.status !== 'green',
      tone: tones[kpiStates[metric.status].look],
      stepped: false,
    },
    freshness,
  };
}

function latencyCard({
  kpis: { avgLatency: latency },
  freshness,
  facts,
}: {
  readonly kpis: KpiResponse;
  readonly freshness: FreshnessState;
  readonly facts: KpiFacts;
}): KpiView {
  const { value, unit } = latencyParts(latency.p50);
  const { limit } = kpiThresholds.latencyP95;
  const points = ending(facts.day('kpi.avgLatency'), facts.asOf, latency.p50);
  const minutes = minutesToBreach(facts.hour('kpi.avgLatencyP95'), breachRules.latencyP95, { nowMs: facts.now, stale: isLost(freshness) });
  return {
    id: 'latency',
    title: 'Avg Latency',
    value,
    unit,
    basis: `p50 ${formatLatency(latency.p50)} · p95 ${formatLatency(latency.p95)}`,
    badge: dlqBadge(minutes, latency.status, freshness),
    trend: trendView(latency.p50, latency.previousP50, 'down', 'warn'),
    limitWords: `Limit p95 ${limit} h${limitInSight(points, limit) ? '' : ', off scale ↑'}`,
    chart: { points, limit, hot: latency.status !== 'green', tone: tones[kpiStates[latency.status].look], stepped: false },
    freshness,
  };
}

function automationCard({
  kpis: { automationRate: metric },
  freshness,
  facts,
}: {
  readonly kpis: KpiResponse;
  readonly freshness: FreshnessState;
  readonly facts: KpiFacts;
}): KpiView {
  return {
    id: 'automation',
    title: 'Automation Rate',
    value: formatPercent(metric.value, 1).replace('%', ''),
    unit: '%',
    basis: `${formatPercent(100 - metric.value, 1)} manual review`,
    badge: badgeOf(metric.status, freshness),
    trend: trendView(metric.value, metric.previousValue, 'up', 'warn'),
    limitWords: `Limit ${formatPercent(kpiThresholds.automationRate.limit)}`,
    chart: {
      points: ending(facts.day('kpi.automationRate'), facts.asOf, metric.value),
      limit: kpiThresholds.automationRate.limit,
      hot: metric.status !== 'green',
      tone: tones[kpiStates[metric.status].look],
      stepped: false,
    },
    freshness,
  };
}

function dlqCard(letters: readonly DeadLetter[], facts: KpiFacts): KpiView {
  const { lettersFreshness: freshness, now, zone, asOf } = facts;
  const count = letters.length;
  const status = statusAgainst(count, kpiThresholds.dlqItems);
  const hour = ending(facts.hour('kpi.dlqItems'), asOf, count);
  const minutes = minutesToBreach(hour, breachRules.dlqItems, { nowMs: Math.max(now, asOf), stale: isLost(freshness) });
  const badge = dlqBadge(minutes, status, freshness);
  const newest = letters.reduce<number | null>((latest, { failedAt }) => Math.max(latest ?? 0, Date.parse(failedAt)), null);
  const points = ending(facts.day('kpi.dlqItems'), asOf, count);
  const before = points.find(([, value]) => value !== null)?.[1] ?? undefined;
  const tone = badge.status === 'bad' || badge.status === 'warn' ? badge.status : 'accent';
  return {
    id: 'dlq',
    title: 'DLQ Items',
    value: formatCount(count),
    unit: '',
    basis: newest === null ? 'No failed items' : `Newest failed ${formatWhen(newest, now, zone)}`,
    badge,
    trend: points.length < 2 ? null : trendView(count, before, 'down', 'warn'),
    limitWords: `Limit ${plural(kpiThresholds.dlqItems.limit, 'item')}`,
    chart: { points, limit: kpiThresholds.dlqItems.limit, hot: tone !== 'accent', tone, stepped: true },
    freshness,
  };
}

/** The executive summary's cards in the document's order (C-13); those whose figures are not held yet are missing. */
export function kpiViews(facts: KpiFacts): readonly KpiView[] {
  const { kpis, kpisFreshness: freshness, letters } = facts;
  return [
    ...(kpis === null
      ? []
      : [accuracyCard({ kpis, freshness, facts }), latencyCard({ kpis, freshness, facts }), automationCard({ kpis, freshness, facts })]),
    ...(letters === null ? [] : [dlqCard(letters, facts)]),
  ];
}

export interface KpiDetail {
  readonly label: string;
  readonly values: readonly string[];
  readonly note: string | null;
}

/** The strip of exact figures: two decimals (D-16), p95, manual review, funded amount by currency with its exchange snapshot (C-89). */
export function kpiDetails(kpis: KpiResponse, { now, zone }: { readonly now: number; readonly zone: string }): readonly KpiDetail[] {
  const { verificationAccuracy: accuracy, avgLatency: latency, automationRate: automation, fundedAmount: funded } = kpis;
  const snapshot = [
    ...(funded.fxSnapshotId === undefined ? [] : [`FX snapshot ${funded.fxSnapshotId}`]),
    ...(funded.fxTimestamp === undefined ? [] : [`rates of ${formatWhen(Date.parse(funded.fxTimestamp), now, zone)}`]),
  ];
  return [
    {
      label: 'Verification accuracy',
      values: [formatPercent(accuracy.value)],
      note: `${formatPercent(accuracy.previousValue)} last period`,
    },
    { label: 'Latency', values: [formatLatency(latency.p95)], note: `p95, half within ${formatLatency(latency.p50)}` },
    { label: 'Automation rate', values: [formatPercent(automation.value)], note: `${formatPercent(100 - automation.value)} manual review` },
    {
      label: 'Funded amount',
      values: funded.byCurrency.map(({ currency, amount }) => formatMoney(amount, currency)),
      note: snapshot.length === 0 ? null : snapshot.join(', '),
    },
  ];
}
