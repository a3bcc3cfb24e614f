import { type OutboxItem, outboxItemSchema } from '../contracts/outbox.ts';
import type { OutboxRow } from './schema.ts';

/** The command of a row; null if it is invalid. Its position is the row's key, whatever the payload says. */
export function readRow(row: OutboxRow): OutboxItem | null {
  if (typeof row.payload !== 'object') return null;
  const parsed = outboxItemSchema.safeParse({ ...row.payload, place: row.id, state: row.state });
  return parsed.success ? parsed.data : null;
}
