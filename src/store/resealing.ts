import { putRows } from './putRows.ts';
import { auditedTables } from './resources.ts';
import type { ConsoleDb } from './schema.ts';
import { type OpenedRow, openedPages, sealRow, unchanged } from './sealedRows.ts';
import { isSealed } from './sealing.ts';

/**
 * Brings every row that stands into the form that the connection writes: sealed, or open again. In pages, each in a transaction of its own, so that a crash
 * leaves rows of both forms, which every reader takes, and the next run does the rest. Writes meanwhile have the new form already.
 */
type Row = { readonly payload: unknown };

export async function resealRows(db: ConsoleDb): Promise<void> {
  const tables = new Set([...auditedTables.map(({ table }) => String(table)), 'chain', 'segments', 'outbox']);
  for (const table of tables) for await (const page of openedPages<Row>(db, table)) await putAnew(db, table, page);
  await resealAside(db);
}

async function putAnew(db: ConsoleDb, table: string, page: readonly OpenedRow<Row>[]): Promise<void> {
  const anew: { readonly key: string | number; readonly stored: Row; readonly next: Row }[] = [];
  for (const { key, stored, open } of page) {
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
async function resealAside(db: ConsoleDb): Promise<void> {
  const { sealer } = db;
  if (sealer?.seals !== true) return;
  for (const aside of await db.setAside.toArray()) {
    if (isSealed(aside.row)) continue;
    const row = await sealer.seal('setAside', aside.row);
    await db.setAside.put({ ...aside, row });
  }
}
