import { quickParse } from '../contracts/quickParse.ts';
import type { RbfTotals } from '../contracts/rbf.ts';
import type { Topic } from '../contracts/realtime/event.ts';
import type { ResourceKey } from '../contracts/rpc.ts';
import { chainEntrySchema } from '../contracts/verification.ts';
import { agentEntity, agreementEntity, overridesEntity, trailEntity } from './entities/agent.ts';
import { auditEntity } from './entities/auditRecord.ts';
import { componentEntity } from './entities/component.ts';
import { deadLetterEntity } from './entities/deadLetter.ts';
import type { Entity } from './entities/entity.ts';
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
import { topicOfFrames } from './segments.ts';
import type { SealedTable } from './tables.ts';
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
  /** What the answer says of all rows, held or not. */
  readonly totals?: RbfTotals;
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
  rbfPayments: reader((answer) => ({
    ...rows(paymentEntity, answer.payments, { ...answer, totalCount: answer.summary.totalPayments }),
    totals: answer.summary,
  })),
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

/** How the rows of a table are judged, and what to fetch again when one is not what it should be. */
export interface TableRule {
  /** The entity whose row has this key; null where the rows are not an entity's. */
  readonly entityOf: (key: string) => Entity<never> | null;
  readonly refetch: (key: string) => ResourceKey | null;
  /** The columns of the row that has this open payload, as they stand without a lock; null where it is none of this table's. */
  readonly columnsOf: (key: string, payload: unknown) => object | null;
  /** Left out by the audit of rows, with the reason. Sealed like every other. */
  readonly unaudited?: string;
}

/**
 * Every table that holds something of a person's: a table that is declared (tables.ts) and stands neither here nor among those that are never sealed does not
 * compile. What is walked for safety is walked from the database's own tables, with the rule where there is one.
 */
export const tableRules: { readonly [T in SealedTable]: TableRule } = {
  kpis: of(kpiEntity, 'kpis'),
  components: of(componentEntity, 'health'),
  stages: of(stageEntity, 'pipeline'),
  deadLetters: of(deadLetterEntity, 'dlq'),
  verifications: of(verificationEntity, 'verifications'),
  packs: of(packEntity, 'evidence'),
  // Missing ones are found by the list of packs, not by a fetch of their own (D-37).
  manifests: of(manifestEntity, null),
  keys: of(keyEntity, 'jwks'),
  activities: of(activityEntity, 'activity'),
  notifications: of(notificationEntity, 'notifications'),
  portfolios: of(portfolioEntity, 'refinancePortfolios'),
  payments: of(paymentEntity, 'rbfPayments'),
  schools: of(schoolEntity, 'schools'),
  incidents: of(incidentEntity, 'incidents'),
  agents: of(agentEntity, 'aiAgents'),
  auditRecords: of(auditEntity, 'audit'),
  series: { ...of(seriesEntity, null), refetch: (key) => `series:${key.split(' ', 1)[0] as SeriesWindow}` }, // the key of a series begins with its window
  singles: { ...ofEntities((key) => untyped(singles[singleOf(key)] ?? confidenceEntity)), refetch: singleOf },
  chain: { ...ownRows('verifications'), columnsOf: (_, payload) => linkColumns(payload) },
  segments: { ...ownRows(null), columnsOf: (_, payload) => topicColumn(topicOfFrames(payload)) },
  outbox: {
    ...ownRows(null),
    unaudited: 'Read as a whole when a person comes in, and what cannot be read is counted and told (writeOutbox.ts).',
  },
  setAside: { ...ownRows(null), unaudited: 'What the audit itself has put there.' },
};

/** The rule of a table that the database has, whoever declared it; null for one that this build does not know, which a newer one has made. */
export function ruleOf(table: string): TableRule | null {
  return Object.hasOwn(tableRules, table) ? tableRules[table as SealedTable] : null; // one of its own keys
}

// Entity<T> is invariant in T; a rule's is only ever used with rows of its own table.
function untyped(entity: unknown): Entity<never> {
  return entity as Entity<never>;
}

function of<T>(entity: Entity<T>, refetch: ResourceKey | null): TableRule {
  return { ...ofEntities(() => untyped(entity)), refetch: () => refetch };
}

function ofEntities(entityOf: (key: string) => Entity<never>): Omit<TableRule, 'refetch'> {
  return {
    entityOf,
    columnsOf: (key, payload) => {
      const entity = entityOf(key);
      const parsed = quickParse(entity.schema, payload);
      return parsed.success ? entity.columnsOf(parsed.data) : null;
    },
  };
}

/** Rows with nothing in their columns that a lock hides. */
function ownRows(refetch: ResourceKey | null): TableRule {
  return { entityOf: () => null, columnsOf: () => ({}), refetch: () => refetch };
}

function topicColumn(topic: Topic | null): object | null {
  return topic === null ? null : { topic };
}

function linkColumns(payload: unknown): object | null {
  const parsed = chainEntrySchema.safeParse(payload);
  return parsed.success ? { chainIndex: parsed.data.chainIndex, vrfId: parsed.data.vrfId } : null;
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
