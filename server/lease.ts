import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
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
  let heldUntil = 0;
  return {
    async hold() {
      const now = platform.clock.now().getTime();
      if (now < heldUntil - LEASE_MS / 2) return true;
      const value = JSON.stringify({ holder, until: now + LEASE_MS });
      const { rows } = await platform.database.write(`lease ${name}`, (trx) =>
        sql<{ key: string }>`
        insert into platform_settings (key, value) values (${name}, ${value}::jsonb)
        on conflict (key) do update set value = excluded.value
        where platform_settings.value ->> 'holder' = ${holder} or (platform_settings.value ->> 'until')::bigint < ${now}
        returning key`.execute(trx),
      );
      heldUntil = rows.length > 0 ? now + LEASE_MS : 0;
      return rows.length > 0;
    },
    async giveBack() {
      if (heldUntil === 0) return;
      heldUntil = 0;
      await platform.database.write(`lease ${name}`, (trx) =>
        sql`delete from platform_settings where key = ${name} and value ->> 'holder' = ${holder}`.execute(trx),
      );
    },
  };
}
