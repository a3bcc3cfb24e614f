import type { Table } from 'dexie';
import type { StoredRow } from './entities/entity.ts';
import type { ChainRow } from './entities/verification.ts';
import { deleteRows, putRows } from './putRows.ts';
import { ruleOf } from './resources.ts';
import type { ConsoleDb } from './schema.ts';
import { sealedTables } from './sealedRows.ts';

/**
 * Rows of another log than the platform's present one (F-34): it answers under this address from another database, or a backup was put back. Versions and seqs of the
 * one say nothing in the other, and what only the other had is not the platform's any more. Rows are shown until the present log's are here, and go then.
 */

/** The log of rows that were held when the platform's own was put back: no log has this name. */
const noLog = '';

/** Whether a table has rows with the mark of a log. */
function hasEntity(table: string): boolean {
  return ruleOf(table)?.entityOf('') !== null;
}

/**
 * Rows of one transaction. Every transaction that writes asks for the hub's term (fence.ts) and so waits for the one before it: fifty thousand rows in one would keep a
 * person's decision from the disk for a minute, and every list from being read.
 */
const sliceRows = 250;

/** All rows of a table, slice after slice, each in a transaction of its own with the tables that `work` needs beside it. What is written meanwhile may be met or not. */
async function inSlices<R>(
  db: ConsoleDb,
  name: string,
  beside: readonly string[],
  work: (rows: readonly R[], table: Table<R, string | number>) => PromiseLike<unknown>,
): Promise<void> {
  const table = db.table<R, string | number>(name);
  const { keyPath } = table.schema.primKey;
  let after: string | number | null = null;
  for (;;) {
    const rows: readonly R[] = await db.transaction('rw', [name, ...beside], async () => {
      const slice = await (after === null ? table.orderBy(':id') : table.where(':id').above(after)).limit(sliceRows).toArray();
      await work(slice, table);
      return slice;
    });
    const last = rows.at(-1);
    if (last === undefined || rows.length < sliceRows) return;
    after = (last as Readonly<Record<string, string | number>>)[String(keyPath)] ?? ''; // every row has its key in it
  }
}

type OfLog = Pick<StoredRow, 'epoch'>;

/**
 * The log was put back to an earlier state under the same name: whatever is held is of another one from now on, and is asked for anew, whole. Ended in the middle it
 * begins again: the place in the log, by which it is noticed, goes last, with the claims that rows are whole.
 */
export async function voidLog(db: ConsoleDb): Promise<void> {
  for (const name of [...sealedTables(db).filter(hasEntity), 'chain'])
    await inSlices<OfLog>(db, name, [], (rows, table) =>
      putRows(
        table,
        rows.filter(({ epoch }) => epoch !== noLog).map((row) => ({ ...row, epoch: noLog })),
      ),
    );
  await db.transaction('rw', ['segments', 'sync', 'cursors'], async () => {
    await db.sync.toCollection().modify({ epoch: noLog, asOfSeq: null, owed: null });
    // What was recorded beyond the earlier state did not happen there, and what comes now has its numbers again.
    await db.segments.clear();
    await db.cursors.delete('log');
  });
}

/**
 * When all verifications of this log are here: those of another one go, with their links. Answers how many verifications. Links that were stored before
 * links bore their log stay unless their verification goes. Ended in the middle it is to be called again: the place to go on from is written after it.
 */
export async function removeOtherLog(db: ConsoleDb, epoch: string): Promise<number> {
  let removed = 0;
  await inSlices<OfLog & { readonly vrfId: string }>(db, 'verifications', ['chain'], async (rows, table) => {
    const gone = rows.filter((row) => row.epoch !== epoch).map(({ vrfId }) => vrfId);
    if (gone.length === 0) return;
    const links = await db.chain.where('vrfId').anyOf(gone).toArray();
    await deleteRows(table, gone);
    await deleteRows(
      db.chain,
      links.filter((link) => link.epoch === undefined).map(({ chainIndex }) => chainIndex),
    );
    removed += gone.length;
  });
  await inSlices<ChainRow>(db, 'chain', [], (links, table) =>
    deleteRows(
      table,
      links.filter((link) => link.epoch !== undefined && link.epoch !== epoch).map(({ chainIndex }) => chainIndex),
    ),
  );
  return removed;
}
