import type { Topic } from '../contracts/realtime/event.ts';
import type { ResourceKey } from '../contracts/rpc.ts';
import { agentEntity, agreementEntity, overridesEntity, trailEntity } from './entities/agent.ts';
import { auditEntity } from './entities/auditRecord.ts';
import { componentEntity } from './entities/component.ts';
import { deadLetterEntity } from './entities/deadLetter.ts';
import type { Entity, TableName } from './entities/entity.ts';
import { keyEntity, manifestEntity, packEntity } from './entities/evidence.ts';
import { paymentEntity, portfolioEntity, schoolEntity, schoolRowsOf } from './entities/finance.ts';
import { incidentEntity } from './entities/incident.ts';
import { killSwitchEntity } from './entities/killSwitch.ts';
import { kpiEntity } from './entities/kpi.ts';
import { activityEntity, confidenceEntity, notificationEntity, rbfSummaryEntity, refinanceSummaryEntity } from './entities/overview.ts';
import { savedViewsEntity } from './entities/savedViews.ts';
import { seriesEntity } from './entities/series.ts';
import { stageEntity } from './entities/stage.ts';
import { verificationEntity } from './entities/verification.ts';
import type { ResourceAnswer } from './types.ts';
import type { SeriesWindow } from '../contracts/series.ts';

/** The rows that an answer holds, and the rows of the table that the answer speaks for. */
export interface Rows<T> {
  readonly entity: Entity<T>;
  readonly values: readonly T[];
  /** Keys that are not the answer's business, though in the same table; null when the whole table is. */
  readonly speaksFor: ((key: string) => boolean) | null;
  readonly totalCount: number | null;
  readonly lastUpdated: string | null;
}

function rows<T>(
  entity: Entity<T>,
  values: readonly T[],
  answer: { readonly totalCount?: number; readonly lastUpdated?: string },
  speaksFor: Rows<T>['speaksFor'] = null,
): Rows<T> {
  return { entity, values, speaksFor, totalCount: answer.totalCount ?? null, lastUpdated: answer.lastUpdated ?? null };
}

type Readers = { readonly [K in Exclude<ResourceKey, `series:${SeriesWindow}`>]: (answer: ResourceAnswer<K>) => Rows<never> };

// Rows<T> is invariant in T; a reader is only ever used with the entity it brings itself.
function reader<A, T>(read: (answer: A) => Rows<T>): (answer: A) => Rows<never> {
  return read as unknown as (answer: A) => Rows<never>;
}

const readers: Readers = {
  kpis: reader((answer) => rows(kpiEntity, [answer], { lastUpdated: answer.verificationAccuracy.lastUpdated })),
  health: reader((answer) => rows(componentEntity, answer.components, answer)),
  pipeline: reader((answer) => rows(stageEntity, answer.stages, answer)),
  dlq: reader((answer) => rows(deadLetterEntity, answer.items, answer)),
  verifications: reader((answer) => rows(verificationEntity, answer.verifications, answer)),
  evidence: reader((answer) => rows(packEntity, answer.packs, answer)),
  manifests: reader((answer) => rows(manifestEntity, [answer], {}, (key) => key === answer.packId)),
  jwks: reader((answer) =>
    rows(
      keyEntity,
      answer.keys.map((key, place) => ({ place, key })),
      {},
    ),
  ),
  activity: reader((answer) => rows(activityEntity, answer.activities, answer)),
  notifications: reader((answer) => rows(notificationEntity, answer.notifications, answer)),
  confidence: reader((answer) => rows(confidenceEntity, [answer], answer, (key) => key === 'confidence')),
  refinanceSummary: reader((answer) => rows(refinanceSummaryEntity, [answer], answer, (key) => key === 'refinanceSummary')),
  rbfSummary: reader((answer) => rows(rbfSummaryEntity, [answer], answer, (key) => key === 'rbfSummary')),
  refinancePortfolios: reader((answer) => rows(portfolioEntity, answer.portfolios, answer)),
  rbfPayments: reader((answer) => rows(paymentEntity, answer.payments, answer)),
  schools: reader((answer) => rows(schoolEntity, schoolRowsOf(answer), answer)),
  incidents: reader((answer) => rows(incidentEntity, answer.incidents, answer)),
  aiAgents: reader((answer) => rows(agentEntity, answer.agents, answer)),
  aiAgreement: reader((answer) => rows(agreementEntity, [answer], answer, (key) => key === 'aiAgreement')),
  aiOverrides: reader((answer) => rows(overridesEntity, [answer], answer, (key) => key === 'aiOverrides')),
  aiTrail: reader((answer) => rows(trailEntity, [answer], answer, (key) => key === 'aiTrail')),
  audit: reader((answer) => rows(auditEntity, answer.records, answer)),
  savedViews: reader((answer) => rows(savedViewsEntity, [answer], answer, (key) => key === 'savedViews')),
  killSwitch: reader((answer) => rows(killSwitchEntity, [answer], {}, (key) => key === 'killSwitch')),
};

/** What an answer means for the tables. */
export function rowsIn<K extends ResourceKey>(resource: K, answer: ResourceAnswer<K>): Rows<never> {
  if (isSeries(resource)) {
    const window = windowOf(resource);
    const { series, stepS, lastUpdated } = answer as ResourceAnswer<`series:${SeriesWindow}`>; // the key says so
    const stored = series.map(({ metric, points }) => ({ metric, window, stepS, points }));
    return rows(seriesEntity, stored, { lastUpdated }, (key) => key.startsWith(`${window} `)) as unknown as Rows<never>; // as in reader()
  }
  const read = readers[resource as Exclude<K, `series:${SeriesWindow}`>] as (answer: ResourceAnswer<K>) => Rows<never>; // one reader per key
  return read(answer);
}

function isSeries(resource: ResourceKey): resource is `series:${SeriesWindow}` {
  return resource.startsWith('series:');
}

function windowOf(resource: `series:${SeriesWindow}`): SeriesWindow {
  return resource.slice('series:'.length) as SeriesWindow; // the rest of the key
}

/** Resources that a topic's events feed or make stale: what a resync of the topic has to fetch. */
export const resourcesOfTopic: Readonly<Record<Topic, readonly ResourceKey[]>> = {
  kpis: ['kpis'],
  verifications: ['verifications'],
  pipeline: ['pipeline', 'dlq'],
  health: ['health'],
  system: ['activity', 'notifications', 'incidents', 'aiAgents', 'aiOverrides', 'aiTrail'],
};

/** Every table with rows of an entity, for the audit: which schema its payloads have, what to fetch when one does not. */
export const auditedTables: readonly {
  readonly table: TableName;
  readonly entityOf: (key: string) => Entity<never>;
  readonly refetch: (key: string) => ResourceKey | null;
}[] = [
  audited(kpiEntity, () => 'kpis'),
  audited(componentEntity, () => 'health'),
  audited(stageEntity, () => 'pipeline'),
  audited(deadLetterEntity, () => 'dlq'),
  audited(verificationEntity, () => 'verifications'),
  audited(packEntity, () => 'evidence'),
  audited(manifestEntity, () => null),
  audited(keyEntity, () => 'jwks'),
  audited(activityEntity, () => 'activity'),
  audited(notificationEntity, () => 'notifications'),
  audited(portfolioEntity, () => 'refinancePortfolios'),
  audited(paymentEntity, () => 'rbfPayments'),
  audited(schoolEntity, () => 'schools'),
  audited(incidentEntity, () => 'incidents'),
  audited(agentEntity, () => 'aiAgents'),
  audited(auditEntity, () => 'audit'),
  audited(seriesEntity, (key) => `series:${key.split(' ', 1)[0] as SeriesWindow}`), // the key of a series begins with its window
  {
    table: 'singles',
    entityOf: (key) => (singles[singleOf(key)] ?? confidenceEntity) as unknown as Entity<never>, // as in audited()
    refetch: singleOf,
  },
];

function audited<T>(entity: Entity<T>, refetch: (key: string) => ResourceKey | null): (typeof auditedTables)[number] {
  return { table: entity.table, entityOf: () => entity as unknown as Entity<never>, refetch };
}

/** Answers that are one row each, by their key. */
const singles = {
  confidence: confidenceEntity,
  refinanceSummary: refinanceSummaryEntity,
  rbfSummary: rbfSummaryEntity,
  aiAgreement: agreementEntity,
  aiOverrides: overridesEntity,
  aiTrail: trailEntity,
  savedViews: savedViewsEntity,
  killSwitch: killSwitchEntity,
} as const;

/** The resource that a single row is of; a key that nothing has comes with the confidence, as it is taken away with it. */
function singleOf(key: string): keyof typeof singles {
  return Object.hasOwn(singles, key) ? (key as keyof typeof singles) : 'confidence'; // one of its own keys
}
