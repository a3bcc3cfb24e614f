import type { DBCoreTransaction, Dexie } from 'dexie';
import { z } from '../contracts/zod.ts';

/**
 * Keeps two hubs from writing one database at once. Every hub that takes the lead claims a term, higher than all before it;
 * the term stands in the database, and each writing transaction asks for it first and is undone when it is no longer the
 * hub's own. A Web Lock alone cannot promise this: a leader frozen in the middle of a write learns that its lock was taken
 * only after it has gone on writing. A transaction cannot be overtaken like that: the browser orders them.
 */
export interface Term {
  /** Made anew with `ukweli-meta`: terms of another line say nothing, so a lost meta database locks nobody out. */
  readonly line: string;
  readonly number: number;
}

/** Place of the term in the table that carries it, beside records with other keys. */
const place = 'hub';
const termSchema = z.object({ line: z.string(), number: z.number() });

function read(record: unknown): Term | null {
  const parsed = z.safeParse(termSchema, record);
  return parsed.success ? parsed.data : null;
}

export interface Fence {
  /** True once a write was undone because another hub has the term. */
  readonly lost: () => boolean;
  /** Starts a term after the last one, in the database that numbers them. */
  readonly claim: (newLine: () => string) => Promise<Term>;
  /** Enters this database with a term claimed elsewhere; false when a later one is here already. */
  readonly enter: (term: Term) => Promise<boolean>;
  /** Whether the term is still this hub's. */
  readonly holds: () => Promise<boolean>;
}

/** Fences every writing transaction of `db` from `claim` or `enter` on. `table` must have a plain key path. Call before `open`. */
export function fence(db: Dexie, table: string): Fence {
  let mine: Term | null = null;
  let lost = false;
  const isMine = (held: Term | null, term: Term) => held?.line === term.line && held.number === term.number;

  db.use({
    stack: 'dbcore',
    name: 'fence',
    create: (core) => ({
      ...core,
      transaction: (stores, mode, options): DBCoreTransaction => {
        const term = mine;
        if (mode !== 'readwrite' || term === null) return core.transaction(stores, mode, options);
        const transaction = core.transaction([...new Set([...stores, table])], mode, options);
        // What the core hands out is IndexedDB's own transaction; its first request is answered before any other can commit.
        const native = transaction as unknown as IDBTransaction;
        const asked = native.objectStore(table).get(place);
        asked.addEventListener('success', () => {
          if (isMine(read(asked.result), term)) return;
          lost = true;
          native.abort();
        });
        return transaction;
      },
    }),
  });

  const put = (term: Term) => db.table(table).put({ [String(db.table(table).schema.primKey.keyPath)]: place, ...term });

  return {
    lost: () => lost,
    claim: async (newLine) => {
      const term = await db.transaction('rw', table, async () => {
        const held = read(await db.table(table).get(place));
        const next = { line: held?.line ?? newLine(), number: (held?.number ?? 0) + 1 };
        await put(next);
        return next;
      });
      mine = term;
      return term;
    },
    enter: async (term) => {
      const entered = await db.transaction('rw', table, async () => {
        const held = read(await db.table(table).get(place));
        if (held !== null && held.line === term.line && held.number > term.number) return false;
        await put(term);
        return true;
      });
      if (entered) mine = term;
      return entered;
    },
    holds: async () => mine !== null && isMine(read(await db.table(table).get(place)), mine),
  };
}
