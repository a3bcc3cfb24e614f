import { type OutboxItem, outboxItemSchema } from '../contracts/outbox.ts';
import type { Result } from '../contracts/problem.ts';
import { z } from '../contracts/zod.ts';
import { moveItem } from '../domain/outbox/item.ts';
import { guarded } from './guarded.ts';
import { createRowCipher } from './aesGcm.ts';
import { readRow } from './outboxRow.ts';
import type { RowCipher } from './rowCipher.ts';
import { openExisting } from './removing.ts';

/** States with a final answer of the platform. All other commands in the outbox, also those in unknown states, are unsent. */
const settledStates: readonly unknown[] = ['sent', 'refused'];

/** Unsent commands in a database. `unread`: encrypted or damaged. `missing`: there is no such database. */
export interface UnsentRows {
  readonly items: readonly OutboxItem[];
  readonly unread: number;
  readonly missing?: true;
}

const rowSchema = z.object({ id: z.optional(z.number()), state: outboxItemSchema.shape.state, payload: z.unknown() });

/**
 * Reads the unsent commands of a database directly, encrypted or not, whatever its schema, and without writing. For use while the store
 * is not open: under a closed lock, if it cannot be opened, or before it is wiped. Without the key encrypted ones are unread.
 */
export function readUnsent(name: string, key: CryptoKey | null = null): Promise<Result<UnsentRows>> {
  return guarded(async () => {
    const db = await openExisting(name);
    if (db === null) return { items: [], unread: 0, missing: true };
    db.addEventListener('versionchange', () => db.close());
    try {
      if (!db.objectStoreNames.contains('outbox')) return { items: [], unread: 0 };
      const rows: readonly unknown[] = await answer(db.transaction('outbox').objectStore('outbox').getAll());
      const unsent = rows.filter((row) => !settledStates.includes(stateOf(row)));
      const cipher = key === null ? null : await createRowCipher(key, name);
      const items = (await Promise.all(unsent.map((row) => itemOf(row, cipher)))).filter((item) => item !== null);
      return { items, unread: unsent.length - items.length };
    } finally {
      db.close();
    }
  });
}

function stateOf(row: unknown): unknown {
  return typeof row === 'object' && row !== null && 'state' in row ? row.state : undefined;
}

async function itemOf(row: unknown, cipher: RowCipher | null): Promise<OutboxItem | null> {
  const parsed = rowSchema.safeParse(row);
  if (!parsed.success) return null;
  const { state, payload: stored, id = 0 } = parsed.data;
  const payload = cipher === null ? stored : await cipher.decrypt('outbox', stored);
  const item = readRow({ state, payload, id });
  // A command that was in flight when its hub ended may have arrived; `restore` marks it so, because no hub is sending it.
  return item === null ? null : moveItem(item, { type: 'restore' });
}

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('not read')));
  });
}
