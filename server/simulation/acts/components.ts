import { sql } from 'kysely';
import { componentNames } from '../../../src/contracts/health.ts';
import { healthStatusOf } from '../../../src/domain/operations/thresholds.ts';
import { toComponent } from '../../entities/operations.ts';
import type { Act } from '../act.ts';
import { READ_EVERY_MS, readingAt } from '../componentWeather.ts';

/** One component reports its current reading, with its time and marked as simulated. False if that reading is stored already. */
export const reportComponent: Act = async ({ trx, emit, tenantId, random, now, correlationId }) => {
  const name = random.pick(componentNames);
  const atMs = Math.floor(now.getTime() / READ_EVERY_MS) * READ_EVERY_MS;
  const { uptime, p50, p95, lastBackup, pitrWindowH } = readingAt(name, atMs);
  const row = await trx
    .updateTable('health_components')
    .set({
      uptime,
      p50_ms: p50,
      p95_ms: p95,
      status: healthStatusOf(name, uptime, p95),
      last_backup: lastBackup === null ? null : new Date(lastBackup).toISOString(),
      pitr_window_h: pitrWindowH,
      simulated: true,
      changed_at: new Date(atMs).toISOString(),
      version: sql<number>`version + 1`,
    })
    .where('tenant_id', '=', tenantId)
    .where('name', '=', name)
    .where('simulated', '=', true)
    .where('changed_at', '<', new Date(atMs).toISOString())
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return false;
  emit({ type: 'health.component', resourceId: name, version: row.version, data: toComponent(row), correlationId });
  return true;
};
