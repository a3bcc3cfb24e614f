import type { Kysely } from 'kysely';
import type { SeriesMetric, SeriesPoint } from '../../src/contracts/series.ts';
import type { Platform } from '../context.ts';
import type { Database } from '../db/schema.ts';
import { readKillSwitch } from '../entities/killSwitch.ts';
import { bucketize, type Range } from './chunks.ts';
import { currentValues, readChunks } from './store.ts';

/** Histories in the buckets of a range; the last bucket shows the present value. */
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
 * Business time up to which the present values are valid: now, or when the kill switch stopped all work. A value not measured since then
 * must not appear as a later sample (D-23). This also matters while the day stands still: it stands at the newest simulation of all
 * tenants, which may be hours after this tenant was halted (S-11).
 */
async function knownUntil(db: Kysely<Database>, tenantId: string, nowMs: number): Promise<number> {
  const { active, since } = await readKillSwitch({ trx: db, tenantId });
  return active && since !== null ? Math.min(nowMs, Date.parse(since)) : nowMs;
}
