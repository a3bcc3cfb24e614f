import { type Entity, type StoredRow, payloadOf } from './entities/entity.ts';
import { heldDb } from './readDb.ts';
import { openRows } from './sealedRows.ts';
import type { Stored } from './types.ts';

/** Payloads of rows, and how many could not be used: nothing unreadable is ever shown (F-25). */
export async function unpack<T>(entity: Entity<T>, rows: readonly (StoredRow | undefined)[]): Promise<Stored<T>> {
  const good: T[] = [];
  let corrupt = 0;
  for (const row of await openRows(
    heldDb(),
    entity.table,
    rows.filter((held) => held !== undefined),
  )) {
    const payload = payloadOf(entity, row);
    if (payload === null) corrupt += 1;
    else good.push(payload);
  }
  return { rows: good, corrupt };
}

/** The payload of one row; null where there is none that could be used. */
export async function unpackOne<T>(entity: Entity<T>, row: StoredRow | undefined): Promise<T | null> {
  return (await unpack(entity, [row])).rows[0] ?? null;
}
