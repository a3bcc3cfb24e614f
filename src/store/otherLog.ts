import { ruleOf } from './resources.ts';
import type { ConsoleDb } from './schema.ts';
import { sealedTables } from './sealedRows.ts';
import type { StoredRow } from './entities/entity.ts';

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

/** The log was put back to an earlier state under the same name: whatever is held is of another one from now on, and is asked for anew, whole. */
export function voidLog(db: ConsoleDb): Promise<void> {
  const entities = sealedTables(db).filter(hasEntity);
  return db.transaction('rw', [...entities, 'chain', 'segments', 'sync', 'cursors'], async () => {
    for (const name of entities) await db.table(name).toCollection().modify({ epoch: noLog });
    await db.chain.toCollection().modify({ epoch: noLog });
    await db.sync.toCollection().modify({ epoch: noLog, asOfSeq: null, owed: null });
    // What was recorded beyond the earlier state did not happen there, and what comes now has its numbers again.
    await db.segments.clear();
    await db.cursors.delete('log');
  });
}

/**
 * At the end of a pass over all verifications of this log: those of another one go, with their links. Answers how many verifications. Links that were stored before
 * links bore their log stay unless their verification goes.
 */
export function removeOtherLog(db: ConsoleDb, epoch: string): Promise<number> {
  return db.transaction('rw', db.verifications, db.chain, async () => {
    const isOther = (row: Pick<StoredRow, 'epoch'>): boolean => row.epoch !== epoch;
    const gone = (await db.verifications.filter(isOther).primaryKeys()).map(String);
    await db.verifications.bulkDelete(gone);
    const left = new Set(gone);
    await db.chain.filter((link) => (link.epoch === undefined ? left.has(link.vrfId) : link.epoch !== epoch)).delete();
    return gone.length;
  });
}
