import { ConsoleDb } from './schema.ts';

let current: ConsoleDb | null = null;

/** Opens the database of whoever is at the console for this page's reads; lets go of another person's first. */
export function openReadStore(tenantId: string, userId: string): void {
  closeReadStore();
  current = new ConsoleDb(tenantId, userId);
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
