import type { DBCoreTable, Dexie } from 'dexie';
import { crc32 } from '../domain/crc32.ts';
import { isSealed } from './sealing.ts';

/**
 * Beside every row that no seal covers stands a checksum of the whole row as it was written, columns and payload, so that what a bad disk or a clumsy hand has changed is found
 * where the row still has its shape: a stage that says green, a figure with another digit (F-25). It is a CRC: whoever changes a row on purpose can make it anew or take it away,
 * and no key on a device without a lock could prevent that, since the same hand holds it. Under an app lock AES-GCM does this better (sealing.ts), and no checksum stands beside a
 * sealed payload: it would tell something of what is in it.
 *
 * Cost: 10 µs of processor for a row of 840 bytes, to give it and to check it (Node 20, 20,000 rows; its JSON is two thirds of that), beside the 130 to 175 µs that putting it takes
 * (FINDINGS) and the 2 µs of its schema. A screen reads forty rows or some hundreds; only the two long chains are read whole, and those have their seals.
 *
 * A row without one was written by a build before: it is believed as it was then, and the next answer that brings it writes it anew.
 */
type Row = object & { readonly payload?: unknown; readonly sum?: number };

/** Tables whose rows have none, each with its reason. What is never sealed (tables.ts) has no payload to guard. */
const withoutSum: ReadonlySet<string> = new Set([
  // Changed in place with every batch, and asked inside transactions.
  'sync',
  'cursors',
  // Each link is its own seal’s content: the chain’s check computes it (D-9).
  'chain',
  // Each line is hashed into the next: the record’s check computes it (D-27).
  'auditRecords',
  // A record of events for diagnostics: no screen stands on it.
  'segments',
  // What is here was found to be damaged.
  'setAside',
]);

const encoder = new TextEncoder();

/** @param ownKey name of the key where the database numbers the rows itself: not known before the row is written */
function sumOf(row: Row, ownKey: string | null): number {
  const covered: Record<string, unknown> = { ...row, sum: undefined };
  if (ownKey !== null) covered[ownKey] = undefined;
  // The order of names survives the disk, and what JSON leaves out it leaves out both times.
  return crc32(encoder.encode(JSON.stringify(covered)));
}

function ownKeyOf(primKey: { readonly auto?: boolean | undefined; readonly keyPath?: unknown }): string | null {
  return primKey.auto === true && typeof primKey.keyPath === 'string' ? primKey.keyPath : null;
}

/** The row as it is to stand on the disk. */
function summed<R extends object>(row: R, ownKey: string | null): R {
  if (!('payload' in row)) return row;
  const { sum: _, ...plain } = row as R & { readonly sum?: number };
  return (isSealed(row.payload) ? plain : { ...plain, sum: sumOf(plain, ownKey) }) as unknown as R; // the same row, with or without its sum
}

/** Rows for a table as they are to stand on the disk. For who writes past Dexie; through it they come so by themselves (`sumRows`). */
export function withSums<R extends object>(db: Dexie, table: string, rows: readonly R[]): readonly R[] {
  if (withoutSum.has(table)) return rows;
  const ownKey = ownKeyOf(db.table(table).schema.primKey);
  return rows.map((row) => summed(row, ownKey));
}

/** How a row stands to its sum. `none`: sealed, of a table without sums, or written by a build before. */
export function sumState(db: Dexie, table: string, row: object): 'holds' | 'differs' | 'none' {
  const { sum, payload } = row as Row;
  if (sum === undefined || isSealed(payload) || withoutSum.has(table)) return 'none';
  return sum === sumOf(row, ownKeyOf(db.table(table).schema.primKey)) ? 'holds' : 'differs';
}

/** Gives every row that is written its sum, whoever writes it: none can be forgotten. Call before `open`. */
export function sumRows(db: Dexie): void {
  db.use({
    stack: 'dbcore',
    name: 'rowSum',
    create: (core) => ({
      ...core,
      table: (name): DBCoreTable => {
        const table = core.table(name);
        if (withoutSum.has(name)) return table;
        const { primaryKey } = table.schema;
        const ownKey = ownKeyOf({ auto: primaryKey.autoIncrement === true, keyPath: primaryKey.keyPath });
        return {
          ...table,
          mutate: (request) =>
            table.mutate(
              request.type === 'add' || request.type === 'put'
                ? { ...request, values: request.values.map((row: object) => summed(row, ownKey)) }
                : request,
            ),
        };
      },
    }),
  });
}
