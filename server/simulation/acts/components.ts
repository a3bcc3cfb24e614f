import { sql } from 'kysely';
import { componentNames } from '../../../src/contracts/health.ts';
import { healthStatusOf } from '../../../src/domain/thresholds.ts';
import { toComponent } from '../../entities/operations.ts';
import { rounded } from '../../seed/random.ts';
import type { Act } from '../act.ts';

/** What each component usually takes, milliseconds. */
const usual = {
  api_gateway: { p50: 42, p95: 118 },
  database: { p50: 8, p95: 24 },
  verification_engine: { p50: 310, p95: 780 },
  evidence_storage: { p50: 66, p95: 190 },
} as const;

/** One component's latencies move a little, back towards what is usual; now and then one has a bad spell. */
export const jitterComponent: Act = async ({ trx, emit, tenantId, random, now, correlationId }) => {
  const name = random.pick(componentNames);
  const held = await trx
    .selectFrom('health_components')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('name', '=', name)
    .executeTakeFirst();
  if (held === undefined) return false;
  const spell = random.next() < 0.015 ? 2.6 : 1;
  const moved = (value: number, mean: number): number =>
    rounded(Math.max(mean * 0.6, (value * 0.7 + mean * 0.3) * spell + random.normal(0, mean * 0.05)), 1);
  const p50 = moved(held.p50_ms, usual[name].p50);
  const p95 = Math.max(p50 * 1.5, moved(held.p95_ms, usual[name].p95));
  const row = await trx
    .updateTable('health_components')
    .set({
      p50_ms: p50,
      p95_ms: p95,
      status: healthStatusOf(name, held.uptime, p95),
      changed_at: now.toISOString(),
      version: sql<number>`version + 1`,
    })
    .where('tenant_id', '=', tenantId)
    .where('name', '=', name)
    .returningAll()
    .executeTakeFirstOrThrow();
  emit({ type: 'health.component', resourceId: name, version: row.version, data: toComponent(row), correlationId });
  return true;
};
