import { Dexie } from 'dexie';
import type { RbfTotals } from '../contracts/rbf.ts';
import type { CameDamaged } from '../domain/cameDamaged.ts';
import type { SealedDb } from './sealedRows.ts';
import { isSealed } from './sealing.ts';
import type { SyncRow } from './types.ts';

/**
 * How a resource was fetched stands in the clear, since transactions ask for it, which cannot wait for WebCrypto (`neverSealed`). What an answer said of its rows, sums of money and the
 * names of those that came damaged, does not: under a lock it is sealed beside the rest.
 */
interface Said {
  readonly totals?: RbfTotals;
  readonly cameDamaged?: readonly CameDamaged[];
}

const placeOf = ({ resource }: SyncRow): string => `sync ${resource}`;

/** The row as it is to be written. */
export async function sealSync(db: SealedDb, row: SyncRow): Promise<SyncRow> {
  const { totals, cameDamaged, ...clear } = row;
  if (db.sealer?.seals !== true || (totals === undefined && cameDamaged === undefined)) return row;
  const said: Said = { ...(totals !== undefined && { totals }), ...(cameDamaged !== undefined && { cameDamaged }) };
  return { ...clear, said: await db.sealer.seal(placeOf(row), said) };
}

/** The row as it was said. What does not open says nothing. Dexie's own promise, as with `openRows`. */
export function openSync(db: SealedDb, row: SyncRow | undefined): PromiseLike<SyncRow | undefined> {
  if (row === undefined || !isSealed(row.said)) return Dexie.Promise.resolve(row);
  const { said, ...clear } = row;
  const opened = async (): Promise<SyncRow> => ({ ...clear, ...((await db.sealer?.open(placeOf(row), said)) as Said | null) }); // sealed above
  return Dexie.Promise.resolve(opened());
}
