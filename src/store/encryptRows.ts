import { mayStand } from './refusePlain.ts';
import { placeOf, type Row, type CipherDb } from './decryptRows.ts';
import { isEncrypted } from './rowCipher.ts';
import { veilRow } from './veiledColumns.ts';

/** Encrypts rows before writing. For writers only: pages do not load it. */

/** The row as written to the disk. A row without a payload (a tombstone) only has its columns veiled. */
export async function encryptRow<R extends Row>(db: CipherDb, table: string, row: R): Promise<R> {
  const { cipher } = db;
  if (cipher?.encrypts !== true || mayStand(table, row)) return row;
  // Already encrypted for another place, where alone it decrypts: leave it.
  if (isEncrypted(row.payload)) return row;
  const veiled = veilRow(cipher.veil, table, row);
  if (veiled.payload === null) return veiled;
  // Bound to its place, with the veiled key.
  return { ...veiled, payload: await cipher.encrypt(placeOf(db, table, veiled), veiled.payload) };
}

/** @see encryptRow */
export async function encryptRows<R extends Row>(db: CipherDb, table: string, rows: readonly R[]): Promise<readonly R[]> {
  return db.cipher?.encrypts === true ? Promise.all(rows.map((row) => encryptRow(db, table, row))) : rows;
}

/** A row to be set aside, with its former key: under a lock encrypted as a whole, unless it already may be stored. */
export async function encryptAside<R extends SetAsideRow>(db: CipherDb, aside: R): Promise<R> {
  const { cipher } = db;
  if (cipher?.encrypts !== true) return aside;
  const row = isEncrypted(aside.row) || mayStand(aside.table, aside.row) ? aside.row : await cipher.encrypt('setAside', aside.row);
  return { ...veilRow(cipher.veil, 'setAside', aside), row };
}
type SetAsideRow = { readonly table: string; readonly row: unknown };
