import { sql } from 'kysely';
import type { TopicSeqs } from '../../src/contracts/realtime/event.ts';
import type { Platform } from '../context.ts';

/**
 * How much of a tenant's log is kept: events younger than a day, up to a maximum number. A client that was away longer gets one `resync`
 * and refetches, which is cheaper than replaying tens of thousands of events.
 */
export interface Retention {
  readonly ageMs: number;
  readonly events: number;
}
/** A day in milliseconds, and the maximum number of events. */
export const defaultRetention: Retention = { ageMs: 24 * 3_600_000, events: 20_000 };

/** Deletes events beyond retention and stores per topic how far, in one transaction under the tenant's lock. Returns the number deleted. */
export async function pruneEvents(platform: Platform, tenantId: string, keep: Retention = defaultRetention): Promise<number> {
  return platform.database.write(tenantId, async (trx) => {
    const head = await trx
      .selectFrom('event_heads')
      .select(['seq', 'pruned'])
      .where('tenant_id', '=', tenantId)
      .forUpdate()
      .executeTakeFirst();
    if (head === undefined) return 0;
    const before = new Date(platform.clock.now().getTime() - keep.ageMs).toISOString();
    const dropped = await sql<{ topic: keyof TopicSeqs; newest: number; number: number }>`
      with dropped as (
        delete from events where tenant_id = ${tenantId} and (seq <= ${head.seq - keep.events} or logged_at < ${before}) returning topic, seq
      ) select topic, max(seq) as newest, count(*) as number from dropped group by topic`.execute(trx);
    if (dropped.rows.length === 0) return 0;
    const pruned: TopicSeqs = { ...head.pruned };
    for (const { topic, newest } of dropped.rows) pruned[topic] = Math.max(pruned[topic] ?? 0, newest);
    await trx
      .updateTable('event_heads')
      .set({ pruned: JSON.stringify(pruned) })
      .where('tenant_id', '=', tenantId)
      .execute();
    return dropped.rows.reduce((sum, { number }) => sum + number, 0);
  });
}

/** Prunes every tenant every ten minutes while the server runs. */
export function scheduleRetention(platform: Platform): void {
  platform.onStart(() => {
    const pass = async (): Promise<void> => {
      try {
        for (const { tenant_id } of await platform.db.selectFrom('event_heads').select('tenant_id').execute())
          await pruneEvents(platform, tenant_id);
      } catch (failure) {
        platform.log.error('events.prune', failure);
      }
    };
    const timer = setInterval(() => void pass(), 600_000);
    platform.onClose(() => clearInterval(timer));
  });
}
