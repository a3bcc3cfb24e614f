import type { Answer } from '../contracts/endpoints.ts';
import { quickParse } from '../contracts/quickParse.ts';
import type { RbfTotals } from '../contracts/rbf.ts';
import type { ResourceKey } from '../contracts/resources.ts';
import type { SeriesWindow } from '../contracts/series.ts';
import { agentEntity, agreementEntity, overridesEntity, trailEntity } from './entities/agent.ts';
import { auditEntity } from './entities/auditRecord.ts';
import { componentEntity } from './entities/component.ts';
import { draftEntity } from './entities/draft.ts';
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
import { linkColumns, verificationEntity } from './entities/verification.ts';
import { topicColumn } from './segments.ts';
import type { EncryptedTable, TableName } from './tables.ts';
import type { AnswerMeta, ResourceAnswer } from './types.ts';

/** The rows in an answer, and the part of the table that the answer covers. */
export interface Rows<T> {
  readonly entity: Entity<T>;
  readonly values: readonly T[];
  /** True for keys of the table that the answer covers; null if it covers the whole table. */
  readonly speaksFor: ((key: string) => boolean) | null;
  readonly totalCount: number | null;
  readonly lastUpdated: string | null;
  /** Totals over all rows, stored or not. */
  readonly totals?: RbfTotals;
}

/** What an answer says about its rows. */
type About = Partial<Pick<Rows<never>, 'totalCount' | 'lastUpdated' | 'totals'>>;

/** How the store takes an answer of type A apart. Its rows have the type of the entity, which only the builders below know. */
interface Reader<A> {
  readonly entity: Entity<never>;
  readonly valuesIn: (answer: A) => readonly never[];
  /** True if an answer is a single row, and says nothing about others. */
  readonly single: boolean;
  /** The keys that are this resource's, where several lists share a table; absent if all are. */
  readonly owns?: (key: string) => boolean;
  /** Set if an answer is not used at all while a part of it is damaged: key sets and what has no parts. */
  readonly entire?: true;
  /** In place of the answer's own members of these names. */
  readonly aboutOf?: (answer: A) => About;
}
type More<A> = Pick<Reader<A>, 'owns' | 'entire' | 'aboutOf'>;

/** An answer that is a list of rows. */
function list<A, T>(entity: Entity<T>, valuesIn: (answer: A) => readonly T[], more: More<A> = {}): Reader<A> {
  // Safe: Entity<T> is invariant in T, but a reader's values are only used with its own entity.
  return { ...more, entity: untyped(entity), valuesIn: valuesIn as (answer: A) => readonly never[], single: false };
}

/** An answer that is a single row. */
function one<T>(entity: Entity<T>, more: More<T> = {}): Reader<T> {
  return { ...list(entity, (answer: T) => [answer], more), single: true };
}

/** The history of all metrics over one window. */
function history(window: SeriesWindow): Reader<Answer<'series'>> {
  return list(seriesEntity, ({ series, stepS }) => series.map(({ metric, points }) => ({ metric, window, stepS, points })), {
    owns: (key) => key.startsWith(`${window} `),
    entire: true,
  });
}

type Readers = { readonly [K in ResourceKey]: Reader<ResourceAnswer<K>> };

/** Resources whose answers are a page, a list of changes, or one item of many: each needs a fetcher of its own (workers/hub/fetching/fetchers.ts). */
const pagedReaders = {
  verifications: list(verificationEntity, (answer) => answer.verifications),
  audit: list(auditEntity, (answer) => answer.records),
  manifests: one(manifestEntity),
} satisfies Partial<Readers>;

/** Every resource: one without a reader does not compile. */
const readers: Readers = {
  ...pagedReaders,
  kpis: one(kpiEntity, { aboutOf: ({ verificationAccuracy: { lastUpdated } }) => ({ lastUpdated }) }),
  health: list(componentEntity, (answer) => answer.components),
  pipeline: list(stageEntity, (answer) => answer.stages),
  dlq: list(deadLetterEntity, (answer) => answer.items),
  evidence: list(packEntity, (answer) => answer.packs),
  jwks: list(keyEntity, (answer) => answer.keys.map((key, place) => ({ place, key })), { entire: true }),
  activity: list(activityEntity, (answer) => answer.activities),
  notifications: list(notificationEntity, (answer) => answer.notifications),
  confidence: one(confidenceEntity),
  refinanceSummary: one(refinanceSummaryEntity),
  rbfSummary: one(rbfSummaryEntity),
  refinancePortfolios: list(portfolioEntity, (answer) => answer.portfolios),
  rbfPayments: list(paymentEntity, (answer) => answer.payments, {
    aboutOf: ({ summary, lastUpdated }) => ({ totalCount: summary.totalPayments, lastUpdated, totals: summary }),
  }),
  schools: list(schoolEntity, schoolRowsOf),
  incidents: list(incidentEntity, (answer) => answer.incidents),
  aiAgents: list(agentEntity, (answer) => answer.agents),
  aiAgreement: one(agreementEntity),
  aiOverrides: one(overridesEntity),
  aiTrail: one(trailEntity),
  savedViews: one(savedViewsEntity, { entire: true }),
  killSwitch: one(killSwitchEntity, { entire: true }),
  'series:1h': history('1h'),
  'series:24h': history('24h'),
  'series:7d': history('7d'),
  'series:30d': history('30d'),
};

/** A resource that is not fetched with one call. */
export type PagedKey = keyof typeof pagedReaders;

/** True for resources that are not fetched with one call. */
export function isPaged(resource: ResourceKey): resource is PagedKey {
  return Object.hasOwn(pagedReaders, resource);
}

/** The table of a resource's rows. */
export function tableOf(resource: ResourceKey): TableName {
  return readers[resource].entity.table;
}

/** True if the sound rows of an answer may be used while others of it are damaged. */
export function takesPart(resource: ResourceKey): boolean {
  return readers[resource].entire !== true;
}

/** Maps an answer to table rows. */
export function rowsIn<K extends ResourceKey>(resource: K, answer: ResourceAnswer<K>): Rows<never> {
  const { entity, valuesIn, single, owns, aboutOf }: Reader<ResourceAnswer<K>> = readers[resource];
  const values = valuesIn(answer);
  const { totalCount = null, lastUpdated = null, totals } = aboutOf?.(answer) ?? (answer as About); // optional members of any answer
  return {
    entity,
    values,
    speaksFor: single ? (key) => values.some((value) => entity.keyOf(value) === key) : (owns ?? null),
    totalCount,
    lastUpdated,
    ...(totals !== undefined && { totals }),
  };
}

/**
 * What an answer to a single call says about the rows that are not in it. A list shorter than its own count is truncated and says nothing
 * about those behind the cut; rows left out as damaged are counted and are not behind it.
 */
export function extentOf<K extends ResourceKey>(resource: K, answer: ResourceAnswer<K>, leftOut: number): AnswerMeta['extent'] {
  const { values, speaksFor } = rowsIn(resource, answer);
  const { totalCount = 0 } = answer as { readonly totalCount?: number }; // an optional member of any answer
  return speaksFor === null && values.length + leftOut < totalCount ? 'cut' : 'whole';
}

/** How to validate a table's rows, and what to refetch if one is damaged. */
export interface TableRule {
  /** The entity of the row with this key; null if the rows have no entity. */
  readonly entityOf: (key: string) => Entity<never> | null;
  /** The resources whose fetch brings damaged rows back. */
  readonly resources: readonly ResourceKey[];
  /** The one of them for the row with this key. */
  readonly refetch: (key: string) => ResourceKey | null;
  /** The plain columns of a row with this decrypted payload; null if the payload does not belong to this table. */
  readonly columnsOf: (key: string, payload: unknown) => object | null;
  /** Why the row audit skips this table. It is encrypted like the others. */
  readonly unaudited?: string;
}

const singles = fetchedInto('singles');

/**
 * Every table with personal data: a table declared in tables.ts that is missing both here and among those never encrypted does not
 * compile. Security-relevant code iterates the database's own tables and uses the rule if there is one.
 */
export const tableRules: { readonly [T in EncryptedTable]: TableRule } = {
  kpis: ofEntity(kpiEntity),
  components: ofEntity(componentEntity),
  stages: ofEntity(stageEntity),
  deadLetters: ofEntity(deadLetterEntity),
  verifications: ofEntity(verificationEntity),
  packs: ofEntity(packEntity),
  // Missing manifests are found by the list of packs, not by a fetch of their own (D-37).
  manifests: { ...ofEntity(manifestEntity), resources: [], refetch: () => null },
  keys: ofEntity(keyEntity),
  activities: ofEntity(activityEntity),
  notifications: ofEntity(notificationEntity),
  portfolios: ofEntity(portfolioEntity),
  payments: ofEntity(paymentEntity),
  schools: ofEntity(schoolEntity),
  incidents: ofEntity(incidentEntity),
  agents: ofEntity(agentEntity),
  auditRecords: ofEntity(auditEntity),
  series: ofEntity(seriesEntity),
  singles: ofEntities((key) => readers[singles.refetch(key) ?? 'confidence'].entity, singles),
  chain: { ...ownRows('verifications'), columnsOf: (_, payload) => linkColumns(payload) },
  segments: { ...ownRows(null), columnsOf: (_, payload) => topicColumn(payload) },
  outbox: {
    ...ownRows(null),
    unaudited: 'Read as a whole when a person comes in, and what cannot be read is counted and told (writeOutbox.ts).',
  },
  // On this device only: a damaged one is set aside, and nothing can bring it back.
  drafts: { ...ofEntity(draftEntity), resources: [], refetch: () => null },
  setAside: { ...ownRows(null), unaudited: 'What the audit itself has put there.' },
};

/** The rule of a table in the database; null for a table of a newer build. */
export function ruleOf(table: string): TableRule | null {
  return Object.hasOwn(tableRules, table) ? tableRules[table as EncryptedTable] : null; // safe: one of its own keys
}

// Safe: Entity<T> is invariant in T, but an entity is only used with rows of its own table.
function untyped(entity: unknown): Entity<never> {
  return entity as Entity<never>;
}

function ofEntity<T>(entity: Entity<T>): TableRule {
  return ofEntities(() => untyped(entity), fetchedInto(entity.table));
}

function ofEntities(entityOf: (key: string) => Entity<never>, fetched: Pick<TableRule, 'resources' | 'refetch'>): TableRule {
  return {
    ...fetched,
    entityOf,
    columnsOf: (key, payload) => {
      const entity = entityOf(key);
      const parsed = quickParse(entity.schema, payload);
      return parsed.success ? entity.columnsOf(parsed.data) : null;
    },
  };
}

/** The resources with rows in a table. A key that only a newer build knows is treated like the first one's. */
function fetchedInto(table: TableName): Pick<TableRule, 'resources' | 'refetch'> {
  const resources = (Object.keys(readers) as ResourceKey[]).filter((resource) => tableOf(resource) === table); // its own keys
  return { resources, refetch: (key) => resources.find((resource) => isOf(resource, key)) ?? resources[0] ?? null };
}

/** True if the row with this key of its table is this resource's. Answers that share a table have their own name as their key. */
function isOf(resource: ResourceKey, key: string): boolean {
  const { entity, owns } = readers[resource];
  return entity.table === 'singles' ? key === resource : owns === undefined || owns(key);
}

/** Rows whose columns need no rewriting when a lock changes. */
function ownRows(resource: ResourceKey | null): TableRule {
  return { entityOf: () => null, columnsOf: () => ({}), resources: resource === null ? [] : [resource], refetch: () => resource };
}
