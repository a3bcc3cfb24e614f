import type { Dexie } from 'dexie';
import { answers, native } from './exactRows.ts';
import type { SetAsideRow } from './schema.ts';

/**
 * Plain text from before a lock is still on the disk after its rows were rewritten: browsers append, and clean up later. A page can only
 * trigger that. In Chromium (LevelDB; measured by searching the profile's files, README.md) two things are needed. Stale index entries
 * are removed when a read-write transaction meets them. Files are compacted, without overwritten data, after enough small values were
 * written; large values are stored elsewhere.
 */

/** Amount written, in bytes, and the size of its pieces. */
const writtenBytes = 16 * 1024 * 1024;
const pieceBytes = 8 * 1024;
const piecesAtATime = 64;
/** No row that was set aside is from it. */
const noTable = '';

/**
 * Makes the browser compact its files, if there is space for the data this writes. Writes into the table of set-aside rows: if the
 * browser ends midway, `removePieces` deletes what is left.
 * @param db a connection without middleware: the written data are not rows
 */
export async function compact(db: Dexie): Promise<void> {
  for (const table of db.tables.filter(({ schema }) => schema.indexes.length > 0))
    await db.transaction('rw', table, async () => {
      const store = native().objectStore(table.name);
      for (const index of store.indexNames) await answers([store.index(index).getAllKeys()]);
    });
  const aside = db.table<SetAsideRow, number>('setAside');
  const written: number[] = [];
  try {
    while (written.length * pieceBytes < writtenBytes) {
      const pieces = Array.from({ length: piecesAtATime }, () => ({
        table: noTable,
        key: '',
        at: 0,
        row: crypto.getRandomValues(new Uint8Array(pieceBytes)),
      }));
      written.push(...(await aside.bulkAdd(pieces, { allKeys: true })));
    }
  } finally {
    await aside.bulkDelete(written);
  }
}

/** Deletes the pieces of a browser that ended while it wrote them: among the rows that were set aside they would push out those. */
export async function removePieces(db: Dexie): Promise<void> {
  await db
    .table<SetAsideRow, number>('setAside')
    .filter(({ table }) => table === noTable)
    .delete();
}
