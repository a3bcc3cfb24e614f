import type { Table } from 'dexie';

/** Dexie wakes every live query on a table for a bulk write of 50 keys or more; below that only those whose range is
 * touched (FINDINGS). All chunks are in the caller's transaction. */
const chunkKeys = 49;

/** Puts rows so that live queries elsewhere in the table are left alone. */
export async function putRows<R, K>(table: Table<R, K>, rows: readonly R[]): Promise<void> {
  for (let from = 0; from < rows.length; from += chunkKeys) await table.bulkPut(rows.slice(from, from + chunkKeys));
}

export async function deleteRows<R, K>(table: Table<R, K>, keys: readonly K[]): Promise<void> {
  for (let from = 0; from < keys.length; from += chunkKeys) await table.bulkDelete(keys.slice(from, from + chunkKeys));
}
