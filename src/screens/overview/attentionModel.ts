import type { DeadLetter } from '../../contracts/deadLetter.ts';
import type { HealthComponent } from '../../contracts/health.ts';
import type { KpiResponse } from '../../contracts/kpi.ts';
import type { Notification } from '../../contracts/overview.ts';
import type { PipelineStage } from '../../contracts/pipeline.ts';
import type { Permission } from '../../contracts/access.ts';
import { screenHref, pathOf } from '../../domain/screens/link.ts';
import { formatCount, formatLatency, plural } from '../../domain/format.ts';
import { formatAge } from '../../domain/formatTime.ts';
import { type FreshnessState, isLost } from '../../domain/freshness/freshness.ts';
import { isLatencyBreach } from '../../domain/operations/kpiStatus.ts';
import { componentTitles, stageTitles } from '../../domain/operations/platformStates.ts';
import { lagText, minutesText, sloOf } from '../../domain/operations/slo.ts';
import { boundsOf, kpiThresholds } from '../../domain/operations/thresholds.ts';
import type { FeedItem } from '../../ui/panel/FeedList.tsx';
import { worstFreshness } from '../../domain/freshness/worstFreshness.ts';
import type { Resource } from './queries.ts';
import { wayTo } from './ways.ts';

/** Stored data that may need attention; null if not stored or too old. */
export interface AttentionFacts {
  readonly letters: readonly DeadLetter[] | null;
  /** Damaged dead letters on this device (F-25); they count as waiting. */
  readonly lettersUnread?: number;
  readonly stages: readonly PipelineStage[] | null;
  readonly components: readonly HealthComponent[] | null;
  /** Time for which the components' states are known, on the clock of `now`: now while live. */
  readonly componentsAt: number;
  readonly kpis: KpiResponse | null;
  readonly notifications: readonly Notification[];
  readonly now: number;
}

const watchedKeys = ['letters', 'stages', 'components', 'kpis', 'notifications'] as const;
type WatchedKey = (typeof watchedKeys)[number];

/** One of the sources that are searched for what needs attention. */
export interface Watched {
  readonly name: string;
  /** The stored data is current and complete. */
  readonly known: boolean;
  /** The role may not see this source. */
  readonly forbidden: boolean;
}

/** Whether an empty result means that the platform has nothing: the rows are live and none is damaged on this device (F-25). */
export function isWholeNow({ state, unread, freshness }: Pick<Resource<unknown>, 'state' | 'unread' | 'freshness'>): boolean {
  return !isLost(freshness) && unread === 0 && (state === 'ready' || state === 'empty');
}

/** Age of the list: that of its oldest source, including sources that could not be fetched. */
export function attentionAge(watched: Readonly<Record<WatchedKey, Pick<Resource<unknown>, 'freshness'>>>): FreshnessState {
  return worstFreshness(watchedKeys.map((key) => watched[key].freshness));
}

/**
 * Names the sources that are unknown, so that an empty list does not mean all is well: 'pipeline and health'; null if everything the role
 * may see is known.
 */
export function notKnown(watched: readonly Watched[]): string | null {
  const names = watched.filter(({ known, forbidden }) => !known && !forbidden).map(({ name }) => name);
  const last = names.pop();
  if (last === undefined) return null;
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`;
}

/** Text for the number of waiting dead letters, damaged ones included; banner, list, card and greeting count alike. */
export function reviewLabels(count: number): string {
  return `${plural(count, 'item')} in Dead Letter Queue ${count === 1 ? 'requires' : 'require'} review`;
}

/** How long the oldest readable letter has waited. `waited` is the verb before the time. */
export function waitedLabels(letters: readonly DeadLetter[], unread: number, nowMs: number, waited: string): string {
  const oldest = letters.reduce((first, { failedAt }) => Math.min(first, Date.parse(failedAt)), Infinity);
  if (oldest === Infinity) return 'could not be read on this device';
  return `${waited} ${formatAge(nowMs - oldest)}${unread === 0 ? '' : `, of ${formatCount(letters.length)} that could be read`}`;
}

/** Everything that needs attention now, most severe first (I-8). Warnings that are read or lead to a page already listed are left out. */
export function attentionLines(facts: AttentionFacts, held: ReadonlySet<Permission>): readonly FeedItem[] {
  const lines: FeedItem[] = [];
  const led = new Set<string>();
  const add = (link: string, line: Omit<FeedItem, 'href'>) => {
    const way = wayTo(link, held);
    led.add(pathOf(link));
    lines.push(way.href === null ? line : { ...line, href: way.href });
  };
  for (const stage of facts.stages ?? []) {
    if (!sloOf(stage).breach) continue;
    add(screenHref('pipeline'), {
      id: stage.name,
      status: 'bad',
      statusWord: 'SLO breach',
      title: `${stageTitles[stage.name]} is over its limit`,
      detail: `Lag ${lagText(stage)} min against ${minutesText(stage.sloThresholdMinutes)}`,
      at: stage.lastProcessedAt,
    });
  }
  for (const { name, status } of facts.components ?? []) {
    if (status !== 'warning' && status !== 'critical') continue;
    add(screenHref('health'), {
      id: name,
      status: status === 'critical' ? 'bad' : 'warn',
      statusWord: status,
      title: `${componentTitles[name]} is ${status === 'critical' ? 'critical' : 'in warning'}`,
      at: facts.componentsAt,
    });
  }
  const latency = facts.kpis?.avgLatency;
  if (latency !== undefined && isLatencyBreach(latency))
    add(screenHref('overview'), {
      id: 'latency',
      status: 'bad',
      statusWord: 'Latency breach',
      title: 'Latency is over its limit',
      detail: `p95 is ${formatLatency(latency.p95, boundsOf(kpiThresholds.latencyP95))}, above ${kpiThresholds.latencyP95.limit} h`,
      at: latency.lastUpdated,
    });
  const failed = (facts.letters ?? []).map(({ failedAt }) => Date.parse(failedAt));
  const unread = facts.lettersUnread ?? 0;
  if (failed.length + unread > 0) {
    const waited = waitedLabels(facts.letters ?? [], unread, facts.now, 'oldest waiting');
    add(screenHref('dlq'), {
      id: 'letters',
      status: 'warn',
      statusWord: 'Warning',
      title: reviewLabels(failed.length + unread),
      detail: `${waited.charAt(0).toUpperCase()}${waited.slice(1)}`,
      at: failed.reduce((newest, at) => Math.max(newest, at), failed[0] ?? facts.now),
    });
  }
  for (const { notificationId, level, title, body, time, link, readAt } of facts.notifications) {
    if (level !== 'warning' || readAt !== undefined || (link !== null && led.has(pathOf(link)))) continue;
    const line = { id: notificationId, status: 'warn', statusWord: 'Warning', title, detail: body, at: time } as const;
    if (link === null) lines.push(line);
    else add(link, line);
  }
  return lines;
}
