import { Dexie } from 'dexie';
import { sumState } from './rowSum.ts';
import { isSealed, samePayload, type Sealer } from './sealing.ts';
import { neverSealed } from './tables.ts';
import { type Veil } from './veiled.ts';

/**
 * Rows on their way from the disk, and to it (sealingRows.ts): the one door at which payloads are sealed and opened. Without a lock all of it gives back what it was given, at once.
 * Sealing comes before the transaction that writes, opening after the one that read.
 */
export type Row = { readonly payload: unknown };

/** A connection to a person's database, and what it seals and opens with. */
export type SealedDb = Dexie & { readonly sealer: Sealer | null };

/** Where a row stands: its table and key. Where the database numbers the rows itself the number is not known before, and the table has to do. */
export function placeOf(db: SealedDb, table: string, row: object): string {
  const { keyPath, auto } = db.table(table).schema.primKey;
  if (auto === true || typeof keyPath !== 'string') return table;
  return `${table} ${String((row as Readonly<Record<string, unknown>>)[keyPath])}`; // every row has its key in it
}

/** What the columns of rows are written as, and rows are asked for by; null without a lock, and while one is taken off. */
export function veilOf({ sealer }: Pick<SealedDb, 'sealer'>): Veil | null {
  return sealer?.seals === true ? sealer.veil : null;
}

/**
 * The rows with their payloads open. What does not open, or is not as its sum says (rowSum.ts), has the payload null. Dexie's own promise: a live read that goes on after it is still watched, which
 * it would not be after WebCrypto's.
 */
export function openRows<R extends Row>(db: SealedDb | null, table: string, rows: readonly R[]): PromiseLike<readonly R[]> {
  // What is not the row that was written is none that could be shown.
  const sound = (row: R): R => (db !== null && sumState(db, table, row) === 'differs' ? { ...row, payload: null } : row);
  if (!rows.some((row) => isSealed(row.payload))) return Dexie.Promise.resolve(rows.map(sound));
  const sealer = db?.sealer ?? null;
  const opened = async (row: R): Promise<R> =>
    isSealed(row.payload)
      ? { ...row, payload: sealer === null || db === null ? null : await sealer.open(placeOf(db, table, row), row.payload) }
      : sound(row);
  return Dexie.Promise.resolve(Promise.all(rows.map(opened)));
}

/** The tables that are sealed: all that the database has, but for the few that never are. Asked of the database itself, so that none is forgotten. */
export function sealedTables(db: Dexie): readonly string[] {
  return db.tables.map(({ name }) => name).filter((name) => !Object.hasOwn(neverSealed, name));
}

/** Rows of a page, as stored and open. */
export interface OpenedRow<R> {
  readonly key: string | number;
  readonly stored: R;
  readonly open: R;
}

const pageRows = 250;

/** All rows of a table, page after page: each page is read, and then opened, outside any transaction. */
export async function* openedPages<R extends Row>(db: SealedDb, table: string): AsyncGenerator<readonly OpenedRow<R>[]> {
  const rows = db.table<R, string | number>(table);
  let after: string | number | null = null;
  for (;;) {
    const page: Iterable<R> & readonly R[] = await (after === null ? rows.orderBy(':id') : rows.where(':id').above(after))
      .limit(pageRows)
      .toArray();
    if (page.length === 0) return;
    const open = await openRows(db, table, page);
    const opened = page.map((stored, place) => ({ key: keyOf<R>(db, table, stored), stored, open: open[place] ?? stored }));
    yield opened;
    after = opened.at(-1)?.key ?? null;
    if (page.length < pageRows) return;
  }
}

function keyOf<R>(db: SealedDb, table: string, row: R): string | number {
  const { keyPath } = db.table(table).schema.primKey;
  return (row as Readonly<Record<string, string | number>>)[String(keyPath)] ?? ''; // every row has its key in it, a text or a number
}

/** Whether a row is still what was read before: whoever judged it outside the transaction asks inside. */
export function unchanged(now: Row | undefined, before: Row): boolean {
  return now !== undefined && samePayload(now.payload, before.payload);
}
