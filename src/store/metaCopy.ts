import type { Dexie } from 'dexie';
import type { Result } from '../contracts/problem.ts';
import type { Fence, Term } from './fence.ts';
import { guarded } from './guarded.ts';

/** Rows of every table of a database, by table name. */
type Copy = Readonly<Record<string, readonly unknown[]>>;

/**
 * Keeps a copy in memory of a small database that only this hub writes, and recreates it if the browser deleted it (F-17). It holds who
 * is signed in, the app lock that encrypts their rows, and what the platform must still be told: without it the next start would know no
 * user, and encrypted rows could never be decrypted again.
 */
export function keepCopy(db: Dexie, fence: Fence, newLine: () => string, madeAnew: () => void) {
  let copy: Copy = {};
  let claimed = false;
  /** Recreated but not reported yet. */
  let untold = false;
  let restoring: Promise<void> | null = null;

  const read = (): Promise<Copy> =>
    db.transaction('r', db.tables, async () =>
      Object.fromEntries(
        await Promise.all(db.tables.map(async (table): Promise<[string, readonly unknown[]]> => [table.name, await table.toArray()])),
      ),
    );

  /** Copies the present content, unless the database was deleted before the read. */
  const takeCopy = async (): Promise<void> => {
    const now = await read();
    if ((await fence.standing()) === 'mine') copy = now;
  };

  const restore = async (): Promise<void> => {
    const held = copy;
    await fence.claim(newLine);
    await db.transaction('rw', db.tables, async () => {
      for (const table of db.tables) {
        const key = String(table.schema.primKey.keyPath);
        // Keep the new term.
        const there = new Set(await table.toCollection().primaryKeys());
        await table.bulkPut((held[table.name] ?? []).filter((row) => !there.has((row as Readonly<Record<string, unknown>>)[key]))); // safe: inline keys
      }
    });
    untold = true;
    madeAnew();
  };

  /** Whose term is stored, after recreating a deleted database. */
  const settle = async (): Promise<'mine' | 'another' | null> => {
    const standing = await fence.standing();
    if (standing !== 'missing') return standing;
    restoring ??= restore().finally(() => {
      restoring = null;
    });
    await restoring;
    return 'mine';
  };

  /** Dexie does not reopen a database whose opening failed once, so one failure would be permanent. */
  const openable = (): void => {
    if (db.hasFailed() && !db.hasBeenClosed()) db.close({ disableAutoOpen: false });
  };

  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    openable();
    if (claimed) await settle();
    const value = await work();
    if (claimed) await takeCopy();
    return value;
  };

  return {
    claim: async (): Promise<Term> => {
      openable();
      const term = await fence.claim(newLine);
      claimed = true;
      await takeCopy();
      return term;
    },
    guarded: async <T>(work: () => Promise<T>): Promise<Result<T>> => {
      const outcome = await guarded(() => run(work));
      // Deleted while running.
      return outcome.ok || !fence.missing() ? outcome : guarded(() => run(work));
    },
    look: (): Promise<Result<'kept' | 'made anew' | 'replaced'>> =>
      guarded(async () => {
        openable();
        if ((await settle()) === 'another') return 'replaced';
        const told = untold;
        untold = false;
        return told ? 'made anew' : 'kept';
      }),
  };
}
