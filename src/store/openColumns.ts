import { Dexie, type ObservabilitySet, RangeSet } from 'dexie';
import { type Entity, type StoredRow, payloadOf } from './entities/entity.ts';
import type { ConsoleDb } from './schema.ts';
import { decryptRows } from './decryptRows.ts';
import { type Envelope, isEncrypted } from './rowCipher.ts';
import { keyPathOf } from './tables.ts';

/**
 * Columns of rows as without a lock; for encrypted rows computed from their payloads. Used for filters that no index supports under a
 * lock (words, the order of sites). Each row is decrypted once: its columns are cached in memory, per database connection, while its
 * envelope stays the same.
 */
interface Kept {
  readonly iv: Envelope['iv'];
  readonly columns: object | null;
}
const kept = new WeakMap<ConsoleDb, Map<string, Kept>>();
/** Maximum number of cached rows: about 200 bytes each. */
const maxKept = 100_000;

/** @returns the columns of each row; null for a damaged row (F-25) */
export async function openColumns<T, C extends object>(
  db: ConsoleDb,
  entity: Entity<T>,
  rows: readonly (StoredRow & C)[],
): Promise<readonly (C | null)[]> {
  const known = keptOf(db);
  const path = keyPathOf(entity.table);
  const placeOf = (row: StoredRow & C): string => `${entity.table} ${String((row as Readonly<Record<string, unknown>>)[path])}`; // safe: inline keys
  const closed = rows.filter((row) => isEncrypted(row.payload) && !isSame(known.get(placeOf(row))?.iv, row.payload.iv));
  if (known.size + closed.length > maxKept) known.clear();
  for (let from = 0; from < closed.length; from += openedAtATime) {
    const some = closed.slice(from, from + openedAtATime);
    (await decryptRows(db, entity.table, some)).forEach((open, at) => {
      const [row, payload] = [some[at], payloadOf(entity, open)];
      if (row !== undefined && isEncrypted(row.payload))
        known.set(placeOf(row), { iv: row.payload.iv, columns: payload === null ? null : entity.columnsOf(payload) });
    });
  }
  return rows.map((row) => (isEncrypted(row.payload) ? ((known.get(placeOf(row))?.columns ?? null) as C | null) : row)); // safe: this entity's columns
}
/**
 * Columns of all rows of a table. Cached rows are not read again, so that a search answers on every keystroke. A row written meanwhile is
 * read again as soon as Dexie reports it.
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
    // The connection is closed: another database is read now, or this one through a new connection.
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

/** Batch size; decrypting all rows at once would block the page. */
const openedAtATime = 500;
