import type { OutboxItem } from '../contracts/outbox.ts';
import { readDb } from './readDb.ts';
import { readRow } from './outboxRow.ts';
import { openRows } from './sealedRows.ts';

/** The person's commands in the order in which they were decided: those that wait, those on their way, and what came of the others. */
export async function readOutbox(): Promise<readonly OutboxItem[]> {
  const db = readDb();
  const rows = await openRows(db, 'outbox', await db.outbox.orderBy(':id').toArray());
  return rows.flatMap((row) => readRow(row) ?? []);
}
