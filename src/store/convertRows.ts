import { Dexie } from 'dexie';
import { compact, removePieces } from './compacting.ts';
import { fence, type Term } from './fence.ts';
import { deleteRows, putRows } from './putRows.ts';
import { mayStand } from './refusePlain.ts';
import { ruleOf } from './resources.ts';
import { withSums } from './rowSum.ts';
import type { ConsoleDb, SetAsideRow } from './schema.ts';
import { type DecryptedRow, decryptedPages, type CipherDb, encryptedTables, unchanged } from './decryptRows.ts';
import { encryptAside, encryptRow } from './encryptRows.ts';
import { decryptSync, encryptSync } from './encryptedSync.ts';
import { isEncrypted } from './rowCipher.ts';
import type { SyncRow } from './types.ts';
import { isVeiled } from './veiled.ts';

/**
 * Rewrites every stored row in the form that the connection writes: encrypted with veiled columns, or plain again. Works page by page,
 * each in a transaction of its own: a crash leaves rows of both forms, which every reader accepts, and the next run does the rest.
 * Concurrent writes already use the new form; if one exists beside its older copy, the newer stays.
 *
 * Uses a connection of its own with the schema from the disk and without our middleware: rows are addressed by their stored keys, and
 * tables of a newer build, from before its deployment was rolled back, are included.
 */
type Row = { readonly payload: unknown };
type Key = string | number;

/**
 * @param term the hub's term; null if no hub can be writing
 * @throws (rejects) if another hub has the term, or the database cannot be opened
 */
export async function convertRows(db: ConsoleDb, term: Term | null = null): Promise<void> {
  const whole = Object.assign(new Dexie(db.name), { cipher: db.cipher });
  const guard = fence(whole, 'cursors');
  try {
    await whole.open();
    if (term !== null && !(await guard.enter(term))) throw new Dexie.DatabaseClosedError('another hub has the term');
    if (whole.tables.some(({ name }) => name === 'sync')) await convertSync(whole);
    for (const table of encryptedTables(whole)) {
      if (table === 'setAside') await convertAside(whole);
      else for await (const page of decryptedPages<Row>(whole, table)) await bring(whole, table, page);
    }
    // Optional: without space to write, old bytes stay on the disk until the browser cleans up.
    if (db.cipher?.encrypts === true) await compact(whole).catch(() => {});
  } finally {
    whole.close();
  }
}

/** A row to be rewritten; `next` is null if it must be deleted. */
interface Brought {
  readonly key: Key;
  readonly stored: Row;
  readonly next: Row | null;
}

async function bring(db: CipherDb, name: string, page: readonly DecryptedRow<Row>[]): Promise<void> {
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

/** The row in the present form: the same object if it has it; null if its plain key is unknown. */
async function formOf(db: CipherDb, name: string, { key, stored, open }: DecryptedRow<Row>): Promise<Row | null> {
  // Rows that cannot be encrypted must make setting up the lock fail.
  if (!('payload' in stored)) throw new Error(`the rows of ${name} have no payload that could be encrypted`);
  // Undecryptable rows are left to the audit.
  if (stored.payload !== null && open.payload === null) return stored;
  if (db.cipher?.encrypts === true) return mayStand(name, stored) ? stored : encryptRow(db, name, open);
  // A tombstone has no payload that contains its plain key; delete it, the next answer shows what exists.
  if (stored.payload === null) return isVeiled(key) ? null : stored;
  if (!isEncrypted(stored.payload)) return stored;
  const rule = ruleOf(name);
  if (rule === null) return open;
  const columns = rule.columnsOf(String(key), open.payload);
  // In the order of a normal write, because the checksum depends on it.
  return columns === null ? stored : { ...columns, ...open, ...columns };
}

function keyIn(row: Row, path: string): Key {
  return (row as unknown as Readonly<Record<string, Key>>)[path] ?? ''; // safe: inline keys
}

/** True if the row already stored under the new key is at least as new. */
function isNewer(there: Row | undefined, row: Row): boolean {
  if (there === undefined) return false;
  const [a, b] = [there, row].map((each) => each as { readonly version?: number; readonly seq?: number });
  return (a?.version ?? 0) >= (b?.version ?? 0) && (a?.seq ?? 0) >= (b?.seq ?? 0);
}

/** Rewrites the sync rows' sums and damaged ids. Rows written by an answer meanwhile already have the new form. */
async function convertSync(db: CipherDb): Promise<void> {
  const table = db.table<SyncRow, string>('sync');
  for (const row of await table.toArray()) {
    const open = await decryptSync(db, row);
    if (open === undefined) continue;
    const { said, totals, cameDamaged } = await encryptSync(db, open);
    await table
      .where('resource')
      .equals(row.resource)
      .modify((now: { said?: unknown; totals?: unknown; cameDamaged?: unknown }) => {
        if (now.totals !== undefined || now.cameDamaged !== undefined ? db.cipher?.encrypts !== true : db.cipher?.encrypts === true) return;
        for (const [name, value] of Object.entries({ said, totals, cameDamaged })) {
          delete now[name as keyof typeof now]; // safe: one of the three
          if (value !== undefined) now[name as keyof typeof now] = value;
        }
      });
  }
}

/** Set-aside rows are personal data too. Only people with developer tools read them, so they stay encrypted after the lock is removed. */
async function convertAside(db: CipherDb): Promise<void> {
  if (db.cipher?.encrypts !== true) return;
  await removePieces(db);
  const table = db.table<SetAsideRow, number>('setAside');
  for (const aside of await table.toArray()) {
    const encrypted = await encryptAside(db, aside);
    if (!mayStand('setAside', aside)) await table.put(encrypted);
  }
}
