import { Dexie } from 'dexie';
import type { OutboxItem } from '../contracts/outbox.ts';
import type { Result } from '../contracts/problem.ts';
import { fence, type Term } from './fence.ts';
import { readRow } from './outboxRow.ts';
import { ConsoleDb } from './schema.ts';
import type { OutboxStore } from './types.ts';

/**
 * The one door that writes the outbox. A connection of its own with strict durability: nobody but this device knows of what stands here, so
 * a write is answered only when the disk has it. `tracked` counts what is under way, for whoever closes the store; `term` is the hub's.
 */
export function openOutbox(
  tenantId: string,
  userId: string,
  term: Term | null,
  tracked: <T>(work: () => Promise<T>) => Promise<Result<T>>,
): { readonly store: OutboxStore; readonly lost: () => boolean; readonly close: () => void } {
  const db = new ConsoleDb(tenantId, userId, 'strict');
  const guard = fence(db, 'cursors');
  let entered: Promise<boolean> | null = null;
  /** Every write of a hub that was replaced is undone here as on the other connection. */
  const write = <T>(work: () => Promise<T>): Promise<Result<T>> =>
    tracked(async () => {
      entered ??= term === null ? Promise.resolve(true) : guard.enter(term);
      if (!(await entered)) throw new Dexie.DatabaseClosedError('another hub has the term');
      return work();
    });
  return {
    close: () => db.close(),
    lost: guard.lost,
    store: {
      list: () =>
        write(() =>
          db.transaction('rw', db.outbox, db.setAside, async () => {
            const items: OutboxItem[] = [];
            let setAside = 0;
            for (const row of await db.outbox.orderBy(':id').toArray()) {
              const item = readRow(row);
              if (item !== null) items.push(item);
              else if (row.id !== undefined) {
                setAside += 1;
                await db.setAside.add({ table: 'outbox', key: String(row.id), at: Date.now(), row });
                await db.outbox.delete(row.id);
              }
            }
            return { items, setAside };
          }),
        ),
      add: (drafts) =>
        write(() =>
          db.transaction('rw', db.outbox, async () => {
            const items: OutboxItem[] = [];
            for (const draft of drafts) {
              const place = await db.outbox.add({ state: draft.state, payload: draft });
              items.push({ ...draft, place });
            }
            return items;
          }),
        ),
      save: (item) =>
        write(async () => {
          const { place, ...payload } = item;
          await db.outbox.put({ id: place, state: item.state, payload });
          return null;
        }),
      remove: (places) =>
        write(async () => {
          await db.outbox.bulkDelete([...places]);
          return null;
        }),
    },
  };
}
