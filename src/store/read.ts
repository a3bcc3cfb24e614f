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
 * What pages read, from the database that `openReadStore` opened (readDb.ts). Plain functions, to be run inside a live query.
 * Rows whose payload is not what it should be are left out and counted: nothing unreadable is ever shown (F-25).
 * Lists with filters and windows stand in `readVerifications.ts` and `readPacks.ts`.
 */
export { closeReadStore, openReadStore, takeReadKey } from './readDb.ts';

async function one<T>(entity: Entity<T>, key: string): Promise<T | null> {
  return unpackWhole(entity, await readDb().rows(entity.table).get(key));
}

/** How a resource was last fetched; null if never tried. */
export async function readSync(resource: ResourceKey): Promise<SyncRow | null> {
  const db = readDb();
  return (await openSync(db, await db.sync.get(resource))) ?? null;
}

/** How the last fetches of every resource went. Rejects while nobody is in. */
export async function readSyncs(): Promise<readonly SyncRow[]> {
  const db = readDb();
  return (await Promise.all((await db.sync.toArray()).map((row) => openSync(db, row)))).filter((row) => row !== undefined);
}

/** When anything was last fetched whole, server's clock, epoch milliseconds: as of when the newest rows are that no stream vouches for. Null if nothing ever was. */
export async function readNewestFetch(): Promise<number | null> {
  const moments = (await readDb().sync.toArray()).flatMap((row) => row.lastSuccessAt ?? []);
  return moments.length === 0 ? null : Math.max(...moments);
}

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

/** In the order in which work flows through them. */
export async function readStages(): Promise<Stored<PipelineStage>> {
  return unpack(
    stageEntity,
    await readDb()
      .rows('stages')
      .bulkGet([...stageNames]),
  );
}

/** All dead letters, the newest first: they are counted, searched and exported as the queue. Removed ones have no place in the index. */
export async function readDeadLetters(): Promise<Stored<DeadLetter>> {
  return unpack(deadLetterEntity, await readDb().deadLetters.orderBy('at').reverse().toArray());
}

export async function readActivities(limit = 5): Promise<Stored<Activity>> {
  return unpack(activityEntity, await readDb().rows('activities').orderBy('at').reverse().limit(limit).toArray());
}

export async function readNotifications(limit = 50): Promise<Stored<Notification>> {
  return unpack(notificationEntity, await readDb().rows('notifications').orderBy('at').reverse().limit(limit).toArray());
}

export function readConfidence(): Promise<ConfidenceResponse | null> {
  return one(confidenceEntity, 'confidence');
}

export function readRefinanceSummary(): Promise<RefinanceSummary | null> {
  return one(refinanceSummaryEntity, 'refinanceSummary');
}

export function readRbfSummary(): Promise<RbfSummary | null> {
  return one(rbfSummaryEntity, 'rbfSummary');
}

/** By portfolio id. */
export async function readPortfolios(): Promise<Stored<Portfolio>> {
  return unpack(portfolioEntity, await readDb().rows('portfolios').toArray());
}

/** All payments: what is not paid first, then the newest paid. Milestones are summed from them. */
export async function readPayments(): Promise<Stored<RbfPayment>> {
  return unpack(paymentEntity, await readDb().rows('payments').orderBy('at').reverse().toArray());
}

/** Schools with their financing, by school id. */
export async function readSchools(): Promise<Stored<SchoolRow>> {
  return unpack(schoolEntity, await readDb().rows('schools').toArray());
}

/** All incidents that are held, the newest first, resolved or not: an old one may be open. */
export async function readIncidents(): Promise<Stored<Incident>> {
  return unpack(incidentEntity, await readDb().rows('incidents').orderBy('at').reverse().toArray());
}

/** By agent id. */
export async function readAgents(): Promise<Stored<Agent>> {
  return unpack(agentEntity, await readDb().rows('agents').toArray());
}

/** Each agent's days of agreement with people. */
export function readAgreement(): Promise<AgreementResponse | null> {
  return one(agreementEntity, 'aiAgreement');
}

/** Requests to override, what waits first, and the predictions that could be. */
export function readOverrides(): Promise<OverridesResponse | null> {
  return one(overridesEntity, 'aiOverrides');
}

/** The newest acts of governance first. */
export function readAiTrail(): Promise<AiTrailResponse | null> {
  return one(trailEntity, 'aiTrail');
}

/** Points by metric, for those that are held. @throws DamagedRow where one cannot be read: without its points nothing would seem to have been measured */
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

/** A pack's manifest as it was fetched; judging it is the evidence room's. Null where none is held that can be read: it is fetched. */
export async function readManifest(packId: string): Promise<EvidenceManifest | null> {
  return unpackOne(manifestEntity, await readDb().rows('manifests').get(packId));
}

/** The signing keys in the order of the set, doubles and all; when they were fetched stands in the sync row `jwks`. */
export async function readKeys(): Promise<Stored<StoredKey>> {
  const stored = await unpack(keyEntity, await readDb().rows('keys').toArray());
  const rows = [...stored.rows].sort((a, b) => a.place - b.place).map((numbered) => numbered.key);
  return { rows, corrupt: stored.corrupt };
}

/** The newest stored segments of events, redacted, for diagnostics. */
export function readSegments(limit: number): Promise<readonly Segment[]> {
  return newestSegments(readDb(), limit);
}
