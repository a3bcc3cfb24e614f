import type { DBCoreTable, Dexie } from 'dexie';
import { isEncrypted } from './rowCipher.ts';
import { neverEncrypted } from './tables.ts';
import { isVeiledRow } from './veiledColumns.ts';

/** Thrown instead of writing a row, or one of its columns, in plain text under a lock: the writer forgot to encrypt. Nothing is stored. */
export class PlainUnderLockError extends Error {
  override readonly name = 'PlainUnderLockError';
  constructor(table: string) {
    super(`a row of ${table} was to be stored in the clear under a lock`);
  }
}

/**
 * True if a row may be stored under a lock: columns veiled, payload encrypted or null; for a set-aside row this applies to the row in it.
 */
export function mayStand(table: string, row: unknown): boolean {
  if (typeof row !== 'object' || row === null || !isVeiledRow(table, row)) return false;
  if (table === 'setAside' && 'row' in row) return isEncrypted(row.row) || ('table' in row && mayStand(String(row.table), row.row));
  return 'payload' in row && (row.payload === null || isEncrypted(row.payload));
}

/**
 * While `isEncryptedNow` returns true, refuses unencrypted rows in all tables except those that are never encrypted. A safety net below the
 * writers, who encrypt themselves. Call before `open`.
 */
export function refusePlain(db: Dexie, isEncryptedNow: () => boolean): void {
  db.use({
    stack: 'dbcore',
    name: 'refusePlain',
    create: (core) => ({
      ...core,
      table: (name): DBCoreTable => {
        const table = core.table(name);
        if (Object.hasOwn(neverEncrypted, name)) return table;
        return {
          ...table,
          mutate: (request) => {
            const rows = request.type === 'add' || request.type === 'put' ? request.values : [];
            if (isEncryptedNow() && !rows.every((row) => mayStand(name, row))) return Promise.reject(new PlainUnderLockError(name));
            return table.mutate(request);
          },
        };
      },
    }),
  });
}
