import { Dexie } from 'dexie';
import { compact } from './compacting.ts';
import { fence, type Term } from './fence.ts';
import { deleteRows, putRows } from './putRows.ts';
import { mayStand } from './refusePlain.ts';
import { ruleOf } from './resources.ts';
import { withSums } from './rowSum.ts';
import type { ConsoleDb, SetAsideRow } from './schema.ts';
import { type OpenedRow, openedPages, type SealedDb, sealedTables, unchanged } from './sealedRows.ts';
import { sealAside, sealRow } from './sealingRows.ts';
import { openSync, sealSync } from './sealedSync.ts';
import { isSealed } from './sealing.ts';
import type { SyncRow } from './types.ts';
import { isVeiled } from './veiled.ts';

/**
 * Brings every row that stands into the form that the connection writes: sealed under veiled columns, or open again. In pages, each in a transaction of its own, so that a crash
 * leaves rows of both forms, which every reader takes, and the next run does the rest. Writes meanwhile have the new form already; where such a row was brought before its
 * older one, the newer of the two stays.
 *
 * All of it goes through a connection of its own that takes its schema from the disk and nothing else from ours: rows are named as they stand there, whatever they stand as, and
 * tables that a newer build has made, before its deploy was taken back, are reached too.
 */
type Row = { readonly payload: unknown };
type Key = string | number;

export async function resealRows(db: ConsoleDb, term: Term | null = null): Promise<void> {
  const whole = Object.assign(new Dexie(db.name), { sealer: db.sealer });
  const guard = fence(whole, 'cursors');
  try {
    await whole.open();
    if (term !== null && !(await guard.enter(term))) throw new Dexie.DatabaseClosedError('another hub has the term');
    if (whole.tables.some(({ name }) => name === 'sync')) await resealSync(whole);
    for (const table of sealedTables(whole)) {
      if (table === 'setAside') await resealAside(whole);
      else for await (const page of openedPages<Row>(whole, table)) await bring(whole, table, page);
    }
    // The lock stands without it: where there is no room to write, old bytes stay on the disk for as long as the browser leaves them there.
    if (db.sealer?.seals === true) await compact(whole).catch(() => {});
  } finally {
    whole.close();
  }
}

/** A row that is to stand in another form; `next` is null for one that is not to stand at all. */
interface Brought {
  readonly key: Key;
  readonly stored: Row;
  readonly next: Row | null;
}

async function bring(db: SealedDb, name: string, page: readonly OpenedRow<Row>[]): Promise<void> {
  const brought: Brought[] = [];
  for (const row of page) {
    const next = await formOf(db, name, row);
    if (next !== row.stored) brought.push({ key: row.key, stored: row.stored, next });
  }
  if (brought.length === 0) return;
  const table = db.table<Row, Key>(name);
  const path = String(table.schema.primKey.keyPath);
  await db.transaction('rw', table, async () => {
    const now = await table.bulkGet(brought.map(({ key }) => key));
    const still = brought.filter(({ stored }, place) => unchanged(now[place], stored));
    const targets = still.map(({ key, next }) => (next === null ? key : keyIn(next, path)));
    const there = await table.bulkGet(targets);
    const puts = still.flatMap(({ key, next }, place) =>
      next === null || (targets[place] !== key && isNewer(there[place], next)) ? [] : [next],
    );
    await deleteRows(
      table,
      still.filter(({ key, next }, place) => next === null || targets[place] !== key).map(({ key }) => key),
    );
    await putRows(table, withSums(db, name, puts));
  });
}

/** The row in the form that is written now: itself where it has it; null where nobody knows what it would be called. */
async function formOf(db: SealedDb, name: string, { key, stored, open }: OpenedRow<Row>): Promise<Row | null> {
  // Nothing says what of it is whose: a lock that would leave it in the clear must not be said to stand.
  if (!('payload' in stored)) throw new Error(`the rows of ${name} have no payload that could be sealed`);
  // What does not open is the audit's.
  if (stored.payload !== null && open.payload === null) return stored;
  if (db.sealer?.seals === true) return mayStand(name, stored) ? stored : sealRow(db, name, open);
  // A removed item's: what it was called is sealed nowhere, and the next answer says what there is.
  if (stored.payload === null) return isVeiled(key) ? null : stored;
  if (!isSealed(stored.payload)) return stored;
  const rule = ruleOf(name);
  if (rule === null) return open;
  const columns = rule.columnsOf(String(key), open.payload);
  // In the order in which rows are written: their sums go by it.
  return columns === null ? stored : { ...columns, ...open, ...columns };
}

function keyIn(row: Row, path: string): Key {
  return (row as unknown as Readonly<Record<string, Key>>)[path] ?? ''; // every row has its key in it
}

/** Whether the row that stands in another's place already was written after it. */
function isNewer(there: Row | undefined, row: Row): boolean {
  if (there === undefined) return false;
  const [a, b] = [there, row].map((each) => each as { readonly version?: number; readonly seq?: number });
  return (a?.version ?? 0) >= (b?.version ?? 0) && (a?.seq ?? 0) >= (b?.seq ?? 0);
}

/** What answers said of their rows. One that an answer has written meanwhile has the new form. */
async function resealSync(db: SealedDb): Promise<void> {
  const table = db.table<SyncRow, string>('sync');
  for (const row of await table.toArray()) {
    const open = await openSync(db, row);
    if (open === undefined) continue;
    const { said, totals, cameDamaged } = await sealSync(db, open);
    await table
      .where('resource')
      .equals(row.resource)
      .modify((now: { said?: unknown; totals?: unknown; cameDamaged?: unknown }) => {
        if (now.totals !== undefined || now.cameDamaged !== undefined ? db.sealer?.seals !== true : db.sealer?.seals === true) return;
        for (const [name, value] of Object.entries({ said, totals, cameDamaged })) {
          delete now[name as keyof typeof now]; // one of the three
          if (value !== undefined) now[name as keyof typeof now] = value;
        }
      });
  }
}

/** Rows that were set aside are somebody's too. Nothing reads them but a person with the developer tools: they stay sealed once the lock is gone. */
async function resealAside(db: SealedDb): Promise<void> {
  if (db.sealer?.seals !== true) return;
  const table = db.table<SetAsideRow, number>('setAside');
  for (const aside of await table.toArray()) {
    const sealed = await sealAside(db, aside);
    if (!mayStand('setAside', aside)) await table.put(sealed);
  }
}
