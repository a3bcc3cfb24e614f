import { startOfDay } from '../../src/domain/calendar.ts';
import type { Platform } from '../context.ts';
import { countKpis } from '../entities/kpis.ts';
import { zoneOf } from '../entities/zone.ts';
import { compactSeries, recordMinute } from '../series/store.ts';

/**
 * Runs once a minute per tenant: writes a point of every series, and at the close of a day in the tenant's time zone a snapshot of the
 * KPIs. `atMs`: business time, epoch milliseconds, on a whole minute.
 */
export async function keepHistory(platform: Platform, tenantId: string, atMs: number): Promise<void> {
  await platform.database.write(`history ${tenantId}`, async (trx) => {
    await recordMinute(trx, tenantId, atMs);
    const closed = new Date(startOfDay(await zoneOf(trx, tenantId), atMs)).toISOString();
    const held = await trx
      .selectFrom('kpi_snapshots')
      .select('total')
      .where('tenant_id', '=', tenantId)
      .where('period_end', '=', closed)
      .executeTakeFirst();
    if (held !== undefined) return;
    const counts = await countKpis(trx, tenantId);
    await trx
      .insertInto('kpi_snapshots')
      .values({
        tenant_id: tenantId,
        period_end: closed,
        verified: counts.verified,
        total: counts.total,
        automated: counts.automated,
        p50_ms: counts.p50Ms,
        p95_ms: counts.p95Ms,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await compactSeries(trx, tenantId, atMs);
  });
}
