import type { FastifyInstance } from 'fastify';
import type { Platform } from '../context.ts';
import { isReadOnly } from '../db/readOnly.ts';
import { createLease } from '../lease.ts';
import { keepHistory } from './keepHistory.ts';

const MINUTE_MS = 60_000;
/** Interval between checks whether a new minute has begun, milliseconds. */
const LOOK_MS = 1000;

/**
 * Writes the history of every tenant, with or without the simulation (issue 16, point 10): each minute a point of every series, and at
 * each close of day the KPIs. One of several instances does it. While the business clock stands still (D-16) no minute begins, so nothing
 * is added.
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
        // Stops in read-only mode (D-23), so the charts show the gap. A failure for one tenant does not affect the others.
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
