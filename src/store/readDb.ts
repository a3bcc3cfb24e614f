import { Dexie } from 'dexie';
import { givenUpWhenLeft } from './leaving.ts';
import { ConsoleDb } from './schema.ts';
import { veilOf } from './decryptRows.ts';
import type { Veil } from './veiled.ts';

let current: ConsoleDb | null = null;
/** Pending while the encryption code loads: reads wait for it. */
let taking: Promise<void> = Promise.resolve();
let taken: CryptoKey | null = null;

/** Opens the current user's database for this page's reads, after closing another user's. `key` decrypts encrypted rows (D-31). */
export function openReadStore(tenantId: string, userId: string, key: CryptoKey | null = null, generation = 0): void {
  closeReadStore();
  hold(() => new ConsoleDb(tenantId, userId, 'relaxed', generation), false);
  if (key !== null) void takeReadKey(key);
}

/**
 * Prevents a read from recreating a database that was deleted: an empty one under the name of a user who left would stay on the device
 * for good. The hub decides if there is a new one, which is then read. Dexie reopens by itself, and opening creates; after one failure it
 * stops reopening, so the next read gets a new connection of this kind.
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
    hold(make, true).cipher = db.cipher;
  });
  current = db;
  return db;
}

/**
 * Uses this key to decrypt rows from now on; called when a lock was set up or removed while the page was open. Resolves once it is in
 * use.
 */
export async function takeReadKey(key: CryptoKey | null): Promise<void> {
  const db = current;
  if (db === null) return;
  taken = key;
  if (key === null) db.cipher = null;
  else taking = makeCipher(db, key).catch(() => {}); // the code did not load: encrypted rows stay unreadable
  await taking;
}

async function makeCipher(db: ConsoleDb, key: CryptoKey): Promise<void> {
  const { createRowCipher } = await import('./aesGcm.ts');
  const cipher = await createRowCipher(key, db.name);
  // Ignore if another database or key was set meanwhile.
  if (db === current && key === taken) db.cipher = cipher;
}

/** Ends all reads; afterwards the database can be removed. */
export function closeReadStore(): void {
  current?.close();
  current = null;
  taking = Promise.resolve();
}

/** The open database. Throws without one, which is a bug: callers check for a holder first. */
export function readDb(): ConsoleDb {
  if (current === null) throw new Error('no store is open for reading');
  return current;
}

/**
 * The veil for columns of the open database; null without a lock. Waits for the encryption code to load, because a locked database would
 * otherwise be taken for an unlocked one. Dexie's own promise, so that a live read stays observed.
 */
export function readVeil(): PromiseLike<Veil | null> {
  return Dexie.Promise.resolve(taking).then(() => veilOf(readDb()));
}

/** The open database; null if it was closed during a read. */
export function heldDb(): ConsoleDb | null {
  return current;
}
