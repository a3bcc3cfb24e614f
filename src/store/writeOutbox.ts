import type { OutboxItem } from '../contracts/outbox.ts';
import type { Result } from '../contracts/problem.ts';
import { draftWrite } from './drafts.ts';
import { fence, type Term } from './fence.ts';
import { isFull, storageProblem } from './guarded.ts';
import { readRow } from './outboxRow.ts';
import type { ConsoleDb, OutboxRow } from './schema.ts';
import { decryptRows } from './decryptRows.ts';
import { encryptAside, encryptRow, encryptRows } from './encryptRows.ts';
import { isEncrypted, type RowCipher } from './rowCipher.ts';
import type { OutboxStore } from './types.ts';
import type { Room } from './room.ts';
import { WritingDb } from './writingDb.ts';

/**
 * The only writer of the outbox. A separate connection with strict durability: its commands exist only on this device, so a write is
 * acknowledged only when the disk has it. `tracked` tracks running writes for closing the store, and frees space when needed. `term` is
 * the hub's; if `isCrammed` it has not entered yet for lack of space.
 */
export function openOutbox(
  tenantId: string,
  userId: string,
  term: Term | null,
  {
    tracked: write,
    roomForDecisions,
  }: {
    readonly tracked: <T>(work: () => Promise<T>, room?: Room) => Promise<Result<T>>;
    readonly roomForDecisions: (forMs: number) => Room;
  },
  generation: number,
  isCrammed: boolean,
): {
  readonly store: OutboxStore;
  readonly lost: () => boolean;
  readonly missing: () => boolean;
  readonly setCipher: (cipher: RowCipher | null) => void;
  readonly refusePlainRows: (refuse: boolean) => void;
  readonly close: () => void;
} {
  const db = new WritingDb(tenantId, userId, 'strict', generation);
  const guard = fence(db, 'cursors');
  // Writes of a hub that was replaced, or whose rows were deleted, are aborted here as on the main connection, which has entered the term
  // already.
  if (term !== null && isCrammed) guard.enterLater(term);
  else if (term !== null) guard.adopt(term);
  return {
    close: () => db.close(),
    lost: guard.lost,
    missing: guard.missing,
    setCipher: (cipher) => {
      db.cipher = cipher;
    },
    refusePlainRows: (refuse) => {
      db.encryptedOnly = refuse;
    },
    store: {
      list: () =>
        write(async () => {
          const items: OutboxItem[] = [];
          const spoilt: OutboxRow[] = [];
          const rows = await db.outbox.orderBy(':id').toArray();
          const open = await decryptRows(db, 'outbox', rows);
          rows.forEach((row, at) => {
            const item = readRow(open[at] ?? row);
            if (item !== null) items.push(item);
            // Encrypted under a lock that was given up: decrypted at its owner's next sign-in (hub/lock/givenUp.ts).
            else if (db.cipher !== null || !isEncrypted(row.payload)) spoilt.push(row);
          });
          // Without space they stay in the outbox and are reported again at the next start; readable commands do not wait for that.
          await setAside(db, spoilt).catch((error: unknown) => {
            if (!isFull(storageProblem(error))) throw error;
          });
          return { items, setAside: spoilt.length };
        }),
      add: (newItems, roomForMs = Number.POSITIVE_INFINITY, left) =>
        write(async () => {
          const replaceDraft = left === undefined ? null : await draftWrite(db, left);
          const rows = await encryptRows(
            db,
            'outbox',
            newItems.map((newItem) => ({ state: newItem.state, payload: newItem })),
          );
          return db.transaction('rw', db.outbox, db.rows('drafts'), async () => {
            await replaceDraft?.();
            const places: number[] = [];
            for (const row of rows) places.push(await db.outbox.add(row));
            return newItems.map((newItem, at): OutboxItem => ({ ...newItem, place: places[at] ?? 0 })); // safe: as many places as items
          });
        }, roomForDecisions(roomForMs)),
      save: (item, roomForMs = Number.POSITIVE_INFINITY) =>
        write(async () => {
          const { place, ...payload } = item;
          await db.outbox.put(await encryptRow(db, 'outbox', { id: place, state: item.state, payload }));
          return null;
        }, roomForDecisions(roomForMs)),
      remove: (places) =>
        write(async () => {
          await db.outbox.bulkDelete([...places]);
          return null;
        }),
    },
  };
}

/** Moves unreadable rows out of the outbox; they are not sent. */
async function setAside(db: ConsoleDb, spoilt: readonly OutboxRow[]): Promise<void> {
  const at = Date.now();
  const aside = await Promise.all(spoilt.map((row) => encryptAside(db, { table: 'outbox', key: String(row.id), at, row })));
  await db.transaction('rw', db.outbox, db.setAside, async () => {
    for (const [place, row] of spoilt.entries()) {
      const set = aside[place];
      if (row.id === undefined || set === undefined) continue;
      await db.setAside.add(set);
      await db.outbox.delete(row.id);
    }
  });
}
