import { ConsoleDb } from './schema.ts';
import { createSealer } from './sealing.ts';

let current: ConsoleDb | null = null;

/** Opens the database of whoever is at the console for this page's reads; lets go of another person's first. `key` opens what is sealed (D-31). */
export function openReadStore(tenantId: string, userId: string, key: CryptoKey | null = null, generation = 0): void {
  closeReadStore();
  current = new ConsoleDb(tenantId, userId, 'relaxed', generation);
  openSealedWith(key, current.name);
}

/** From now on sealed rows are opened with this key: a lock was set up while the page was open, or taken off. */
export function takeReadKey(key: CryptoKey | null): void {
  if (current !== null) openSealedWith(key, current.name);
}

function openSealedWith(key: CryptoKey | null, name: string): void {
  if (current !== null) current.sealer = key === null ? null : createSealer(key, name);
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
