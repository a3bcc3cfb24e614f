import type { HealthComponent } from '../../src/contracts/health.ts';
import { EAT_OFFSET_MS } from '../seed/anchor.ts';
import { createRandom, rounded } from '../seed/random.ts';

type Name = HealthComponent['name'];

/** The simulated reading of a component. Units: milliseconds, percent, epoch milliseconds, hours. */
export interface ComponentReading {
  readonly uptime: number;
  readonly p50: number;
  readonly p95: number;
  readonly lastBackup: number | null;
  readonly pitrWindowH: number | null;
}

/** Usual values of each component. A backup is made every `everyH` hours, the first `atH` hours after midnight in Nairobi. */
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

/** Interval between readings: two calls within one interval give the same reading. */
export const READ_EVERY_MS = 5000;
/** Length of a bad spell, and one in how many intervals of that length is bad. */
const SPELL_MS = 60_000;
const SPELL_ONCE_IN = 240;
const HOUR_MS = 3_600_000;

/** What every component shows at the end of the seed's day: its usual values. */
export function usualReading(name: Name, atMs: number): ComponentReading {
  const { uptime, p50, p95, backup } = usual[name];
  return { uptime, p50, p95, lastBackup: backup === undefined ? null : lastBackupAt(backup, atMs), pitrWindowH: backup?.reachH ?? null };
}

/**
 * A component's reading at a moment. It is the same for every tenant, since they share gateway, database and storage, and depends on the
 * moment alone, so that instances and restarts agree.
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
