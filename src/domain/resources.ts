import type { Permission } from '../contracts/access.ts';
import type { Endpoint, Freshness } from '../contracts/endpoint.ts';
import { type EndpointId, endpoints } from '../contracts/endpoints.ts';
import { type Topic, topics } from '../contracts/realtime/event.ts';
import type { ResourceKey } from '../contracts/rpc.ts';
import type { SeriesMetric, SeriesWindow } from '../contracts/series.ts';

/**
 * What the device keeps, seen from the endpoint table: which call feeds each resource, who may fetch it, how often, and
 * which topics touch it. The hub schedules by it and the panels judge freshness by it, so that the two cannot disagree.
 */
const minute = 60_000;

/** Milliseconds between refetches of a window while somebody looks: about a third of its step, a minute at least. */
const seriesRefetchMs: Readonly<Record<SeriesWindow, number>> = { '1h': minute, '24h': 5 * minute, '7d': 30 * minute, '30d': 120 * minute };

const endpointOf: Readonly<Record<ResourceKey, EndpointId>> = {
  kpis: 'kpis',
  health: 'health',
  pipeline: 'pipeline',
  dlq: 'dlq',
  verifications: 'verifications',
  evidence: 'evidence',
  jwks: 'jwks',
  activity: 'activity',
  notifications: 'notifications',
  confidence: 'confidence',
  refinanceSummary: 'refinanceSummary',
  rbfSummary: 'rbfSummary',
  refinancePortfolios: 'refinancePortfolios',
  rbfPayments: 'rbfPayments',
  schools: 'schools',
  incidents: 'incidents',
  aiAgents: 'aiAgents',
  aiAgreement: 'aiAgreement',
  aiOverrides: 'aiOverrides',
  aiTrail: 'aiTrail',
  audit: 'audit',
  savedViews: 'savedViews',
  killSwitch: 'killSwitch',
  manifests: 'manifest',
  'series:1h': 'series',
  'series:24h': 'series',
  'series:7d': 'series',
  'series:30d': 'series',
};

/** The call that feeds a resource. */
export function endpointFor(key: ResourceKey): EndpointId {
  return endpointOf[key];
}

/** In the order in which they are fetched at start: what the first screen shows comes first (D-37). The kill switch is not among them: the hub asks
 * for it at every connection, before all of these. */
export const resourceKeys = [
  'kpis',
  'health',
  'pipeline',
  'notifications',
  'dlq',
  'activity',
  'confidence',
  'refinanceSummary',
  'rbfSummary',
  'series:24h',
  'series:1h',
  'verifications',
  'evidence',
  'jwks',
  'manifests',
  'series:7d',
  'series:30d',
  'incidents',
  'refinancePortfolios',
  'rbfPayments',
  'schools',
  'aiAgents',
  'aiOverrides',
  'aiAgreement',
  'aiTrail',
  'audit',
  'savedViews',
] as const satisfies readonly ResourceKey[];

/** The endpoint's own rule for a resource; the windows of series differ from their endpoint only in how often. */
export function freshnessRuleOf(key: ResourceKey): Freshness {
  const window = windowOf(key);
  if (window !== null) return { ...endpoints.series.fresh, refetchMs: seriesRefetchMs[window], staleAfterMs: 3 * seriesRefetchMs[window] };
  // Manifests never change once sealed; only new ones are fetched, beside each refetch of the list they belong to.
  if (key === 'manifests') return { staleAfterMs: Number.POSITIVE_INFINITY, retries: 2 };
  const endpoint: Endpoint = endpoints[endpointOf[key]];
  return endpoint.fresh ?? { staleAfterMs: minute, retries: 3 };
}

/** What people do and what is on record, keys and the switch itself: nothing of it is made by the work that the kill switch stops. */
const notWork: ReadonlySet<ResourceKey> = new Set<ResourceKey>([
  'jwks',
  'manifests',
  'activity',
  'notifications',
  'incidents',
  'aiOverrides',
  'aiTrail',
  'audit',
  'savedViews',
  'killSwitch',
]);

/** Whether these rows are made by the work that the kill switch stops, so that they stand still with it. */
export function isWork(key: ResourceKey): boolean {
  return !notWork.has(key);
}

/** The window of a series resource; null for every other. */
export function windowOf(key: ResourceKey): SeriesWindow | null {
  // The template type guarantees what follows the colon.
  return key.startsWith('series:') ? (key.slice('series:'.length) as SeriesWindow) : null;
}

/** What seeing a metric's history takes: what seeing the figure itself does. */
export function seriesNeeds(metric: SeriesMetric): Permission {
  return metric.startsWith('dgn.') || metric.startsWith('rbf.') ? 'view:finance' : 'view:kpi';
}

/** Whether somebody holding `held` may have this resource at all. */
export function mayFetch(key: ResourceKey, held: ReadonlySet<Permission>): boolean {
  const { needs }: Endpoint = endpoints[endpointOf[key]];
  return needs === 'public' || needs === 'session' || held.has(needs);
}

/** Resources whose rows a topic's events change, or that its events make worth fetching again. */
export function touchedBy(topic: Topic): readonly ResourceKey[] {
  return touched[topic];
}

const touched: Readonly<Record<Topic, readonly ResourceKey[]>> = {
  kpis: ['kpis'],
  health: ['health'],
  pipeline: ['pipeline', 'dlq'],
  verifications: ['verifications'],
  system: ['activity', 'notifications', 'incidents', 'aiAgents', 'aiOverrides', 'aiTrail'],
};

/** The topics whose events carry this resource's rows; none where events only tell that it changed, or do not touch it. */
export function topicsCarrying(key: ResourceKey): readonly Topic[] {
  return key === 'killSwitch' ? ['system'] : topics.filter((topic) => touched[topic].includes(key));
}

/** Whether the event stream itself carries this resource's rows, so that a heartbeat vouches for them (D-15). */
export function isFedByStream(key: ResourceKey): boolean {
  // Every move of the kill switch is told on the control topic, its whole state in the event: nothing is refetched for it.
  return topicsCarrying(key).length > 0;
}

const topicNeeds: Readonly<Record<Topic, Permission | null>> = {
  kpis: 'view:kpi',
  verifications: 'view:verifications',
  pipeline: 'view:pipeline',
  health: 'view:health',
  system: null,
};

/** Topics that somebody holding `held` may subscribe to; `system` reaches everybody (D-14). */
export function topicsFor(held: ReadonlySet<Permission>): readonly Topic[] {
  return ([...topics, 'system'] as const).filter((topic) => {
    const needs = topicNeeds[topic];
    return needs === null || held.has(needs);
  });
}
