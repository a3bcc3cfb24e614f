import { type OutboxItem, outboxItemSchema } from '../contracts/outbox.ts';
import type { Result } from '../contracts/problem.ts';
import { z } from '../contracts/zod.ts';
import { moveItem } from '../domain/outbox/item.ts';
import { guarded } from './guarded.ts';
import { readRow } from './outboxRow.ts';
import { openExisting } from './removing.ts';

/** States with a final answer of the platform. All other commands in the outbox, also those in unknown states, are unsent. */
const settledStates: readonly unknown[] = ['sent', 'refused'];

/** Unsent commands in a database. `unread`: encrypted or damaged. `missing`: there is no such database. */
export interface UnsentRows {
  readonly items: readonly OutboxItem[];
  readonly unread: number;
  /** Number of drafts beside them, if that was asked and there are any. */
  readonly drafts?: number;
  readonly missing?: true;
}

const rowSchema = z.object({ id: z.optional(z.number()), state: outboxItemSchema.shape.state, payload: z.unknown() });

/**
 * Reads the unsent commands of a database (`alsoDrafts`: and counts its drafts) directly, encrypted or not, whatever its schema, and without writing. For use while the store
 * is not open: under a closed lock, if it cannot be opened, or before it is wiped.
 */
export function readUnsent(name: string, alsoDrafts = false): Promise<Result<UnsentRows>> {
  return guarded(async () => {
    const db = await openExisting(name);
    if (db === null) return { items: [], unread: 0, missing: true };
    db.addEventListener('versionchange', () => db.close());
    try {
      if (!db.objectStoreNames.contains('outbox')) return { items: [], unread: 0 };
      const hasDrafts = alsoDrafts && db.objectStoreNames.contains('drafts');
      const reading = db.transaction(hasDrafts ? ['outbox', 'drafts'] : 'outbox');
      const [rows, drafts] = await Promise.all([
        answer<unknown[]>(reading.objectStore('outbox').getAll()),
        hasDrafts ? answer(reading.objectStore('drafts').count()) : 0,
      ]);
      const unsent = rows.filter((row) => !settledStates.includes(stateOf(row)));
      const items = unsent.flatMap((row) => itemOf(row) ?? []);
      return { items, unread: unsent.length - items.length, ...(drafts > 0 && { drafts }) };
    } finally {
      db.close();
    }
  });
}

function stateOf(row: unknown): unknown {
  return typeof row === 'object' && row !== null && 'state' in row ? row.state : undefined;
}

function itemOf(row: unknown): OutboxItem | null {
  const parsed = rowSchema.safeParse(row);
  const item = parsed.success ? readRow({ state: parsed.data.state, payload: parsed.data.payload, id: parsed.data.id ?? 0 }) : null;
  // A command that was in flight when its hub ended may have arrived; `restore` marks it so, because no hub is sending it.
  return item === null ? null : moveItem(item, { type: 'restore' });
}

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('not read')));
  });
}
