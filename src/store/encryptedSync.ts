import { Dexie } from 'dexie';
import type { RbfTotals } from '../contracts/rbf.ts';
import type { CameDamaged } from '../domain/freshness/cameDamaged.ts';
import type { CipherDb } from './decryptRows.ts';
import { isEncrypted } from './rowCipher.ts';
import type { SyncRow } from './types.ts';

/**
 * Sync rows are stored in plain text, because transactions read them and cannot wait for WebCrypto (`neverEncrypted`). Sums of money and
 * the ids of damaged rows are personal: under a lock they are encrypted in a separate member.
 */
interface Said {
  readonly totals?: RbfTotals;
  readonly cameDamaged?: readonly CameDamaged[];
}

const placeOf = ({ resource }: SyncRow): string => `sync ${resource}`;

/** The row as written to the disk. */
export async function encryptSync(db: CipherDb, row: SyncRow): Promise<SyncRow> {
  const { totals, cameDamaged, ...clear } = row;
  if (db.cipher?.encrypts !== true || (totals === undefined && cameDamaged === undefined)) return row;
  const said: Said = { ...(totals !== undefined && { totals }), ...(cameDamaged !== undefined && { cameDamaged }) };
  return { ...clear, said: await db.cipher.encrypt(placeOf(row), said) };
}

/** The decrypted row. Members that do not decrypt are left out. Dexie's own promise, as in `decryptRows`. */
export function decryptSync(db: CipherDb, row: SyncRow | undefined): PromiseLike<SyncRow | undefined> {
  if (row === undefined || !isEncrypted(row.said)) return Dexie.Promise.resolve(row);
  const { said, ...clear } = row;
  const opened = async (): Promise<SyncRow> => ({ ...clear, ...((await db.cipher?.decrypt(placeOf(row), said)) as Said | null) }); // safe: encrypted above
  return Dexie.Promise.resolve(opened());
}
