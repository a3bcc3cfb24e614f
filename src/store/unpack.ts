import { type Entity, type StoredRow, payloadOf } from './entities/entity.ts';
import { heldDb } from './readDb.ts';
import { openRows } from './sealedRows.ts';
import { keyPathOf, type SchemaTable } from './tables.ts';
import type { Page, Stored } from './types.ts';
import { isVeiled } from './veiled.ts';

/** The payload of each of these rows; null for one that cannot be used (F-25). */
export async function unpackEach<T>(entity: Entity<T>, rows: readonly StoredRow[]): Promise<readonly (T | null)[]> {
  return (await openRows(heldDb(), entity.table, rows)).map((row) => payloadOf(entity, row));
}

/** Payloads of rows, and how many could not be used: nothing unreadable is ever shown (F-25). */
export async function unpack<T>(entity: Entity<T>, rows: readonly (StoredRow | undefined)[]): Promise<Stored<T>> {
  const each = await unpackEach(
    entity,
    rows.filter((held) => held !== undefined),
  );
  const good = each.filter((payload) => payload !== null);
  return { rows: good, corrupt: each.length - good.length };
}

/**
 * A window of a list as its reader shows it: the rows that can be used, and the place of each that cannot. `rows` are those of the window, `each` what they came to.
 * @param offset of the window among all
 */
export function windowOf<T>(
  table: SchemaTable,
  rows: readonly StoredRow[],
  each: readonly (T | null)[],
  offset: number,
): Stored<T> & Pick<Page<T>, 'damaged'> {
  const good = each.filter((payload) => payload !== null);
  const path = keyPathOf(table);
  const damaged = rows.flatMap((row, at) =>
    each[at] === null ? [{ place: offset + at, key: nameOf((row as unknown as Readonly<Record<string, unknown>>)[path]) }] : [],
  );
  return { rows: good, corrupt: damaged.length, damaged };
}

/** What a row that cannot be opened is called under a lock is sealed in it. */
function nameOf(key: unknown): string {
  return isVeiled(key) ? '' : String(key);
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
