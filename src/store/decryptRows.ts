import { Dexie } from 'dexie';
import { sumState } from './rowSum.ts';
import { isEncrypted, samePayload, type RowCipher } from './rowCipher.ts';
import { neverEncrypted } from './tables.ts';
import { type Veil } from './veiled.ts';

/**
 * Decrypts rows read from the disk (writing: encryptRows.ts); the only place where payloads are decrypted. Without a lock rows are
 * returned as they are. Encryption happens before the writing transaction, decryption after the reading one.
 */
export type Row = { readonly payload: unknown };

/** A connection to a person's database, with its row cipher. */
export type CipherDb = Dexie & { readonly cipher: RowCipher | null };

/** A row's table and key, which its encryption is bound to. For auto-incremented keys, unknown before writing, only the table. */
export function placeOf(db: CipherDb, table: string, row: object): string {
  const { keyPath, auto } = db.table(table).schema.primKey;
  if (auto === true || typeof keyPath !== 'string') return table;
  return `${table} ${String((row as Readonly<Record<string, unknown>>)[keyPath])}`; // safe: inline keys
}

/** Translates columns and keys for writing and querying; null without a lock, and while one is being removed. */
export function veilOf({ cipher }: Pick<CipherDb, 'cipher'>): Veil | null {
  return cipher?.encrypts === true ? cipher.veil : null;
}

/**
 * The rows with decrypted payloads. The payload is null if it does not decrypt or differs from its checksum (rowSum.ts). Dexie's own
 * promise keeps a live read observed, which WebCrypto's would not.
 */
export function decryptRows<R extends Row>(db: CipherDb | null, table: string, rows: readonly R[]): PromiseLike<readonly R[]> {
  // A row that differs from what was written must not be shown.
  const sound = (row: R): R => (db !== null && sumState(db, table, row) === 'differs' ? { ...row, payload: null } : row);
  if (!rows.some((row) => isEncrypted(row.payload))) return Dexie.Promise.resolve(rows.map(sound));
  const cipher = db?.cipher ?? null;
  const opened = async (row: R): Promise<R> =>
    isEncrypted(row.payload)
      ? { ...row, payload: cipher === null || db === null ? null : await cipher.decrypt(placeOf(db, table, row), row.payload) }
      : sound(row);
  return Dexie.Promise.resolve(Promise.all(rows.map(opened)));
}

/** The encrypted tables: all of the database except those never encrypted. Taken from the database itself, so that none is forgotten. */
export function encryptedTables(db: Dexie): readonly string[] {
  return db.tables.map(({ name }) => name).filter((name) => !Object.hasOwn(neverEncrypted, name));
}

/** A row as stored and decrypted. */
export interface DecryptedRow<R> {
  readonly key: string | number;
  readonly stored: R;
  readonly open: R;
}

const pageRows = 250;

/** All rows of a table, page by page; each page is read and then decrypted outside any transaction. */
export async function* decryptedPages<R extends Row>(db: CipherDb, table: string): AsyncGenerator<readonly DecryptedRow<R>[]> {
  const rows = db.table<R, string | number>(table);
  let after: string | number | null = null;
  for (;;) {
    const page: Iterable<R> & readonly R[] = await (after === null ? rows.orderBy(':id') : rows.where(':id').above(after))
      .limit(pageRows)
      .toArray();
    if (page.length === 0) return;
    const open = await decryptRows(db, table, page);
    const opened = page.map((stored, place) => ({ key: keyOf<R>(db, table, stored), stored, open: open[place] ?? stored }));
    yield opened;
    after = opened.at(-1)?.key ?? null;
    if (page.length < pageRows) return;
  }
}

function keyOf<R>(db: CipherDb, table: string, row: R): string | number {
  const { keyPath } = db.table(table).schema.primKey;
  return (row as Readonly<Record<string, string | number>>)[String(keyPath)] ?? ''; // safe: inline keys, a text or a number
}

/** True if a row is unchanged since it was read: repeats, inside a transaction, a check made outside. */
export function unchanged(now: Row | undefined, before: Row): boolean {
  return now !== undefined && samePayload(now.payload, before.payload);
}
