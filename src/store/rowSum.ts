import type { DBCoreTable, Dexie } from 'dexie';
import { crc32 } from '../domain/encoding/crc32.ts';
import { isEncrypted } from './rowCipher.ts';

/**
 * Every row that no encryption protects carries a checksum of its columns and payload, so that changes by a bad disk or by accident are
 * found even if the row still matches its schema: a green stage, a figure with another digit (F-25). It is a CRC: a deliberate change can
 * recompute or remove it, and without a lock no key on the device could prevent that. Under an app lock AES-GCM protects better
 * (rowCipher.ts), and an encrypted row has no checksum, which would reveal something about its content.
 *
 * Cost: 10 µs of processor time per row of 840 bytes, to compute or to check (Node 20, 20,000 rows; two thirds are JSON), beside 130 to
 * 175 µs for writing the row (FINDINGS) and 2 µs for its schema. A screen reads forty to some hundreds of rows; only the two long chains
 * are read whole, and those have seals.
 *
 * A row without a checksum comes from an older build: it is accepted, and the next answer that contains it rewrites it.
 */
type Row = object & { readonly payload?: unknown; readonly sum?: number };

/** Tables without checksums, each with its reason. Tables that are never encrypted (tables.ts) have no payload to protect. */
const withoutSum: ReadonlySet<string> = new Set([
  // Changed in place with every batch, and read inside transactions.
  'sync',
  'cursors',
  // The chain check recomputes each link's seal (D-9).
  'chain',
  // Each line is hashed into the next: the record's check recomputes it (D-27).
  'auditRecords',
  // Events for diagnostics: no screen depends on them.
  'segments',
  // Known to be damaged.
  'setAside',
]);

const encoder = new TextEncoder();

/** @param ownKey name of an auto-incremented key, which is unknown before the row is written */
function sumOf(row: Row, ownKey: string | null): number {
  const covered: Record<string, unknown> = { ...row, sum: undefined };
  if (ownKey !== null) covered[ownKey] = undefined;
  // Member order survives storage, and JSON omits the same members both times.
  return crc32(encoder.encode(JSON.stringify(covered)));
}

function ownKeyOf(primKey: { readonly auto?: boolean | undefined; readonly keyPath?: unknown }): string | null {
  return primKey.auto === true && typeof primKey.keyPath === 'string' ? primKey.keyPath : null;
}

/** The row with its checksum, as written to the disk. */
function summed<R extends object>(row: R, ownKey: string | null): R {
  if (!('payload' in row)) return row;
  const { sum: _, ...plain } = row as R & { readonly sum?: number };
  return (isEncrypted(row.payload) ? plain : { ...plain, sum: sumOf(plain, ownKey) }) as unknown as R; // safe: the same row, with or without its sum
}

/** Adds checksums to rows written past Dexie; writes through Dexie get them automatically (`sumRows`). */
export function withSums<R extends object>(db: Dexie, table: string, rows: readonly R[]): readonly R[] {
  if (withoutSum.has(table)) return rows;
  const ownKey = ownKeyOf(db.table(table).schema.primKey);
  return rows.map((row) => summed(row, ownKey));
}

/** Compares a row with its checksum. `none`: encrypted, in a table without checksums, or from an older build. */
export function sumState(db: Dexie, table: string, row: object): 'holds' | 'differs' | 'none' {
  const { sum, payload } = row as Row;
  if (sum === undefined || isEncrypted(payload) || withoutSum.has(table)) return 'none';
  return sum === sumOf(row, ownKeyOf(db.table(table).schema.primKey)) ? 'holds' : 'differs';
}

/** Adds the checksum to every row written through Dexie. Call before `open`. */
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
