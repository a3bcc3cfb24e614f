import { type Entity, type StoredRow, payloadOf } from './entities/entity.ts';
import type { Stored } from './types.ts';

/** Payloads of rows, and how many could not be used: nothing unreadable is ever shown (F-25). */
export function unpack<T>(entity: Entity<T>, rows: readonly (StoredRow | undefined)[]): Stored<T> {
  const good: T[] = [];
  let corrupt = 0;
  for (const row of rows) {
    if (row === undefined) continue;
    const payload = payloadOf(entity, row);
    if (payload === null) corrupt += 1;
    else good.push(payload);
  }
  return { rows: good, corrupt };
}
