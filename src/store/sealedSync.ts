import { Dexie } from 'dexie';
import type { RbfTotals } from '../contracts/rbf.ts';
import type { CameDamaged } from '../domain/freshness/cameDamaged.ts';
import type { SealedDb } from './sealedRows.ts';
import { isSealed } from './sealing.ts';
import type { SyncRow } from './types.ts';

/**
 * Sync rows are stored in plain text, because transactions read them and cannot wait for WebCrypto (`neverSealed`). Sums of money and the
 * ids of damaged rows are personal: under a lock they are encrypted in a separate member.
 */
interface Said {
  readonly totals?: RbfTotals;
  readonly cameDamaged?: readonly CameDamaged[];
}

const placeOf = ({ resource }: SyncRow): string => `sync ${resource}`;

/** The row as written to the disk. */
export async function sealSync(db: SealedDb, row: SyncRow): Promise<SyncRow> {
  const { totals, cameDamaged, ...clear } = row;
  if (db.sealer?.seals !== true || (totals === undefined && cameDamaged === undefined)) return row;
  const said: Said = { ...(totals !== undefined && { totals }), ...(cameDamaged !== undefined && { cameDamaged }) };
  return { ...clear, said: await db.sealer.seal(placeOf(row), said) };
}

/** The decrypted row. Members that do not decrypt are left out. Dexie's own promise, as in `openRows`. */
export function openSync(db: SealedDb, row: SyncRow | undefined): PromiseLike<SyncRow | undefined> {
  if (row === undefined || !isSealed(row.said)) return Dexie.Promise.resolve(row);
  const { said, ...clear } = row;
  const opened = async (): Promise<SyncRow> => ({ ...clear, ...((await db.sealer?.open(placeOf(row), said)) as Said | null) }); // safe: encrypted above
  return Dexie.Promise.resolve(opened());
}
