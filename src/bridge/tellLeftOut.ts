import type { ResourceKey } from '../contracts/rpc.ts';
import type { CameDamaged } from '../domain/cameDamaged.ts';

const told = new Map<ResourceKey, string>();

/**
 * Counts in the platform's telemetry what this device could not use of an answer, or draws as text (G-14): once for each change, whatever panels show it. Numbers alone: what stands in a row is anybody's.
 */
export function tellLeftOut(resource: ResourceKey, rows: readonly CameDamaged[], strayLinks: number): void {
  const unknown = rows.filter((row) => typeof row !== 'string').length;
  const values = { resource, damaged: rows.length - unknown, unknown, strayLinks };
  const now = rows.length + strayLinks === 0 ? '' : JSON.stringify(values);
  if ((told.get(resource) ?? '') === now) return;
  told.set(resource, now);
  // Its code is no part of the first figures.
  if (now !== '') void import('./telemetry.ts').then(({ telemetry }) => telemetry.tell({ name: 'rows.left_out', values }));
}
