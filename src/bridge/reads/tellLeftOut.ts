import type { TelemetryNews } from '../../domain/telemetryQueue.ts';
import type { SyncRow } from '../../store/types.ts';

/**
 * Reports to the platform's telemetry how many rows of the last answers this device could not use or shows as text only (G-14): once per
 * change of a resource. Numbers only, because rows may contain personal data.
 * @param told the last report per resource; kept by the caller
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
