import { type ChainEntry, type Verification, chainEntrySchema } from '../contracts/verification.ts';
import { searchWords } from '../domain/searchTokens.ts';
import { verificationEntity } from './entities/verification.ts';
import { ownLinks, saysItsLink } from './ownLinks.ts';
import { readDb, readVeil } from './readDb.ts';
import { decryptRows } from './decryptRows.ts';
import type { Page, VerificationsQuery } from './types.ts';
import { DamagedRow, unpackEach, windowOf } from './unpack.ts';
import {
  type Asked,
  asItStands,
  comparators,
  type Filter,
  firstOfEach,
  firstTime,
  inOrderOfText,
  isNarrowed,
  lastTime,
  matcher,
  ordered,
  type Row,
  table,
  type Window,
} from './verificationRows.ts';
import { inGroups, searchedInside, siteCodesOf } from './verificationsUnderLock.ts';

/** Lists of verifications: small windows over indexed columns; only payloads in the window are parsed. */

const longestWindow = 200;
/** The window of the rows that match all filters; `count` is the number of all that match. */
export async function readVerifications(query: VerificationsQuery): Promise<Page<Verification>> {
  const limit = Math.min(query.limit, longestWindow);
  const { rows, count } = await inOrder(query, { offset: query.offset, limit });
  return { ...windowOf('verifications', rows, await unpackedEach(rows), query.offset), count };
}

/** A window of the matching rows, or all of them, sorted. */
async function inOrder(query: Filter, window: Window | null): Promise<{ readonly rows: readonly Row[]; readonly count: number }> {
  const words = searchWords(query.search ?? '');
  const veil = await readVeil();
  const asked = asItStands(query, veil);
  if (words.length > 0) {
    const found = veil === null ? await searched(asked, words) : await searchedInside(asked, words);
    return { rows: window === null ? found : found.slice(window.offset, window.offset + window.limit), count: found.length };
  }
  if (veil !== null && (query.sort === 'site' || query.sort === 'status')) return inGroups(asked, query.sort, window);
  if (window === null) {
    const rows = await ordered(asked).toArray();
    return { rows, count: rows.length };
  }
  // Dexie's count() on an index is woken by every write to the table; a query for keys only by writes that touch them. Without a filter
  // every new row concerns the list anyway.
  const total = isNarrowed(asked)
    ? ordered(asked)
        .primaryKeys()
        .then((keys) => keys.length)
    : table().count();
  const [rows, count] = await Promise.all([ordered(asked).offset(window.offset).limit(window.limit).toArray(), total]);
  return { rows, count };
}
/**
 * All matching verifications, from one consistent read: for exports, never for display.
 * @throws DamagedRow if one is unreadable: an export without it would be signed as complete
 */
export async function readAllVerifications(query: Filter): Promise<readonly Verification[]> {
  const each = await unpackedEach((await inOrder(query, null)).rows);
  const rows = each.filter((record) => record !== null);
  if (rows.length < each.length) throw new DamagedRow();
  return rows;
}

/** The record of each row; null if damaged. A record that differs from its own chain link counts as damaged (F-25). */
async function unpackedEach(rows: readonly Row[]): Promise<readonly (Verification | null)[]> {
  const links = await ownLinks(readDb(), rows);
  const veil = await readVeil();
  const each = await unpackEach(verificationEntity, rows);
  return rows.map((row, at) => {
    const record = each[at] ?? null;
    const isNamed = record !== null && [record.vrfId, veil?.text(record.vrfId)].includes(row.vrfId);
    return isNamed && saysItsLink(row, record, links) ? record : null;
  });
}

async function unpackedOne(row: Row | undefined): Promise<Verification | null> {
  return row === undefined ? null : ((await unpackedEach([row]))[0] ?? null);
}

/** Search by the token index. */
async function searched(asked: Asked, words: readonly string[]): Promise<readonly Row[]> {
  // The longest word is probably the rarest.
  const longest = words.reduce((a, b) => (b.length > a.length ? b : a));
  const matches = matcher(asked);
  const found = await table()
    .where('tokens')
    .startsWith(longest)
    .distinct()
    .filter((row) => matches(row) && words.every((word) => row.tokens.some((token) => token.startsWith(word))))
    .toArray();
  return found.sort(comparators[asked.sort]);
}

/** One verification; null if it is not stored, or damaged. */
export async function readVerification(vrfId: string): Promise<Verification | null> {
  return unpackedOne(await table().get(vrfId));
}

/** The verification at a chain position; null if not stored. */
export async function readVerificationByIndex(chainIndex: number): Promise<Verification | null> {
  return unpackedOne(await table().where('chainIndex').equals(chainIndex).first());
}

/** Number of stored verifications by status. */
export async function countVerifications(): Promise<Readonly<Record<Verification['status'], number>>> {
  const count = (status: Verification['status']) =>
    table().where('[status+at]').between([status, firstTime], [status, lastTime], true, true).count();
  const [verified, pending, failed, disputed] = await Promise.all([
    count('verified'),
    count('pending'),
    count('failed'),
    count('disputed'),
  ]);
  return { verified, pending, failed, disputed };
}

/** Number of stored records that are not checkable chain links (`linkOf`). */
export async function countUnsealed(): Promise<number> {
  const [all, links] = await Promise.all([table().count(), table().where('chainIndex').aboveOrEqual(0).count()]);
  return all - links;
}

/** Codes of all sites with a verification on this device, sorted. */
export async function readSiteCodes(): Promise<readonly string[]> {
  const firsts = await firstOfEach('site');
  const codes = (await readVeil()) === null ? firsts.map(({ siteCode }) => siteCode) : await siteCodesOf(firsts);
  return [...new Set(codes)].sort(inOrderOfText);
}

/** Stored chain links, lowest first, `from` and `to` included. Missing indexes are gaps, not errors. */
export async function readChain(from: number, to: number): Promise<readonly ChainEntry[]> {
  const db = readDb();
  return linksFrom(await decryptRows(db, 'chain', await db.chain.where('chainIndex').between(from, to, true, true).toArray()));
}

/** Number of stored links below a position. */
export function countLinksBelow(chainIndex: number): Promise<number> {
  return readDb().chain.where('chainIndex').below(chainIndex).count();
}

/** The stored links of one verification and their direct neighbours, in no order. */
export async function readLinksOf(vrfId: string): Promise<readonly ChainEntry[]> {
  const db = readDb();
  const own = await db.chain.where('vrfId').equals(vrfId).toArray();
  const places = new Set(own.map(({ chainIndex }) => chainIndex));
  const near = new Set([...places].flatMap((place) => [place - 1, place + 1]).filter((place) => !places.has(place)));
  const beside = await db.chain.bulkGet([...near]);
  return linksFrom(await decryptRows(db, 'chain', [...own, ...beside.filter((row) => row !== undefined)]));
}

/** The links that seal this evidence, of any verification. Hashes have no index: all stored links are read, in batches. */
export async function readLinksSealing(evidenceHash: string): Promise<readonly ChainEntry[]> {
  const db = readDb();
  const found: ChainEntry[] = [];
  for (let above = -1; ; ) {
    const rows = await db.chain.where('chainIndex').above(above).limit(linksAtATime).toArray();
    const open = await decryptRows(db, 'chain', rows);
    found.push(...linksFrom(open.filter(({ payload }) => (Object(payload) as Partial<ChainEntry>).evidenceHash === evidenceHash)));
    const last = rows.at(-1);
    if (last === undefined || rows.length < linksAtATime) return found;
    above = last.chainIndex;
  }
}
const linksAtATime = 2_000;

function linksFrom(rows: readonly { readonly payload: unknown }[]): readonly ChainEntry[] {
  return rows.flatMap(({ payload }) => {
    const parsed = chainEntrySchema.safeParse(payload);
    return parsed.success ? [parsed.data] : [];
  });
}
