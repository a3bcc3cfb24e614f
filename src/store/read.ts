import type { DeadLetter } from '../contracts/deadLetter.ts';
import { componentNames, type HealthComponent } from '../contracts/health.ts';
import type { KpiResponse } from '../contracts/kpi.ts';
import type { Activity, ConfidenceResponse, Notification, RbfSummary, RefinanceSummary } from '../contracts/overview.ts';
import { type PipelineStage, stageNames } from '../contracts/pipeline.ts';
import type { ResourceKey } from '../contracts/rpc.ts';
import type { SeriesMetric, SeriesPoint, SeriesWindow } from '../contracts/series.ts';
import { componentEntity } from './entities/component.ts';
import { deadLetterEntity } from './entities/deadLetter.ts';
import { kpiEntity, kpiKey } from './entities/kpi.ts';
import { activityEntity, confidenceEntity, notificationEntity, rbfSummaryEntity, refinanceSummaryEntity } from './entities/overview.ts';
import { seriesEntity, seriesKey } from './entities/series.ts';
import { stageEntity } from './entities/stage.ts';
import { readDb } from './readDb.ts';
import { decryptSync } from './encryptedSync.ts';
import { readWhole } from './readWhole.ts';
import type { Stored, SyncRow } from './types.ts';
import { DamagedRow, unpack } from './unpack.ts';

/**
 * Reads for pages, from the database that `openReadStore` opened (readDb.ts). Plain functions, to be run inside a live query. Damaged
 * rows are left out and counted: nothing unreadable is ever shown (F-25). Here is what the first page and
 * every other one read; what only a screen reads is in files of its own, so that it loads with the screen.
 */
export { closeReadStore, openReadStore, takeReadKey } from './readDb.ts';

/** The sync row of a resource; null if it was never fetched. */
export async function readSync(resource: ResourceKey): Promise<SyncRow | null> {
  const db = readDb();
  return (await decryptSync(db, await db.sync.get(resource))) ?? null;
}

/** The sync rows of all resources. Rejects while signed out. */
export async function readSyncs(): Promise<readonly SyncRow[]> {
  const db = readDb();
  return (await Promise.all((await db.sync.toArray()).map((row) => decryptSync(db, row)))).filter((row) => row !== undefined);
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
  return readWhole(kpiEntity, kpiKey);
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
  return readWhole(confidenceEntity, 'confidence');
}

/** Null if never fetched. @throws DamagedRow (rejects) */
export function readRefinanceSummary(): Promise<RefinanceSummary | null> {
  return readWhole(refinanceSummaryEntity, 'refinanceSummary');
}

/** Null if never fetched. @throws DamagedRow (rejects) */
export function readRbfSummary(): Promise<RbfSummary | null> {
  return readWhole(rbfSummaryEntity, 'rbfSummary');
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
