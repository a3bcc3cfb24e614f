import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { noticeableMs } from './clock.ts';
import type { Platform } from './context.ts';

const LEASE_MS = 15_000;

/** A lease on a job that runs on one instance only. */
export interface Lease {
  /** Takes or renews the lease; false while another instance has it. */
  hold(): Promise<boolean>;
  /** Releases the lease at shutdown, so that another instance continues at once; no effect if it is not held. */
  giveBack(): Promise<void>;
}

/**
 * Elects the one of several instances that does a job (simulation, history, checkpoints): the holder of its lease, which expires if not
 * renewed. Two holders for a moment must do no harm: a job's writes are ordinary writes or find their work done.
 * @param name key of the job's row in the platform's settings
 */
export function createLease(platform: Platform, name: string): Lease {
  const holder = randomUUID();
  /** When it was last taken or renewed; null if not held. */
  let takenAt: number | null = null;
  return {
    async hold() {
      const now = platform.clock.now().getTime();
      // If the clock went back, renew at once with the current time.
      if (takenAt !== null && now >= takenAt && now < takenAt + LEASE_MS / 2) return true;
      // A lease that ends later than any can was taken with a clock that was ahead; ignore it.
      const tooFar = now + LEASE_MS + noticeableMs;
      const value = JSON.stringify({ holder, until: now + LEASE_MS });
      const { rows } = await platform.database.write(`lease ${name}`, (trx) =>
        sql<{ key: string }>`
        insert into platform_settings (key, value) values (${name}, ${value}::jsonb)
        on conflict (key) do update set value = excluded.value
        where platform_settings.value ->> 'holder' = ${holder} or (platform_settings.value ->> 'until')::bigint not between ${now} and ${tooFar}
        returning key`.execute(trx),
      );
      takenAt = rows.length > 0 ? now : null;
      return rows.length > 0;
    },
    async giveBack() {
      if (takenAt === null) return;
      takenAt = null;
      await platform.database.write(`lease ${name}`, (trx) =>
        sql`delete from platform_settings where key = ${name} and value ->> 'holder' = ${holder}`.execute(trx),
      );
    },
  };
}
