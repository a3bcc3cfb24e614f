import type { Dexie } from 'dexie';
import type { Problem } from '../contracts/problem.ts';

/**
 * Detects storage deleted while in use (F-17): a script or person deletes a database, the browser clears a site's data or needs space.
 * The former is announced (`versionchange` without a version), the latter close the connection (`close`). A connection frozen at that
 * time gets neither event: the fence then finds no term at the next write or look.
 */
export function watchTakenAway(db: Dexie, taken: () => void): void {
  db.on('versionchange', (event) => {
    if (event.newVersion === null) taken();
  });
  // For every opening, because Dexie reopens a database by itself.
  db.on('ready', () => (db.backendDB() as IDBDatabase | null)?.addEventListener('close', taken), true); // null if it was closed just now
}

/** Outcome of a write whose database was deleted. */
export const takenProblem: Problem = {
  code: 'storage',
  message: 'The data stored on this device was removed, by the browser or by hand. It is being fetched again.',
  retry: true,
};
