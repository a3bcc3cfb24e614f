import type { Table } from 'dexie';

/**
 * Dexie wakes every live query on a table for a bulk write of 50 keys or more; below that, only those whose range is touched (FINDINGS).
 * All chunks are in the caller's transaction.
 */
const chunkKeys = 49;

/** Writes rows without waking unrelated live queries on the table. */
export async function putRows<R, K>(table: Table<R, K>, rows: readonly R[]): Promise<void> {
  for (let from = 0; from < rows.length; from += chunkKeys) await table.bulkPut(rows.slice(from, from + chunkKeys));
}

/** Deletes rows in chunks, as `putRows` writes them; keys without a row are ignored. */
export async function deleteRows<R, K>(table: Table<R, K>, keys: readonly K[]): Promise<void> {
  for (let from = 0; from < keys.length; from += chunkKeys) await table.bulkDelete(keys.slice(from, from + chunkKeys));
}
