import type { DBCoreTable, Dexie } from 'dexie';
import { isSealed } from './sealing.ts';
import { neverSealed } from './tables.ts';
import { isVeiledRow } from './veiledColumns.ts';

/** A row that was to be written in the clear under a lock, or with a column in the clear: a way of writing that forgot to seal. Nothing of it is stored. */
export class PlainUnderLockError extends Error {
  override readonly name = 'PlainUnderLockError';
  constructor(table: string) {
    super(`a row of ${table} was to be stored in the clear under a lock`);
  }
}

/** Whether a row may stand under a lock in a table of this name: its columns veiled, its payload sealed or none; of a row that was set aside, the row in it. */
export function mayStand(table: string, row: unknown): boolean {
  if (typeof row !== 'object' || row === null || !isVeiledRow(table, row)) return false;
  if (table === 'setAside' && 'row' in row) return isSealed(row.row) || ('table' in row && mayStand(String(row.table), row.row));
  return 'payload' in row && (row.payload === null || isSealed(row.payload));
}

/**
 * While `isSealedNow` says that a lock stands, refuses every row that is not sealed, in every table but the few that never are. A safety net under the writers, who
 * seal by themselves: whoever forgets it fails loudly and leaves nothing behind. Call before `open`.
 */
export function refusePlain(db: Dexie, isSealedNow: () => boolean): void {
  db.use({
    stack: 'dbcore',
    name: 'refusePlain',
    create: (core) => ({
      ...core,
      table: (name): DBCoreTable => {
        const table = core.table(name);
        if (Object.hasOwn(neverSealed, name)) return table;
        return {
          ...table,
          mutate: (request) => {
            const rows = request.type === 'add' || request.type === 'put' ? request.values : [];
            if (isSealedNow() && !rows.every((row) => mayStand(name, row))) return Promise.reject(new PlainUnderLockError(name));
            return table.mutate(request);
          },
        };
      },
    }),
  });
}
