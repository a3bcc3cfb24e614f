import type { TelemetryNews } from '../domain/telemetryQueue.ts';
import type { SyncRow } from '../store/types.ts';

/**
 * Counts in the platform's telemetry what this device could not use of the last answers, or draws as text (G-14): once for each change of a resource. Numbers alone: what stands in a row is anybody's.
 * @param told what was told last of each resource; kept by the caller
 */
export function tellLeftOut(rows: readonly SyncRow[], told: Map<string, string>, tell: (news: TelemetryNews) => void): void {
  for (const { resource, cameDamaged = [], strayLinks = 0 } of rows) {
    const unknown = cameDamaged.filter((row) => typeof row !== 'string').length;
    const values = { resource, damaged: cameDamaged.length - unknown, unknown, strayLinks };
    const now = cameDamaged.length + strayLinks === 0 ? '' : JSON.stringify(values);
    if ((told.get(resource) ?? '') === now) continue;
    told.set(resource, now);
    if (now !== '') tell({ name: 'rows.left_out', values });
  }
}
