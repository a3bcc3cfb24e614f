import type { Dexie } from 'dexie';
import type { Problem } from '../contracts/problem.ts';

/**
 * Storage that is taken away while it is in use (F-17): a database is deleted by a script or a person, the browser clears a site's data or needs the room. The first
 * is announced (`versionchange` without a version), the others close the connection under us (`close`). Neither reaches a connection that was frozen meanwhile: the
 * fence finds no term then, at the next write or look.
 */
export function watchTakenAway(db: Dexie, taken: () => void): void {
  db.on('versionchange', (event) => {
    if (event.newVersion === null) taken();
  });
  // Told of each opening: Dexie opens a database again by itself.
  db.on('ready', () => (db.backendDB() as IDBDatabase | null)?.addEventListener('close', taken), true); // null where it was closed this moment
}

/** What a write comes to whose database was taken away. */
export const takenProblem: Problem = {
  code: 'storage',
  message: 'What this device had stored was removed, by the browser or by hand. It is being fetched again.',
  retry: true,
};
