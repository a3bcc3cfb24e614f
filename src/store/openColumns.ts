import { type Entity, type StoredRow, payloadOf } from './entities/entity.ts';
import type { ConsoleDb } from './schema.ts';
import { openRows } from './sealedRows.ts';
import { type Envelope, isSealed } from './sealing.ts';
import { keyPathOf } from './tables.ts';

/**
 * The columns of rows as they are without a lock, of sealed rows from their payloads: what no index can be asked for under a lock (words, the order of sites) is judged by these.
 * A row is opened once: what was in it is kept in memory, with its database's connection, for as long as the same sealing of it stands.
 */
interface Kept {
  readonly iv: Envelope['iv'];
  readonly columns: object | null;
}
const kept = new WeakMap<ConsoleDb, Map<string, Kept>>();
/** Rows whose columns are kept: some 200 bytes each. */
const mostKept = 100_000;

/** @returns for each row its columns; null for one that cannot be used (F-25) */
export async function openColumns<T, C extends object>(
  db: ConsoleDb,
  entity: Entity<T>,
  rows: readonly (StoredRow & C)[],
): Promise<readonly (C | null)[]> {
  const known = kept.get(db) ?? new Map<string, Kept>();
  kept.set(db, known);
  const path = keyPathOf(entity.table);
  const placeOf = (row: StoredRow & C): string => `${entity.table} ${String((row as Readonly<Record<string, unknown>>)[path])}`; // every row has its key in it
  const closed = rows.filter((row) => isSealed(row.payload) && !isSame(known.get(placeOf(row))?.iv, row.payload.iv));
  if (known.size + closed.length > mostKept) known.clear();
  for (let from = 0; from < closed.length; from += openedAtATime) {
    const some = closed.slice(from, from + openedAtATime);
    (await openRows(db, entity.table, some)).forEach((open, at) => {
      const [row, payload] = [some[at], payloadOf(entity, open)];
      if (row !== undefined && isSealed(row.payload))
        known.set(placeOf(row), { iv: row.payload.iv, columns: payload === null ? null : entity.columnsOf(payload) });
    });
  }
  return rows.map((row) => (isSealed(row.payload) ? ((known.get(placeOf(row))?.columns ?? null) as C | null) : row)); // this entity's own
}
function isSame(a: Envelope['iv'] | undefined, b: Envelope['iv']): boolean {
  return a !== undefined && a.every((byte, at) => byte === b[at]);
}

/** All at once would keep the page from anything else. */
const openedAtATime = 500;
