import type { FastifyInstance } from 'fastify';
import type { Platform } from '../context.ts';
import { isReadOnly } from '../db/readOnly.ts';
import { createLease } from '../lease.ts';
import { keepHistory } from './keepHistory.ts';

const MINUTE_MS = 60_000;
/** How often it is looked whether a minute has begun, milliseconds. */
const LOOK_MS = 1000;

/**
 * Keeps the history of every tenant there is, with the simulation or without (issue 16, point 10): a point of each series a minute, and at each close of a day the KPIs as they
 * stood. Of several instances one does it. While the business clock stands still (D-16) no minute begins, and nothing is added to a day that is over.
 */
export function registerHistory(_app: FastifyInstance, platform: Platform): void {
  platform.onStart(() => {
    const lease = createLease(platform, 'history_lease');
    const mayKeep = (): Promise<boolean> => (platform.database.kind === 'embedded' ? Promise.resolve(true) : lease.hold());
    const minuteNow = (): number => Math.floor(platform.clock.business().getTime() / MINUTE_MS);
    let lastMinute = minuteNow();
    let underWay: Promise<void> | null = null;
    const turn = async (): Promise<void> => {
      const minute = minuteNow();
      if (minute === lastMinute || !(await mayKeep())) return;
      lastMinute = minute;
      for (const { tenant_id: tenantId } of await platform.db.selectFrom('tenants').select('tenant_id').execute()) {
        // Halted with the rest (D-23): the charts show the gap. What one tenant's rows hold up keeps no other's history from being written.
        try {
          if (!(await isReadOnly(platform.db, tenantId))) await keepHistory(platform, tenantId, minute * MINUTE_MS);
        } catch (failure) {
          platform.log.error('history.tenant', failure, { tenantId });
        }
      }
    };
    const timer = setInterval(() => {
      underWay ??= turn()
        .catch((failure: unknown) => platform.log.error('history.turn', failure))
        .finally(() => {
          underWay = null;
        });
    }, LOOK_MS);
    platform.onClose(async () => {
      clearInterval(timer);
      await underWay;
      await lease.giveBack();
    });
  });
}
