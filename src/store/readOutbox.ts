import type { OutboxItem } from '../contracts/outbox.ts';
import { readDb } from './readDb.ts';
import { readRow } from './outboxRow.ts';
import { decryptRows } from './decryptRows.ts';

/** The user's commands in the order of their decisions: pending, in flight, and answered. */
export async function readOutbox(): Promise<readonly OutboxItem[]> {
  const db = readDb();
  const rows = await decryptRows(db, 'outbox', await db.outbox.orderBy(':id').toArray());
  return rows.flatMap((row) => readRow(row) ?? []);
}
