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

/** A row that stands for a whole answer is held and is not what it should be (F-25): to say that there is none would be untrue. */
export class DamagedRow extends Error {
  constructor() {
    super('it is damaged and will be fetched again');
  }
}

/** The payload of a row that is a whole answer; null where none is held. @throws DamagedRow where it cannot be used */
export async function unpackWhole<T>(entity: Entity<T>, row: StoredRow | undefined): Promise<T | null> {
  const { rows, corrupt } = await unpack(entity, [row]);
  if (corrupt > 0) throw new DamagedRow();
  return rows[0] ?? null;
}

/** The payload of one row; null where there is none that could be used. */
export async function unpackOne<T>(entity: Entity<T>, row: StoredRow | undefined): Promise<T | null> {
  return (await unpack(entity, [row])).rows[0] ?? null;
}
