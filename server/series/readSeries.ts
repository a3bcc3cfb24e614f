import type { Kysely } from 'kysely';
import type { SeriesMetric, SeriesPoint } from '../../src/contracts/series.ts';
import type { Platform } from '../context.ts';
import type { Database } from '../db/schema.ts';
import { readKillSwitch } from '../entities/killSwitch.ts';
import { bucketize, type Range } from './chunks.ts';
import { currentValues, readChunks } from './store.ts';

/** Histories in the buckets of a range, the last one as the figure stands now. */
export async function readSeries(
  platform: Pick<Platform, 'clock'>,
  db: Kysely<Database>,
  tenantId: string,
  metrics: readonly SeriesMetric[],
  range: Range,
): Promise<{ metric: SeriesMetric; points: SeriesPoint[] }[]> {
  const endMs = range.toMs + range.stepS * 1000;
  const chunks = await readChunks(db, tenantId, metrics, range.fromMs, endMs);
  const currentMs = await knownUntil(db, tenantId, platform.clock.business().getTime());
  const current = currentMs >= range.fromMs && currentMs < endMs ? await currentValues(db, tenantId) : null;
  return metrics.map((metric) => {
    const value = current?.get(metric);
    return { metric, points: bucketize(chunks.get(metric) ?? [], range, value === undefined ? null : { atMs: currentMs, value }) };
  });
}

/**
 * Business time at which the figures as they stand were measured: now, or when the kill switch stopped all work. A figure that nothing has measured since then is no
 * sample of later (D-23). Also where the day stands still: it stands where the newest simulation of all tenants ended, which may be hours after this one was halted (S-11).
 */
async function knownUntil(db: Kysely<Database>, tenantId: string, nowMs: number): Promise<number> {
  const { active, since } = await readKillSwitch({ trx: db, tenantId });
  return active && since !== null ? Math.min(nowMs, Date.parse(since)) : nowMs;
}
