import type { Table } from 'dexie';
import type { StoredRow } from './entities/entity.ts';
import type { ChainRow } from './entities/verification.ts';
import { deleteRows, putRows } from './putRows.ts';
import { ruleOf } from './resources.ts';
import type { ConsoleDb } from './schema.ts';
import { encryptedTables } from './decryptRows.ts';

/**
 * Rows of another log than the platform's present one (F-34): the platform uses another database under this address, or restored a
 * backup. Versions and seqs are not comparable between logs, and rows that only the other log had no longer exist at the platform. Rows
 * are shown until the present log's have arrived, and then deleted.
 */

/** Log name for rows from before the platform restored an earlier state; no real log has it. */
const noLog = '';

/** True if rows of this table carry the name of a log. */
function hasEntity(table: string): boolean {
  return ruleOf(table)?.entityOf('') !== null;
}

/**
 * Rows per transaction. Every write transaction reads the hub's term (fence.ts) and therefore waits for the previous one: fifty thousand
 * rows in one would delay a user's command by a minute, and block every list.
 */
const sliceRows = 250;

/**
 * Processes all rows of a table in slices, each in a transaction of its own that includes the tables in `beside`. Rows written meanwhile
 * may or may not be included.
 */
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
    after = (last as Readonly<Record<string, string | number>>)[String(keyPath)] ?? ''; // safe: inline keys
  }
}

type OfLog = Pick<StoredRow, 'epoch'>;

/**
 * The log was restored to an earlier state under the same name: all stored rows are marked as another log's and fetched again in full. If
 * interrupted it starts over: the log position, by which the restore is detected, is deleted last, with the claims of completeness.
 */
export async function voidLog(db: ConsoleDb): Promise<void> {
  for (const name of [...encryptedTables(db).filter(hasEntity), 'chain'])
    await inSlices<OfLog>(db, name, [], (rows, table) =>
      putRows(
        table,
        rows.filter(({ epoch }) => epoch !== noLog).map((row) => ({ ...row, epoch: noLog })),
      ),
    );
  await db.transaction('rw', ['segments', 'sync', 'cursors'], async () => {
    await db.sync.toCollection().modify({ epoch: noLog, asOfSeq: null, owed: null });
    // Segments beyond the restored state did not happen in it, and their numbers will be reused.
    await db.segments.clear();
    await db.cursors.delete('log');
  });
}

/**
 * Once all verifications of this log are stored, deletes those of another one with their links; returns the number of verifications.
 * Links stored before links carried their log stay unless their verification is deleted. Call again if interrupted: the position to
 * continue from is written after it.
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
