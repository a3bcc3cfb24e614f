import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { componentNames, type HealthComponent } from '../../src/contracts/health.ts';
import { healthStatusOf } from '../../src/domain/operations/thresholds.ts';
import type { Platform } from '../context.ts';
import type { Database } from '../db/schema.ts';

/** Number of newest database probes kept. */
const KEPT = 100;

/**
 * Measures the platform itself, for tenants whose components nothing reports: latency of its own answers, latency of the simplest
 * database query, and the time of the last backup in `BACKUP_DIR`. Other figures are marked as not measured.
 */
export function createSelfMeasured(platform: Platform): (db: Kysely<Database>) => Promise<readonly HealthComponent[]> {
  const probes: number[] = [];
  return async (db) => {
    const startedMs = performance.now();
    await sql`select 1`.execute(db);
    probes.push(performance.now() - startedMs);
    if (probes.length > KEPT) probes.shift();
    const answers = platform.metrics.recent('ukweli_http_request_duration_seconds').map((seconds) => seconds * 1000);
    const latencies: Partial<Record<HealthComponent['name'], HealthComponent['latency'] | null>> = {
      api_gateway: percentiles(answers),
      database: percentiles(probes),
    };
    const backup = platform.config.backupDir === null ? null : await newestFile(platform.config.backupDir);
    return componentNames.map((name) => {
      const latency = latencies[name] ?? null;
      return {
        name,
        status: healthStatusOf(name, null, latency?.p95 ?? null),
        uptime: 0,
        latency: latency ?? { p50: 0, p95: 0 },
        ...(name === 'database' && backup !== null ? { lastBackup: backup.toISOString() } : {}),
        measured: { at: platform.clock.now().toISOString(), by: 'platform', figures: latency === null ? [] : ['latency'] },
        version: 0,
      };
    });
  };
}

/** Nearest-rank median and 95th percentile, milliseconds with one decimal; null without samples. */
function percentiles(samples: readonly number[]): HealthComponent['latency'] | null {
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (share: number): number | undefined => sorted[Math.ceil(share * sorted.length) - 1];
  const [p50, p95] = [at(0.5), at(0.95)];
  return p50 === undefined || p95 === undefined ? null : { p50: Number(p50.toFixed(1)), p95: Number(p95.toFixed(1)) };
}

/** Modification time of the newest file in a folder; null if there is no file or no folder. */
async function newestFile(folder: string): Promise<Date | null> {
  const names = await readdir(folder).catch(() => []);
  const times = await Promise.all(
    names.map(async (name) => {
      const found = await stat(join(folder, name)).catch(() => null);
      return found?.isFile() === true ? [found.mtime] : [];
    }),
  );
  return times.flat().sort((a, b) => b.getTime() - a.getTime())[0] ?? null;
}
