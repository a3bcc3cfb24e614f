import { Dexie } from 'dexie';
import { fence, type Term } from './fence.ts';
import { putRows } from './putRows.ts';
import type { ConsoleDb, SetAsideRow } from './schema.ts';
import { type OpenedRow, openedPages, sealAside, type SealedDb, sealedTables, sealRow, unchanged } from './sealedRows.ts';
import { isSealed } from './sealing.ts';

/**
 * Brings every row that stands into the form that the connection writes: sealed, or open again. In pages, each in a transaction of its own, so that a crash
 * leaves rows of both forms, which every reader takes, and the next run does the rest. Writes meanwhile have the new form already.
 */
type Row = { readonly payload: unknown };

export async function resealRows(db: ConsoleDb, term: Term | null = null): Promise<void> {
  await resealTables(db, sealedTables(db));
  await resealUnknown(db, term);
}

/**
 * Tables that a newer build has made, before its deploy was taken back: somebody's rows are in them, and this build's schema does not name them. They are
 * reached through a connection that takes its schema from the disk.
 */
async function resealUnknown(db: ConsoleDb, term: Term | null): Promise<void> {
  const unknown = [...db.backendDB().objectStoreNames].filter((name) => !db.tables.some((table) => table.name === name));
  if (unknown.length === 0) return;
  const whole = Object.assign(new Dexie(db.name), { sealer: db.sealer });
  const guard = fence(whole, 'cursors');
  try {
    await whole.open();
    if (term !== null && !(await guard.enter(term))) throw new Dexie.DatabaseClosedError('another hub has the term');
    await resealTables(
      whole,
      sealedTables(whole).filter((name) => unknown.includes(name)),
    );
  } finally {
    whole.close();
  }
}

async function resealTables(db: SealedDb, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    if (table === 'setAside') await resealAside(db);
    else for await (const page of openedPages<Row>(db, table)) await putAnew(db, table, page);
  }
}

async function putAnew(db: SealedDb, table: string, page: readonly OpenedRow<Row>[]): Promise<void> {
  const anew: { readonly key: string | number; readonly stored: Row; readonly next: Row }[] = [];
  for (const { key, stored, open } of page) {
    // Nothing says what of it is whose: a lock that would leave it in the clear must not be said to stand.
    if (!('payload' in stored)) throw new Error(`the rows of ${table} have no payload that could be sealed`);
    // What does not open is the audit's.
    if (stored.payload === null || open.payload === null) continue;
    if (isSealed(stored.payload) === (db.sealer?.seals === true)) continue;
    anew.push({ key, stored, next: await sealRow(db, table, open) });
  }
  if (anew.length === 0) return;
  await db.transaction('rw', db.table(table), async () => {
    const now = await db.table<Row, string | number>(table).bulkGet(anew.map(({ key }) => key));
    await putRows(
      db.table<Row, string | number>(table),
      anew.filter(({ stored }, place) => unchanged(now[place], stored)).map(({ next }) => next),
    );
  });
}

/** Rows that were set aside are somebody's too. Nothing reads them but a person with the developer tools: they stay sealed once the lock is gone. */
async function resealAside(db: SealedDb): Promise<void> {
  if (db.sealer?.seals !== true) return;
  const table = db.table<SetAsideRow, number>('setAside');
  for (const aside of await table.toArray()) {
    const row = await sealAside(db, aside.row);
    if (row !== aside.row) await table.put({ ...aside, row });
  }
}
