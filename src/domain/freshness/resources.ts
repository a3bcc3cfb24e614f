import type { Permission } from '../../contracts/access.ts';
import type { Freshness, Needs } from '../../contracts/endpoint.ts';
import { type Topic, topics } from '../../contracts/realtime/event.ts';
import { type CallOf, type Resource, type ResourceKey, resourceCalls, resources } from '../../contracts/resources.ts';
import type { SeriesMetric, SeriesWindow } from '../../contracts/series.ts';

/**
 * What follows from the table of resources (contracts/resources.ts): who may fetch one, how often, and what a topic's events refresh. The
 * hub schedules by it and panels judge freshness by it, so that they agree.
 */
const rowOf = (key: ResourceKey): Resource => resources[key];
const everyTopic = [...topics, 'system'] as const;
const everyKey = Object.keys(resources) as readonly ResourceKey[]; // the keys of the literal

/** In the order fetched at start. Without the kill switch, for which the hub asks by itself. */
export const resourceKeys: readonly ResourceKey[] = everyKey.filter((key) => rowOf(key).atStart !== false);

/** The call that fetches a resource. */
export function endpointFor<K extends ResourceKey>(key: K): CallOf<K> {
  return resources[key].call;
}

/** How a resource is kept fresh: its own rule, or its call's. */
export function freshnessRuleOf(key: ResourceKey): Freshness {
  const row = rowOf(key);
  return row.fresh === undefined ? resourceCalls[row.call].fresh : row.fresh;
}

/** True if the kill switch stops the work that produces these rows. */
export function isWork(key: ResourceKey): boolean {
  return rowOf(key).work;
}

/** The window of a series resource; null for all others. */
export function windowOf(key: ResourceKey): SeriesWindow | null {
  return rowOf(key).window ?? null;
}

/** The permission for a metric's history: the same as for the figure. */
export function seriesNeeds(metric: SeriesMetric): Permission {
  return metric.startsWith('dgn.') || metric.startsWith('rbf.') ? 'view:finance' : 'view:kpi';
}

/** Who may fetch this resource. */
export function needsOf(key: ResourceKey): Needs {
  return resourceCalls[rowOf(key).call].needs;
}

/** True if the permissions `held` allow fetching this resource. */
export function mayFetch(key: ResourceKey, held: ReadonlySet<Permission>): boolean {
  const needs = needsOf(key);
  return needs === 'public' || needs === 'session' || held.has(needs);
}

/** Resources whose rows a topic's events change, or that should be refetched after them: those that a resync of the topic fetches. */
export function touchedBy(topic: Topic): readonly ResourceKey[] {
  return resourceKeys.filter((key) => rowOf(key).feeds[topic] !== undefined);
}

/** Those of them that are fetched again after each batch of its events (C-75). */
export function refetchedBy(topic: Topic): readonly ResourceKey[] {
  return touchedBy(topic).filter((key) => rowOf(key).feeds[topic] !== 'rows');
}

/** The topics whose events carry this resource's rows; empty if events only report changes or do not affect it. */
export function topicsCarrying(key: ResourceKey): readonly Topic[] {
  const { feeds } = rowOf(key);
  return everyTopic.filter((topic) => (feeds[topic] ?? 'refetch') !== 'refetch');
}

/** True if the event stream carries this resource's rows, so that a heartbeat confirms them (D-15). */
export function isFedByStream(key: ResourceKey): boolean {
  return topicsCarrying(key).length > 0;
}

const topicNeeds: Readonly<Record<Topic, Permission | null>> = {
  kpis: 'view:kpi',
  verifications: 'view:verifications',
  pipeline: 'view:pipeline',
  health: 'view:health',
  system: null,
};

/** Topics that the permissions `held` allow to follow; `system` reaches everybody (D-14). */
export function topicsFor(held: ReadonlySet<Permission>): readonly Topic[] {
  return everyTopic.filter((topic) => {
    const needs = topicNeeds[topic];
    return needs === null || held.has(needs);
  });
}
