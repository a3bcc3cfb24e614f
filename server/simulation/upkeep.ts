import type { Platform } from '../context.ts';
import { countKpis } from '../entities/kpis.ts';
import { compactSeries, recordMinute } from '../series/store.ts';

const DAY_MS = 86_400_000;
/** Of the demo tenants' zone, which has no summer time. */
const ZONE_OFFSET_MS = 3 * 3_600_000;

/** What is done once a minute for each tenant: a point of every series, and at the close of a day the KPIs as they stood. */
export async function keepHistory(platform: Platform, tenantId: string, atMs: number): Promise<void> {
  await platform.database.write(`history ${tenantId}`, async (trx) => {
    await recordMinute(trx, tenantId, atMs);
    const closedMs = Math.floor((atMs + ZONE_OFFSET_MS) / DAY_MS) * DAY_MS - ZONE_OFFSET_MS;
    const closed = new Date(closedMs).toISOString();
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
