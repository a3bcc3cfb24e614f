import { mayStand } from './refusePlain.ts';
import { placeOf, type Row, type SealedDb } from './sealedRows.ts';
import { isSealed } from './sealing.ts';
import { veilRow } from './veiledColumns.ts';

/** Encrypts rows before writing. For writers only: pages do not load it. */

/** The row as written to the disk. A row without a payload (a tombstone) only has its columns veiled. */
export async function sealRow<R extends Row>(db: SealedDb, table: string, row: R): Promise<R> {
  const { sealer } = db;
  if (sealer?.seals !== true || mayStand(table, row)) return row;
  // Already encrypted for another place, where alone it decrypts: leave it.
  if (isSealed(row.payload)) return row;
  const veiled = veilRow(sealer.veil, table, row);
  if (veiled.payload === null) return veiled;
  // Bound to its place, with the veiled key.
  return { ...veiled, payload: await sealer.seal(placeOf(db, table, veiled), veiled.payload) };
}

/** @see sealRow */
export async function sealRows<R extends Row>(db: SealedDb, table: string, rows: readonly R[]): Promise<readonly R[]> {
  return db.sealer?.seals === true ? Promise.all(rows.map((row) => sealRow(db, table, row))) : rows;
}

/** A row to be set aside, with its former key: under a lock encrypted as a whole, unless it already may be stored. */
export async function sealAside<R extends SetAsideRow>(db: SealedDb, aside: R): Promise<R> {
  const { sealer } = db;
  if (sealer?.seals !== true) return aside;
  const row = isSealed(aside.row) || mayStand(aside.table, aside.row) ? aside.row : await sealer.seal('setAside', aside.row);
  return { ...veilRow(sealer.veil, 'setAside', aside), row };
}
type SetAsideRow = { readonly table: string; readonly row: unknown };
