import { type Entity, type StoredRow, payloadOf } from './entities/entity.ts';
import { heldDb } from './readDb.ts';
import { decryptRows } from './decryptRows.ts';
import { keyPathOf, type SchemaTable } from './tables.ts';
import type { Page, Stored } from './types.ts';
import { isVeiled } from './veiled.ts';

/** The payload of each row; null if damaged (F-25). */
export async function unpackEach<T>(entity: Entity<T>, rows: readonly StoredRow[]): Promise<readonly (T | null)[]> {
  return (await decryptRows(heldDb(), entity.table, rows)).map((row) => payloadOf(entity, row));
}

/** Payloads of rows, and the number of damaged ones: nothing unreadable is ever shown (F-25). */
export async function unpack<T>(entity: Entity<T>, rows: readonly (StoredRow | undefined)[]): Promise<Stored<T>> {
  const each = await unpackEach(
    entity,
    rows.filter((held) => held !== undefined),
  );
  const good = each.filter((payload) => payload !== null);
  return { rows: good, corrupt: each.length - good.length };
}

/**
 * A window of a list for display: the valid rows, and the position of each damaged one. `rows` are the window's rows, `each` their
 * payloads.
 * @param offset of the window in the whole result
 */
export function windowOf<T>(
  table: SchemaTable,
  rows: readonly StoredRow[],
  each: readonly (T | null)[],
  offset: number,
): Omit<Page<T>, 'count'> {
  const good = each.filter((payload) => payload !== null);
  const path = keyPathOf(table);
  const damaged = rows.flatMap((row, at) =>
    each[at] === null ? [{ place: offset + at, key: nameOf((row as unknown as Readonly<Record<string, unknown>>)[path]) }] : [],
  );
  return { rows: good, corrupt: damaged.length, start: offset, damaged };
}

/** Under a lock the plain key of an undecryptable row is unknown. */
function nameOf(key: unknown): string {
  return isVeiled(key) ? '' : String(key);
}

/** Thrown if a row that holds a whole answer is stored but damaged (F-25), because reporting no data would be wrong. */
export class DamagedRow extends Error {
  constructor() {
    super('it is damaged and will be fetched again');
  }
}

/**
 * The payload of a row that holds a whole answer; null if none is stored.
 * @throws DamagedRow if it is damaged
 */
export async function unpackWhole<T>(entity: Entity<T>, row: StoredRow | undefined): Promise<T | null> {
  const { rows, corrupt } = await unpack(entity, [row]);
  if (corrupt > 0) throw new DamagedRow();
  return rows[0] ?? null;
}

/** The payload of one row; null if missing or damaged. */
export async function unpackOne<T>(entity: Entity<T>, row: StoredRow | undefined): Promise<T | null> {
  return (await unpack(entity, [row])).rows[0] ?? null;
}
