import { givenUpWhenLeft } from './leaving.ts';
import { ConsoleDb } from './schema.ts';
import { createSealer } from './sealing.ts';

let current: ConsoleDb | null = null;

/** Opens the database of whoever is at the console for this page's reads; lets go of another person's first. `key` opens what is sealed (D-31). */
export function openReadStore(tenantId: string, userId: string, key: CryptoKey | null = null, generation = 0): void {
  closeReadStore();
  hold(() => new ConsoleDb(tenantId, userId, 'relaxed', generation), false);
  takeReadKey(key);
}

/**
 * A database that was removed under a reader is not made anew by its next read: an empty one in the name of who left would stand on the device for good. Whether there
 * will be another is the hub's to decide; where it makes one, that is read. Dexie opens again by itself, and what it opens it makes; once that has failed it opens no
 * more, so that the next read gets another of its kind.
 */
function hold(make: () => ConsoleDb, wasRemoved: boolean): ConsoleDb {
  const db = givenUpWhenLeft(make());
  let removed = wasRemoved;
  db.on('versionchange', (event) => {
    if (event.newVersion === null) removed = true;
  });
  db.on('close', () => {
    removed = true;
  });
  db.on('populate', (making) => {
    if (!removed) return;
    making.abort();
    if (current !== db) return;
    hold(make, true).sealer = db.sealer;
  });
  current = db;
  return db;
}

/** From now on sealed rows are opened with this key: a lock was set up while the page was open, or taken off. */
export function takeReadKey(key: CryptoKey | null): void {
  if (current !== null) current.sealer = key === null ? null : createSealer(key, current.name);
}

/** Ends all reads; the database can be removed after this. */
export function closeReadStore(): void {
  current?.close();
  current = null;
}

/** The open database. Reading without one is a bug of the caller, who asks for the holder first. */
export function readDb(): ConsoleDb {
  if (current === null) throw new Error('no store is open for reading');
  return current;
}

/** The open database; null where it was closed while something was read from it. */
export function heldDb(): ConsoleDb | null {
  return current;
}
