import { type DeadLetter, deadLetterSchema } from '../../contracts/deadLetter.ts';
import { type Entity, ownVersion, type StoredRow } from './entity.ts';

export const deadLetterEntity: Entity<DeadLetter> = {
  table: 'deadLetters',
  schema: deadLetterSchema,
  keyOf: (item) => item.itemId,
  versionOf: ownVersion,
  columnsOf: (item) => ({ itemId: item.itemId, at: Date.parse(item.failedAt), errorCode: item.errorCode, gone: 0 }),
};

/**
 * Tombstone of a removed item, kept until an answer is newer than the removal: older answers must not bring it back. It has no payload
 * and no time, so no list shows it.
 */
export function tombstone(itemId: string, version: number, seq: number, epoch: string): StoredRow {
  const columns = { itemId, gone: 1 };
  return { ...columns, version, seq, epoch, payload: null };
}

/** Whether the row only remembers that its item was removed. */
export function isTombstone(row: StoredRow): boolean {
  return 'gone' in row && row.gone === 1;
}
