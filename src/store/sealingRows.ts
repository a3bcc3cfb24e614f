import { mayStand } from './refusePlain.ts';
import { placeOf, type Row, type SealedDb } from './sealedRows.ts';
import { isSealed } from './sealing.ts';
import { veilRow } from './veiledColumns.ts';

/** Rows on their way to the disk, for who writes: pages carry none of this. */

/** The row as it is to be written. A row without a payload (a removed item's) has nothing to seal, but for its columns. */
export async function sealRow<R extends Row>(db: SealedDb, table: string, row: R): Promise<R> {
  const { sealer } = db;
  if (sealer?.seals !== true || mayStand(table, row)) return row;
  // Sealed for another place, it would not open at this one.
  if (isSealed(row.payload)) return row;
  const veiled = veilRow(sealer.veil, table, row);
  if (veiled.payload === null) return veiled;
  // Bound to the place at which it will stand.
  return { ...veiled, payload: await sealer.seal(placeOf(db, table, veiled), veiled.payload) };
}

/** @see sealRow */
export async function sealRows<R extends Row>(db: SealedDb, table: string, rows: readonly R[]): Promise<readonly R[]> {
  return db.sealer?.seals === true ? Promise.all(rows.map((row) => sealRow(db, table, row))) : rows;
}

/** A row as it is set aside, with the key that it had: under a lock sealed whole, unless it is as it may stand. */
export async function sealAside<R extends SetAsideRow>(db: SealedDb, aside: R): Promise<R> {
  const { sealer } = db;
  if (sealer?.seals !== true) return aside;
  const row = isSealed(aside.row) || mayStand(aside.table, aside.row) ? aside.row : await sealer.seal('setAside', aside.row);
  return { ...veilRow(sealer.veil, 'setAside', aside), row };
}
type SetAsideRow = { readonly table: string; readonly row: unknown };
