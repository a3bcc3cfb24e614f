import type { DBCoreTransaction, Dexie } from 'dexie';
import { z } from '../contracts/zod.ts';

/**
 * Prevents two hubs from writing one database at once (fencing). Every hub that becomes leader claims a term with a higher number than
 * all before. The term is stored in the database; each write transaction reads it first and is aborted if it is no longer the hub's own.
 * A Web Lock alone cannot ensure this: a leader frozen during a write learns too late that its lock was taken. Transactions cannot be
 * overtaken, because the browser orders them.
 */
export interface Term {
  /** New with every new `ukweli-meta`: terms of other lines are ignored, so losing the meta database locks no hub out. */
  readonly line: string;
  readonly number: number;
}

/** Key of the term's record in its table, beside other records. */
const place = 'hub';
const termSchema = z.object({ line: z.string(), number: z.number() });

/** Whose term is stored. `missing`: none, although this hub's was stored, so the database's content was deleted. */
export type Standing = 'mine' | 'another' | 'missing';

function read(record: unknown): Term | null {
  const parsed = z.safeParse(termSchema, record);
  return parsed.success ? parsed.data : null;
}

/** One connection's part in the fencing of its database. */
export interface Fence {
  /** True once a write was aborted because another hub has the term. */
  readonly lost: () => boolean;
  /** True once this hub's term was missing, until it claims or enters again. */
  readonly missing: () => boolean;
  /** Starts the next term, in the database that numbers them. */
  readonly claim: (newLine: () => string) => Promise<Term>;
  /** Enters this database with a term claimed elsewhere; false if a later one is stored already. */
  readonly enter: (term: Term) => Promise<boolean>;
  /** Uses a term that another connection of this hub has entered here: it is checked but not written. */
  readonly adopt: (term: Term) => void;
  /**
   * Enters with the first write transaction that finds space, as a part of it: nothing is written here without a term or under another
   * hub's.
   */
  readonly enterLater: (term: Term) => void;
  /** Whose term is stored now; null before this hub has claimed, entered or adopted one. */
  readonly standing: () => Promise<Standing | null>;
}

/** Fences every write transaction of `db` from `claim` or `enter` on. `table` must have a plain key path. Call before `open`. */
export function fence(db: Dexie, table: string): Fence {
  let mine: Term | null = null;
  let lost = false;
  let missing = false;
  /** True until a transaction that contains the term is committed. */
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
    const native = transaction as unknown as IDBTransaction; // safe: the core returns IndexedDB's own transaction
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
        // Safe: the core returns IndexedDB's own transaction. Its first request is answered before any other can commit.
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
            // Deletions need no space, and must not fail because writing the term does.
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
      // If this hub's own term is gone, the check must not run.
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
