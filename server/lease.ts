import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { noticeableMs } from './clock.ts';
import type { Platform } from './context.ts';

const LEASE_MS = 15_000;

/** Who does a job of which there is one. */
export interface Lease {
  /** Takes or renews it; false while another instance has it. */
  hold(): Promise<boolean>;
  /** Gives it back at an orderly end, so that another instance goes on at once; nothing where it is not held. */
  giveBack(): Promise<void>;
}

/**
 * Of several instances on one database, one does a job (plays the day, keeps the history, signs checkpoints): whoever holds its lease, which runs out when it is not renewed.
 * Two at once for a moment must do no harm: what a job writes is an ordinary write, or one that finds itself done.
 * @param name the job's row among the platform's settings
 */
export function createLease(platform: Platform, name: string): Lease {
  const holder = randomUUID();
  /** When it was last taken or renewed; null where it is not held. */
  let takenAt: number | null = null;
  return {
    async hold() {
      const now = platform.clock.now().getTime();
      // Where the clock has gone back it is renewed at once, by the clock of now.
      if (takenAt !== null && now >= takenAt && now < takenAt + LEASE_MS / 2) return true;
      // One that runs for longer than any lease does was taken by a clock that was ahead: nobody is kept waiting for that moment.
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
