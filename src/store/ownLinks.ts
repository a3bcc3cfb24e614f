import type { Verification } from '../contracts/verification.ts';
import { linkOf } from '../domain/chainLink.ts';
import type { StoredRow } from './entities/entity.ts';
import type { ChainRow, VerificationColumns } from './entities/verification.ts';
import type { ConsoleDb } from './schema.ts';
import { openRows } from './sealedRows.ts';

/**
 * A verification is held twice: as the record that is shown, and as the link of the chain that it is (D-9). Both came in one answer or event, so where they differ somebody has
 * changed one of them on this device, and neither can be told to be what came. The chain's own check sees a changed link; this sees a changed record.
 */
type Row = StoredRow & VerificationColumns;

/** The links that these records are, as the chain beside them holds them; those that are not held are left out. */
export async function ownLinks(db: ConsoleDb, rows: readonly Row[]): Promise<ReadonlyMap<number, ChainRow>> {
  const places = [...new Set(rows.flatMap(({ chainIndex }) => chainIndex ?? []))];
  const held = (await db.chain.bulkGet(places)).filter((link) => link !== undefined);
  return new Map((await openRows(db, 'chain', held)).map((link) => [link.chainIndex, link]));
}

/** Whether a record says what its link says. So it does where the link is not held, or was seen in another log, which is another history. */
export function saysItsLink(row: Row, record: Verification, links: ReadonlyMap<number, ChainRow>): boolean {
  const held = row.chainIndex === undefined ? undefined : links.get(row.chainIndex);
  if (held === undefined || (held.epoch ?? null) === null || row.epoch === null || held.epoch !== row.epoch) return true;
  const [own, link] = [linkOf(record), linkOf(held.payload as Verification)]; // whatever it is, it is parsed there
  return own !== null && link !== null && JSON.stringify(own) === JSON.stringify(link);
}
