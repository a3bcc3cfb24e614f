import type { HealthComponent } from '../../src/contracts/health.ts';
import { EAT_OFFSET_MS } from '../seed/anchor.ts';
import { createRandom, rounded } from '../seed/random.ts';

type Name = HealthComponent['name'];

/** What a component is simulated to show at a moment. Milliseconds, percent, epoch milliseconds, hours. */
export interface ComponentReading {
  readonly uptime: number;
  readonly p50: number;
  readonly p95: number;
  readonly lastBackup: number | null;
  readonly pitrWindowH: number | null;
}

/** What each component usually shows. A backup is made each `everyH` hours, the first `atH` after midnight in Nairobi. */
const usual: Readonly<
  Record<
    Name,
    {
      readonly uptime: number;
      readonly p50: number;
      readonly p95: number;
      readonly backup?: { readonly everyH: number; readonly atH: number; readonly reachH: number };
    }
  >
> = {
  api_gateway: { uptime: 99.98, p50: 42, p95: 118 },
  database: { uptime: 99.99, p50: 8, p95: 24, backup: { everyH: 4, atH: 0, reachH: 168 } },
  verification_engine: { uptime: 99.92, p50: 310, p95: 780 },
  evidence_storage: { uptime: 99.97, p50: 66, p95: 190, backup: { everyH: 24, atH: 3.5, reachH: 720 } },
};

/** A reading is taken this often: two who look at one moment see one reading. */
export const READ_EVERY_MS = 5000;
/** A bad spell lasts this long, and comes once in so many. */
const SPELL_MS = 60_000;
const SPELL_ONCE_IN = 240;
const HOUR_MS = 3_600_000;

/** What every component shows when the seed's day ends: as usual. */
export function usualReading(name: Name, atMs: number): ComponentReading {
  const { uptime, p50, p95, backup } = usual[name];
  return { uptime, p50, p95, lastBackup: backup === undefined ? null : lastBackupAt(backup, atMs), pitrWindowH: backup?.reachH ?? null };
}

/**
 * What a component of the platform shows at a moment: the same for every tenant, since there is one gateway, one database, one storage. It
 * follows from the moment alone, so that instances and restarts agree too.
 */
export function readingAt(name: Name, atMs: number): ComponentReading {
  const slot = Math.floor(atMs / READ_EVERY_MS);
  const salt = name.length * 7919 + name.charCodeAt(0) * 104_729;
  const random = createRandom(Math.imul(slot, 2_654_435_761) ^ salt);
  const inSpell = createRandom(Math.imul(Math.floor(atMs / SPELL_MS), 40_503) ^ salt).int(1, SPELL_ONCE_IN) === 1;
  const reading = usualReading(name, atMs);
  const moved = (mean: number): number => rounded(Math.max(mean * 0.6, (mean + random.normal(0, mean * 0.05)) * (inSpell ? 2.6 : 1)), 1);
  const p50 = moved(reading.p50);
  return { ...reading, p50, p95: Math.max(rounded(p50 * 1.5, 1), moved(reading.p95)) };
}

function lastBackupAt({ everyH, atH }: { readonly everyH: number; readonly atH: number }, atMs: number): number {
  const local = atMs + EAT_OFFSET_MS - atH * HOUR_MS;
  return Math.floor(local / (everyH * HOUR_MS)) * everyH * HOUR_MS + atH * HOUR_MS - EAT_OFFSET_MS;
}
