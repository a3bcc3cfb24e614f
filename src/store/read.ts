import type { Agent, AgreementResponse, AiTrailResponse, OverridesResponse } from '../contracts/agent.ts';
import type { DeadLetter } from '../contracts/deadLetter.ts';
import type { EvidenceManifest } from '../contracts/evidence.ts';
import { componentNames, type HealthComponent } from '../contracts/health.ts';
import type { Incident } from '../contracts/incident.ts';
import type { KpiResponse } from '../contracts/kpi.ts';
import type { Activity, ConfidenceResponse, Notification, RbfSummary, RefinanceSummary } from '../contracts/overview.ts';
import { type PipelineStage, stageNames } from '../contracts/pipeline.ts';
import type { Portfolio } from '../contracts/portfolio.ts';
import type { RbfPayment } from '../contracts/rbf.ts';
import type { ResourceKey } from '../contracts/rpc.ts';
import type { SeriesMetric, SeriesPoint, SeriesWindow } from '../contracts/series.ts';
import { agentEntity, agreementEntity, overridesEntity, trailEntity } from './entities/agent.ts';
import { componentEntity } from './entities/component.ts';
import { deadLetterEntity } from './entities/deadLetter.ts';
import type { Entity } from './entities/entity.ts';
import { type StoredKey, keyEntity, manifestEntity } from './entities/evidence.ts';
import { type SchoolRow, paymentEntity, portfolioEntity, schoolEntity } from './entities/finance.ts';
import { incidentEntity } from './entities/incident.ts';
import { kpiEntity, kpiKey } from './entities/kpi.ts';
import { activityEntity, confidenceEntity, notificationEntity, rbfSummaryEntity, refinanceSummaryEntity } from './entities/overview.ts';
import { seriesEntity, seriesKey } from './entities/series.ts';
import { stageEntity } from './entities/stage.ts';
import { readDb } from './readDb.ts';
import { openSync } from './sealedSync.ts';
import { newestSegments } from './segments.ts';
import type { Segment, Stored, SyncRow } from './types.ts';
import { DamagedRow, unpack, unpackOne, unpackWhole } from './unpack.ts';

/**
 * Reads for pages, from the database that `openReadStore` opened (readDb.ts). Plain functions, to be run inside a live query. Damaged
 * rows are left out and counted: nothing unreadable is ever shown (F-25). Lists with filters and windows are in `readVerifications.ts`
 * and `readPacks.ts`.
 */
export { closeReadStore, openReadStore, takeReadKey } from './readDb.ts';

async function one<T>(entity: Entity<T>, key: string): Promise<T | null> {
  return unpackWhole(entity, await readDb().rows(entity.table).get(key));
}

/** The sync row of a resource; null if it was never fetched. */
export async function readSync(resource: ResourceKey): Promise<SyncRow | null> {
  const db = readDb();
  return (await openSync(db, await db.sync.get(resource))) ?? null;
}

/** The sync rows of all resources. Rejects while signed out. */
export async function readSyncs(): Promise<readonly SyncRow[]> {
  const db = readDb();
  return (await Promise.all((await db.sync.toArray()).map((row) => openSync(db, row)))).filter((row) => row !== undefined);
}

/**
 * Time of the newest successful fetch, server's clock, epoch milliseconds: the as-of time of the newest rows that no event stream
 * confirms. Null if there was none.
 */
export async function readNewestFetch(): Promise<number | null> {
  const moments = (await readDb().sync.toArray()).flatMap((row) => row.lastSuccessAt ?? []);
  return moments.length === 0 ? null : Math.max(...moments);
}

/** Null if never fetched. @throws DamagedRow (rejects) */
export function readKpis(): Promise<KpiResponse | null> {
  return one(kpiEntity, kpiKey);
}

/** In the documents' order. */
export async function readComponents(): Promise<Stored<HealthComponent>> {
  return unpack(
    componentEntity,
    await readDb()
      .rows('components')
      .bulkGet([...componentNames]),
  );
}

/** In processing order. */
export async function readStages(): Promise<Stored<PipelineStage>> {
  return unpack(
    stageEntity,
    await readDb()
      .rows('stages')
      .bulkGet([...stageNames]),
  );
}

/** All dead letters, newest first: they are counted, searched and exported as the queue. Tombstones are not in the index. */
export async function readDeadLetters(): Promise<Stored<DeadLetter>> {
  return unpack(deadLetterEntity, await readDb().deadLetters.orderBy('at').reverse().toArray());
}

/** The newest first. */
export async function readActivities(limit = 5): Promise<Stored<Activity>> {
  return unpack(activityEntity, await readDb().rows('activities').orderBy('at').reverse().limit(limit).toArray());
}

/** The newest first, those already read included. */
export async function readNotifications(limit = 50): Promise<Stored<Notification>> {
  return unpack(notificationEntity, await readDb().rows('notifications').orderBy('at').reverse().limit(limit).toArray());
}

/** Null if never fetched. @throws DamagedRow (rejects) */
export function readConfidence(): Promise<ConfidenceResponse | null> {
  return one(confidenceEntity, 'confidence');
}

/** Null if never fetched. @throws DamagedRow (rejects) */
export function readRefinanceSummary(): Promise<RefinanceSummary | null> {
  return one(refinanceSummaryEntity, 'refinanceSummary');
}

/** Null if never fetched. @throws DamagedRow (rejects) */
export function readRbfSummary(): Promise<RbfSummary | null> {
  return one(rbfSummaryEntity, 'rbfSummary');
}

/** By portfolio id. */
export async function readPortfolios(): Promise<Stored<Portfolio>> {
  return unpack(portfolioEntity, await readDb().rows('portfolios').toArray());
}

/** All payments: unpaid first, then the newest paid. Milestones are summed from them. */
export async function readPayments(): Promise<Stored<RbfPayment>> {
  return unpack(paymentEntity, await readDb().rows('payments').orderBy('at').reverse().toArray());
}

/** Schools with their financing, by school id. */
export async function readSchools(): Promise<Stored<SchoolRow>> {
  return unpack(schoolEntity, await readDb().rows('schools').toArray());
}

/** All stored incidents, newest first, resolved or not: an old one may be open. */
export async function readIncidents(): Promise<Stored<Incident>> {
  return unpack(incidentEntity, await readDb().rows('incidents').orderBy('at').reverse().toArray());
}

/** By agent id. */
export async function readAgents(): Promise<Stored<Agent>> {
  return unpack(agentEntity, await readDb().rows('agents').toArray());
}

/** Each agent's daily agreement with people. */
export function readAgreement(): Promise<AgreementResponse | null> {
  return one(agreementEntity, 'aiAgreement');
}

/** Override requests, pending first, and the predictions that can be overridden. */
export function readOverrides(): Promise<OverridesResponse | null> {
  return one(overridesEntity, 'aiOverrides');
}

/** Acts of governance, newest first. */
export function readAiTrail(): Promise<AiTrailResponse | null> {
  return one(trailEntity, 'aiTrail');
}

/**
 * Points by metric, for stored metrics.
 * @throws DamagedRow if one is unreadable: without its points it would look as if nothing had been measured
 */
export async function readSeries(
  metrics: readonly SeriesMetric[],
  window: SeriesWindow,
): Promise<ReadonlyMap<SeriesMetric, readonly SeriesPoint[]>> {
  const rows = await readDb()
    .rows('series')
    .bulkGet(metrics.map((metric) => seriesKey(metric, window)));
  const { rows: held, corrupt } = await unpack(seriesEntity, rows);
  if (corrupt > 0) throw new DamagedRow();
  return new Map(held.map((series) => [series.metric, series.points]));
}

/** A pack's manifest as fetched; src/evidence judges it. Null if none is stored or readable: it is then fetched. */
export async function readManifest(packId: string): Promise<EvidenceManifest | null> {
  return unpackOne(manifestEntity, await readDb().rows('manifests').get(packId));
}

/** The signing keys in the set's order, duplicates included; the sync row `jwks` has the time of the fetch. */
export async function readKeys(): Promise<Stored<StoredKey>> {
  const stored = await unpack(keyEntity, await readDb().rows('keys').toArray());
  const rows = [...stored.rows].sort((a, b) => a.place - b.place).map((numbered) => numbered.key);
  return { rows, corrupt: stored.corrupt };
}

/** The newest stored event segments, redacted, for diagnostics. */
export function readSegments(limit: number): Promise<readonly Segment[]> {
  return newestSegments(readDb(), limit);
}
