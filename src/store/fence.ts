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

/** Whose term stands in a database. `missing`: nobody's, where this hub's stood: what the database held was taken away. */
export type Standing = 'mine' | 'another' | 'missing';

function read(record: unknown): Term | null {
  const parsed = z.safeParse(termSchema, record);
  return parsed.success ? parsed.data : null;
}

export interface Fence {
  /** True once a write was undone because another hub has the term. */
  readonly lost: () => boolean;
  /** True once no term was found where this hub's should stand, until it claims or enters anew. */
  readonly missing: () => boolean;
  /** Starts a term after the last one, in the database that numbers them. */
  readonly claim: (newLine: () => string) => Promise<Term>;
  /** Enters this database with a term claimed elsewhere; false when a later one is here already. */
  readonly enter: (term: Term) => Promise<boolean>;
  /** Writes under a term that another connection of this hub has entered here with: it is asked for, and not written. */
  readonly adopt: (term: Term) => void;
  /** Enters with the first transaction that finds room, as part of it: nothing is written here under no term, or under another's. */
  readonly enterLater: (term: Term) => void;
  /** Whose term stands here now; null before this hub has claimed, entered or adopted one. */
  readonly standing: () => Promise<Standing | null>;
}

/** Fences every writing transaction of `db` from `claim` or `enter` on. `table` must have a plain key path. Call before `open`. */
export function fence(db: Dexie, table: string): Fence {
  let mine: Term | null = null;
  let lost = false;
  let missing = false;
  /** Until a transaction with the term in it is on the disk. */
  let entering = false;
  const judge = (record: unknown, term: Term): Standing => {
    if (record === undefined) return 'missing';
    const held = read(record);
    return held?.line === term.line && held.number === term.number ? 'mine' : 'another';
  };
  const note = (standing: Standing): void => {
    if (standing === 'another') lost = true;
    if (standing === 'missing') missing = true;
  };
  const hold = (term: Term): void => {
    mine = term;
    missing = false;
    entering = false;
  };
  const isOvertaken = (record: unknown, term: Term): boolean => {
    const held = read(record);
    return held !== null && held.line === term.line && held.number > term.number;
  };

  const recordOf = (term: Term) => ({ [String(db.table(table).schema.primKey.keyPath)]: place, ...term });
  const writeTerm = (transaction: DBCoreTransaction, term: Term): void => {
    const native = transaction as unknown as IDBTransaction; // the core hands out IndexedDB’s own transaction
    native.objectStore(table).put(recordOf(term));
    native.addEventListener('complete', () => {
      if (mine === term) entering = false;
    });
  };

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
          if (entering) {
            if (isOvertaken(asked.result, term)) {
              note('another');
              native.abort();
            }
            return;
          }
          const standing = judge(asked.result, term);
          note(standing);
          if (standing !== 'mine') native.abort();
        });
        return transaction;
      },
      table: (name) => {
        const plain = core.table(name);
        return {
          ...plain,
          mutate: (request) => {
            // What only removes needs no room, and must not fail for a term that does.
            if (entering && mine !== null && (request.type === 'put' || request.type === 'add')) writeTerm(request.trans, mine);
            return plain.mutate(request);
          },
        };
      },
    }),
  });

  const put = (term: Term) => db.table(table).put(recordOf(term));

  return {
    lost: () => lost,
    missing: () => missing,
    adopt: hold,
    enterLater: (term) => {
      hold(term);
      entering = true;
    },
    claim: async (newLine) => {
      // Where this hub's own is gone there is none to be asked for.
      if (missing) mine = null;
      const term = await db.transaction('rw', table, async () => {
        const held = read(await db.table(table).get(place));
        const next = { line: held?.line ?? newLine(), number: (held?.number ?? 0) + 1 };
        await put(next);
        return next;
      });
      hold(term);
      return term;
    },
    enter: async (term) => {
      const entered = await db.transaction('rw', table, async () => {
        if (isOvertaken(await db.table(table).get(place), term)) return false;
        await put(term);
        return true;
      });
      if (entered) hold(term);
      return entered;
    },
    standing: async () => {
      const term = mine;
      if (term === null || entering) return null;
      const standing = judge(await db.table(table).get(place), term);
      note(standing);
      return standing;
    },
  };
}
