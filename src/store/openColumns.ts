import { Dexie, type ObservabilitySet, RangeSet } from 'dexie';
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
  const known = keptOf(db);
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
/**
 * The columns of all rows of a table: of those that are kept already no row is read, so that whoever types has an answer at each letter. A row that is written meanwhile is read anew as
 * soon as Dexie tells of it.
 */
export async function allColumns<T>(db: ConsoleDb, entity: Entity<T>): Promise<readonly object[]> {
  const known = keptOf(db);
  const keys = await db.rows(entity.table).toCollection().primaryKeys();
  const columns: (object | null)[] = [];
  const unread: string[] = [];
  for (const key of keys) {
    const held = known.get(`${entity.table} ${key}`);
    if (held === undefined) unread.push(key);
    else columns.push(held.columns);
  }
  for (let from = 0; from < unread.length; from += openedAtATime) {
    const rows = await db.rows(entity.table).bulkGet(unread.slice(from, from + openedAtATime));
    columns.push(
      ...(await openColumns(
        db,
        entity,
        rows.filter((row) => row !== undefined),
      )),
    );
  }
  return columns.filter((each) => each !== null);
}

function keptOf(db: ConsoleDb): Map<string, Kept> {
  const held = kept.get(db);
  if (held !== undefined) return held;
  const known = new Map<string, Kept>();
  kept.set(db, known);
  const told = (parts: ObservabilitySet): void => {
    // Somebody else's is read by now, or the same one anew.
    if (!db.isOpen()) {
      Dexie.on('storagemutated').unsubscribe(told);
      kept.delete(db);
      return;
    }
    for (const [part, ranges] of Object.entries(parts)) {
      const [table, index] = part.startsWith(`idb://${db.name}/`) ? part.slice(`idb://${db.name}/`.length).split('/') : [];
      if (table === undefined || index !== '') continue;
      for (const { from, to } of Object.assign(new RangeSet(), ranges))
        if (from === to) known.delete(`${table} ${String(from)}`);
        else known.clear();
    }
  };
  Dexie.on('storagemutated', told);
  return known;
}

function isSame(a: Envelope['iv'] | undefined, b: Envelope['iv']): boolean {
  return a !== undefined && a.every((byte, at) => byte === b[at]);
}

/** All at once would keep the page from anything else. */
const openedAtATime = 500;
