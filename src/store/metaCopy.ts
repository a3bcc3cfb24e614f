import type { Dexie } from 'dexie';
import type { Result } from '../contracts/problem.ts';
import type { Fence, Term } from './fence.ts';
import { guarded } from './guarded.ts';

/** Rows of every table of a database, by its name. */
type Copy = Readonly<Record<string, readonly unknown[]>>;

/**
 * Keeps a copy of a small database that this hub alone writes, and writes it anew where it was taken away (F-17). Whoever is signed in, the app lock that their rows are
 * sealed with, what is still to be told to the platform: without it the next start would know nobody, and what is sealed could never be opened again.
 */
export function keepCopy(db: Dexie, fence: Fence, newLine: () => string, madeAnew: () => void) {
  let copy: Copy = {};
  let claimed = false;
  /** Made anew, and not yet told. */
  let untold = false;
  let restoring: Promise<void> | null = null;

  const read = (): Promise<Copy> =>
    db.transaction('r', db.tables, async () =>
      Object.fromEntries(
        await Promise.all(db.tables.map(async (table): Promise<[string, readonly unknown[]]> => [table.name, await table.toArray()])),
      ),
    );

  /** Takes what stands there now; what was read after the database went is no copy of it. */
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
        // The term is the new one.
        const there = new Set(await table.toCollection().primaryKeys());
        await table.bulkPut((held[table.name] ?? []).filter((row) => !there.has((row as Readonly<Record<string, unknown>>)[key]))); // every row has its key in it
      }
    });
    untold = true;
    madeAnew();
  };

  /** Whose term stands there, once what was taken away has been made anew. */
  const settle = async (): Promise<'mine' | 'another' | null> => {
    const standing = await fence.standing();
    if (standing !== 'missing') return standing;
    restoring ??= restore().finally(() => {
      restoring = null;
    });
    await restoring;
    return 'mine';
  };

  /** Once it has failed to open, Dexie opens a database no more by itself, and one failure would be for good. */
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
      // Taken away in the middle of it.
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
