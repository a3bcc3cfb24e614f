import type { DeadLetter } from '../../contracts/deadLetter.ts';
import type { HealthComponent } from '../../contracts/health.ts';
import type { KpiResponse } from '../../contracts/kpi.ts';
import type { Notification } from '../../contracts/overview.ts';
import type { PipelineStage } from '../../contracts/pipeline.ts';
import type { Permission } from '../../contracts/access.ts';
import { formatCount, formatLatency, plural } from '../../domain/format.ts';
import { formatAge } from '../../domain/formatTime.ts';
import { type FreshnessState, isLost } from '../../domain/freshness.ts';
import { isLatencyBreach } from '../../domain/kpiStatus.ts';
import { componentTitles, stageTitles } from '../../domain/platformStates.ts';
import { lagText, minutesText, sloOf } from '../../domain/slo.ts';
import { boundsOf, kpiThresholds } from '../../domain/thresholds.ts';
import type { FeedItem } from '../../ui/panel/FeedList.tsx';
import { worstFreshness } from '../../domain/worstFreshness.ts';
import type { Resource } from './queries.ts';
import { wayTo } from './ways.ts';

/** What the device holds of it; null where it holds nothing, or nothing that is still known. */
export interface AttentionFacts {
  readonly letters: readonly DeadLetter[] | null;
  /** Dead letters that are damaged on this device (F-25): they wait as well. */
  readonly lettersUnread?: number;
  readonly stages: readonly PipelineStage[] | null;
  readonly components: readonly HealthComponent[] | null;
  /** Up to when their states are known, on the clock of `now`: now while they are live. */
  readonly componentsAt: number;
  readonly kpis: KpiResponse | null;
  readonly notifications: readonly Notification[];
  readonly now: number;
}

const watchedKeys = ['letters', 'stages', 'components', 'kpis', 'notifications'] as const;
type WatchedKey = (typeof watchedKeys)[number];

/** One of the things that are looked through for what needs a hand. */
export interface Watched {
  readonly name: string;
  /** What is held of it is as good as the platform's word. */
  readonly known: boolean;
  /** The role has no business with it. */
  readonly barred: boolean;
}

/** Whether nothing in these rows is as good as nothing at the platform: they are live, and none of them is damaged on this device (F-25). */
export function isWholeNow({ state, unread, freshness }: Pick<Resource<unknown>, 'state' | 'unread' | 'freshness'>): boolean {
  return !isLost(freshness) && unread === 0 && (state === 'ready' || state === 'empty');
}

/** How old the list is: as the oldest of all that it is made of. A line of what could not be fetched does not stand under an age that leaves it out. */
export function attentionAge(watched: Readonly<Record<WatchedKey, Pick<Resource<unknown>, 'freshness'>>>): FreshnessState {
  return worstFreshness(watchedKeys.map((key) => watched[key].freshness));
}

/** What nobody can say just now, so that silence is not taken for order: 'pipeline and health'; null where all that the role may see is known. */
export function notKnown(watched: readonly Watched[]): string | null {
  const names = watched.filter(({ known, barred }) => !known && !barred).map(({ name }) => name);
  const last = names.pop();
  if (last === undefined) return null;
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`;
}

/** How many dead letters wait, those that cannot be read among them: banner, list, card and greeting count alike. */
export function reviewWords(count: number): string {
  return `${plural(count, 'item')} in Dead Letter Queue ${count === 1 ? 'requires' : 'require'} review`;
}

/** How long the oldest has waited, as far as they can be read. `waited` leads to the time. */
export function waitedWords(letters: readonly DeadLetter[], unread: number, nowMs: number, waited: string): string {
  const oldest = letters.reduce((first, { failedAt }) => Math.min(first, Date.parse(failedAt)), Infinity);
  if (oldest === Infinity) return 'could not be read on this device';
  return `${waited} ${formatAge(nowMs - oldest)}${unread === 0 ? '' : `, of ${formatCount(letters.length)} that could be read`}`;
}

/**
 * Everything that needs a hand now, the gravest first (I-8). A warning that only repeats what stands here already, by where it leads, is left out, as is one that
 * was read.
 */
export function attentionLines(facts: AttentionFacts, held: ReadonlySet<Permission>): readonly FeedItem[] {
  const lines: FeedItem[] = [];
  const led = new Set<string>();
  const add = (path: string, line: Omit<FeedItem, 'href'>) => {
    const { href } = wayTo(path, held);
    led.add(path.replace(/[?#].*$/, ''));
    lines.push(href === null ? line : { ...line, href });
  };
  for (const stage of facts.stages ?? []) {
    if (!sloOf(stage).breach) continue;
    add('/operations/pipeline', {
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
    add('/system/health', {
      id: name,
      status: status === 'critical' ? 'bad' : 'warn',
      statusWord: status,
      title: `${componentTitles[name]} is ${status === 'critical' ? 'critical' : 'in warning'}`,
      at: facts.componentsAt,
    });
  }
  const latency = facts.kpis?.avgLatency;
  if (latency !== undefined && isLatencyBreach(latency))
    add('/', {
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
    const waited = waitedWords(facts.letters ?? [], unread, facts.now, 'oldest waiting');
    add('/operations/dlq', {
      id: 'letters',
      status: 'warn',
      statusWord: 'Warning',
      title: reviewWords(failed.length + unread),
      detail: `${waited.charAt(0).toUpperCase()}${waited.slice(1)}`,
      at: failed.reduce((newest, at) => Math.max(newest, at), failed[0] ?? facts.now),
    });
  }
  for (const { notificationId, level, title, body, time, link, readAt } of facts.notifications) {
    if (level !== 'warning' || readAt !== undefined || (link !== null && led.has(link.replace(/[?#].*$/, '')))) continue;
    const line = { id: notificationId, status: 'warn', statusWord: 'Warning', title, detail: body, at: time } as const;
    if (link === null) lines.push(line);
    else add(link, line);
  }
  return lines;
}
