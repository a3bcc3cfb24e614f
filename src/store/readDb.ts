import { Dexie } from 'dexie';
import { givenUpWhenLeft } from './leaving.ts';
import { ConsoleDb } from './schema.ts';
import { veilOf } from './sealedRows.ts';
import type { Veil } from './veiled.ts';

let current: ConsoleDb | null = null;
/** The key's code is on its way: reads wait for it. */
let taking: Promise<void> = Promise.resolve();
let taken: CryptoKey | null = null;

/** Opens the database of whoever is at the console for this page's reads; lets go of another person's first. `key` opens what is sealed (D-31). */
export function openReadStore(tenantId: string, userId: string, key: CryptoKey | null = null, generation = 0): void {
  closeReadStore();
  hold(() => new ConsoleDb(tenantId, userId, 'relaxed', generation), false);
  if (key !== null) void takeReadKey(key);
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
  db.on('ready', () => taking, true);
  db.on('populate', (making) => {
    if (!removed) return;
    making.abort();
    if (current !== db) return;
    hold(make, true).sealer = db.sealer;
  });
  current = db;
  return db;
}

/** From now on sealed rows are opened with this key: a lock was set up while the page was open, or taken off. Resolves once they are. */
export async function takeReadKey(key: CryptoKey | null): Promise<void> {
  const db = current;
  if (db === null) return;
  taken = key;
  if (key === null) db.sealer = null;
  else taking = makeSealer(db, key).catch(() => {}); // its code does not come: sealed rows stay closed
  await taking;
}

async function makeSealer(db: ConsoleDb, key: CryptoKey): Promise<void> {
  const { createSealer } = await import('./sealer.ts');
  const sealer = await createSealer(key, db.name);
  // Another was taken meanwhile.
  if (db === current && key === taken) db.sealer = sealer;
}

/** Ends all reads; the database can be removed after this. */
export function closeReadStore(): void {
  current?.close();
  current = null;
  taking = Promise.resolve();
}

/** The open database. Reading without one is a bug of the caller, who asks for the holder first. */
export function readDb(): ConsoleDb {
  if (current === null) throw new Error('no store is open for reading');
  return current;
}

/**
 * What columns stand as in the open database; null without a lock. Waits for the key's code where that is on its way: who asked before it was here would take a locked database for an
 * open one. Dexie's own promise: a live read that goes on after it is still watched.
 */
export function readVeil(): PromiseLike<Veil | null> {
  return Dexie.Promise.resolve(taking).then(() => veilOf(readDb()));
}

/** The open database; null where it was closed while something was read from it. */
export function heldDb(): ConsoleDb | null {
  return current;
}
