import { setImmediate as breathe } from 'node:timers/promises';
import type { AuditRecord } from '../../src/contracts/audit.ts';
import type { ExportType } from '../../src/contracts/export.ts';
import type { Verification } from '../../src/contracts/verification.ts';
import { canonicalAuditRecord } from '../../src/domain/auditChain.ts';
import { canonicalChainEntry } from '../../src/domain/chain.ts';
import { formatCount } from '../../src/domain/format.ts';
import { type Refusal, refuse } from '../http/problem.ts';
import type { ExportReading } from './exportRows.ts';
import { firstContradicted, firstUntied } from '../audit/links.ts';
import { sha256, toChainEntry } from './verification.ts';

/**
 * The seals of the rows that a file would hold, computed when it is written. A row that was changed in the database beside its seal is not what was sealed, and a signature that
 * says 'these were the platform's rows' would lend it a proof that it has not. So the file is refused, by the name of the first such row, and nothing is signed: a file with a mark
 * in one column would go on being passed around as a signed list, and whoever sums its rows does not read the mark. An auditor keeps every row that holds: the rows are checked as
 * the filter leaves them, so a narrower list is signed, and the history screen shows the others and says what is wrong with them. The refusal stands on record.
 */
export async function sealFault(
  type: ExportType,
  rows: readonly object[],
  { db, tenantId }: Pick<ExportReading, 'db' | 'tenantId'>,
): Promise<Refusal | null> {
  if (type === 'verifications') return verificationFault(rows as readonly Verification[], { db, tenantId }); // the rows of this kind
  if (type === 'audit_records') return recordFault(rows as readonly AuditRecord[], { db, tenantId }); // likewise
  return null;
}

/** Rows between which others get their turn: a file may have 100,000. */
const rowsAtATime = 1000;

/** What of a verification is under its seal. */
export type SealedRow = Pick<
  Verification,
  'chainIndex' | 'vrfId' | 'siteCode' | 'timestamp' | 'performanceKpis' | 'status' | 'covenantHash' | 'evidenceHash' | 'prevHash' | 'seal'
>;

type Where = Pick<ExportReading, 'db' | 'tenantId'>;

/**
 * Those of these rows that do not say what was sealed, by their ids. A row's seal, the link at its place, and the tie of the link after it: whoever changes a row and seals it anew has not
 * changed the list that every later link stands on.
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

/** Where the list of links does not hold by itself, or is not what was signed of it, no row is what was sealed: none is signed. */
async function verificationFault(rows: readonly Verification[], { db, tenantId }: Where): Promise<Refusal | null> {
  const rewritten = await firstContradicted(db, tenantId, 'verifications');
  if (rewritten !== null) return refuse('conflict', listRefused('verification chain', rewritten));
  const bad = (await unsealedAmong(rows, { db, tenantId })).map(
    ({ vrfId, chainIndex }) => `${vrfId} at place ${formatCount(chainIndex ?? -1)}`,
  );
  return wordsFor(bad, 'verification', 'does not say what was sealed');
}

const listRefused = (what: string, place: number): string =>
  `Nothing is signed: the ${what} is not the one that was sealed, from place ${formatCount(place)} on. Tell whoever runs the platform`;

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
    // A figure that is no number has no canonical form, and was never sealed; nor was a link that nobody can read.
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
    `Nothing is signed: ${first}${more} ${others.length === 0 ? fault : fault.replace('does', 'do')}. It was changed after it was sealed. Narrow the list to leave each such ${what} out, and tell whoever runs the platform`,
  );
}
