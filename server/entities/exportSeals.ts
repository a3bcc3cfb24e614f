import { setImmediate as breathe } from 'node:timers/promises';
import type { AuditRecord } from '../../src/contracts/audit.ts';
import type { ExportType } from '../../src/contracts/export.ts';
import type { Verification } from '../../src/contracts/verification.ts';
import { canonicalAuditRecord } from '../../src/domain/records/auditChain.ts';
import { canonicalChainEntry } from '../../src/domain/records/chain.ts';
import { formatCount } from '../../src/domain/format.ts';
import { type Refusal, refuse } from '../http/problem.ts';
import type { ExportReading } from './exportRows.ts';
import { firstContradicted, firstUntied } from '../audit/links.ts';
import { sha256, toChainEntry } from './verification.ts';

/**
 * Recomputes the seals of the rows to export. A row changed in the database no longer matches its seal, and the export's signature would
 * vouch for it, so the export is refused, naming the first such row. Marking the row in a column would not do: the file would circulate
 * as a signed list and the mark be overlooked. Rows are checked after filtering, so a narrower list without the bad rows can be signed;
 * the history screen shows the bad ones. The refusal is recorded.
 */
export async function sealFault(
  type: ExportType,
  rows: readonly object[],
  { db, tenantId }: Pick<ExportReading, 'db' | 'tenantId'>,
): Promise<Refusal | null> {
  if (type === 'verifications') return verificationFault(rows as readonly Verification[], { db, tenantId }); // the rows of this type
  if (type === 'audit_records') return recordFault(rows as readonly AuditRecord[], { db, tenantId }); // likewise
  return null;
}

/** Rows processed before yielding to other work: a file may have 100,000. */
const rowsAtATime = 1000;

/** The members of a verification that matter for its seal. */
export type SealedRow = Pick<
  Verification,
  'chainIndex' | 'vrfId' | 'siteCode' | 'timestamp' | 'performanceKpis' | 'status' | 'covenantHash' | 'evidenceHash' | 'prevHash' | 'seal'
>;

type Where = Pick<ExportReading, 'db' | 'tenantId'>;

/**
 * Returns the rows that do not match their seal. Checks the row's seal, the chain entry at its index, and the next entry's link to it:
 * changing a row and sealing it again does not change the entries that later links depend on.
 */
export async function unsealedAmong<Row extends SealedRow>(rows: readonly Row[], { db, tenantId }: Where): Promise<Row[]> {
  const bad: Row[] = [];
  for (let first = 0; first < rows.length; first += rowsAtATime) {
    const page = rows.slice(first, first + rowsAtATime);
    const places = page.map(({ chainIndex }) => chainIndex ?? -1);
    const links = await db
      .selectFrom('chain_entries')
      .select(['chain_index', 'canonical', 'seal'])
      .where('tenant_id', '=', tenantId)
      .where('chain_index', 'in', [...new Set(places.flatMap((place) => [place, place + 1]))])
      .execute();
    const listed = new Map(links.map((link) => [link.chain_index, link]));
    bad.push(...page.filter((row) => !holds(row, tenantId, listed)));
    await breathe();
  }
  return bad;
}

/** If the chain itself is broken, or contradicts a signed checkpoint, no row can be trusted and nothing is signed. */
async function verificationFault(rows: readonly Verification[], { db, tenantId }: Where): Promise<Refusal | null> {
  const rewritten = await firstContradicted(db, tenantId, 'verifications');
  if (rewritten !== null) return refuse('conflict', listRefused('verification chain', rewritten));
  const bad = (await unsealedAmong(rows, { db, tenantId })).map(
    ({ vrfId, chainIndex }) => `${vrfId} at place ${formatCount(chainIndex ?? -1)}`,
  );
  return wordsFor(bad, 'verification', 'does not say what was sealed');
}

const listRefused = (what: string, place: number): string =>
  `Nothing is signed: the ${what} is not the one that was sealed, from place ${formatCount(place)} on. Tell the platform’s operator`;

type Listed = ReadonlyMap<number, { readonly canonical: string; readonly seal: string }>;

function holds(row: SealedRow, tenantId: string, listed: Listed): boolean {
  const { chainIndex, seal, prevHash } = row;
  if (chainIndex === undefined || seal === undefined || prevHash === undefined) return false;
  const next = listed.get(chainIndex + 1);
  try {
    const computed = sha256(canonicalChainEntry(tenantId, { ...row, chainIndex, prevHash }));
    if (computed !== seal || listed.get(chainIndex)?.seal !== seal) return false;
    return next === undefined || toChainEntry(next).prevHash === seal;
  } catch {
    // A non-finite number has no canonical form and was never sealed; an unreadable entry does not count either.
    return false;
  }
}

async function recordFault(rows: readonly AuditRecord[], { db, tenantId }: Where): Promise<Refusal | null> {
  const rewritten = (await firstUntied(db, tenantId)) ?? (await firstContradicted(db, tenantId, 'record'));
  if (rewritten !== null) return refuse('conflict', listRefused('record', rewritten));
  const bad: string[] = [];
  for (const [place, row] of rows.entries()) {
    if (sha256(canonicalAuditRecord(tenantId, row)) !== row.hash) bad.push(`line ${formatCount(row.chainIndex)}`);
    if (place % rowsAtATime === rowsAtATime - 1) await breathe();
  }
  return wordsFor(bad, 'line', 'does not say what was sealed');
}

function wordsFor([first, ...others]: readonly string[], what: string, fault: string): Refusal | null {
  if (first === undefined) return null;
  const more = others.length === 0 ? '' : ` and ${formatCount(others.length)} more`;
  return refuse(
    'conflict',
    `Nothing is signed: ${first}${more} ${others.length === 0 ? fault : fault.replace('does', 'do')}. It was changed after it was sealed. Narrow the list to leave each such ${what} out, and tell the platform’s operator`,
  );
}
