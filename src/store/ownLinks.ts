import type { Verification } from '../contracts/verification.ts';
import { linkOf } from '../domain/records/chainLink.ts';
import type { StoredRow } from './entities/entity.ts';
import type { ChainRow, VerificationColumns } from './entities/verification.ts';
import type { ConsoleDb } from './schema.ts';
import { decryptRows } from './decryptRows.ts';

/**
 * A verification is stored twice: as the displayed record and as its chain link (D-9). Both came in one answer or event, so if they
 * differ, one was changed on this device, and neither can be trusted. The chain's own check detects a changed link; this one a changed
 * record.
 */
type Row = StoredRow & VerificationColumns;

/** The stored chain links of these records; missing ones are left out. */
export async function ownLinks(db: ConsoleDb, rows: readonly Row[]): Promise<ReadonlyMap<number, ChainRow>> {
  const places = [...new Set(rows.flatMap(({ chainIndex }) => chainIndex ?? []))];
  const held = (await db.chain.bulkGet(places)).filter((link) => link !== undefined);
  return new Map((await decryptRows(db, 'chain', held)).map((link) => [link.chainIndex, link]));
}

/** True if a record agrees with its link, if the link is not stored, or if the link comes from another log, which is another history. */
export function saysItsLink(row: Row, record: Verification, links: ReadonlyMap<number, ChainRow>): boolean {
  const held = row.chainIndex === undefined ? undefined : links.get(row.chainIndex);
  if (held === undefined || (held.epoch ?? null) === null || row.epoch === null || held.epoch !== row.epoch) return true;
  const [own, link] = [linkOf(record), linkOf(held.payload as Verification)]; // safe: parsed there
  return own !== null && link !== null && JSON.stringify(own) === JSON.stringify(link);
}
