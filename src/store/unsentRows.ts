import { type OutboxItem, outboxItemSchema } from '../contracts/outbox.ts';
import type { Result } from '../contracts/problem.ts';
import { z } from '../contracts/zod.ts';
import { moveItem } from '../domain/outbox/item.ts';
import { guarded } from './guarded.ts';
import { readRow } from './outboxRow.ts';
import { openExisting } from './removing.ts';

/** Settled: the platform's word is there. Everything else in the outbox, known or not, is not sent. */
const settledStates: readonly unknown[] = ['sent', 'refused'];

/** What is unsent in a database. `unread`: sealed, or spoilt. `missing`: there is no database of that name. */
export interface UnsentRows {
  readonly items: readonly OutboxItem[];
  readonly unread: number;
  readonly missing?: true;
}

const rowSchema = z.object({ id: z.optional(z.number()), state: outboxItemSchema.shape.state, payload: z.unknown() });

/**
 * Reads what is unsent in a database as it lies there: sealed or not, whatever its schema, and without writing to it. For where the store itself is not open: behind a closed lock, when it
 * cannot be opened, or before it is wiped.
 */
export function readUnsent(name: string): Promise<Result<UnsentRows>> {
  return guarded(async () => {
    const db = await openExisting(name);
    if (db === null) return { items: [], unread: 0, missing: true };
    db.addEventListener('versionchange', () => db.close());
    try {
      if (!db.objectStoreNames.contains('outbox')) return { items: [], unread: 0 };
      const rows: readonly unknown[] = await answer(db.transaction('outbox').objectStore('outbox').getAll());
      const unsent = rows.filter((row) => !settledStates.includes(stateOf(row)));
      const items = unsent.flatMap((row) => itemOf(row) ?? []);
      return { items, unread: unsent.length - items.length };
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
  // Nobody sends from a database that is not open: what was on its way when its hub ended may have arrived, and whoever is shown it must know.
  return item === null ? null : moveItem(item, { type: 'restore' });
}

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('not read')));
  });
}
