import type { Collection, Table } from 'dexie';
import { type ChainEntry, type Verification, chainEntrySchema } from '../contracts/verification.ts';
import type { StoredRow } from './entities/entity.ts';
import { searchWords } from '../domain/searchTokens.ts';
import { type VerificationColumns, verificationEntity } from './entities/verification.ts';
import { ownLinks, saysItsLink } from './ownLinks.ts';
import { readDb } from './readDb.ts';
import { openRows } from './sealedRows.ts';
import type { Page, VerificationsQuery } from './types.ts';
import { DamagedRow, unpackEach, windowOf } from './unpack.ts';

/** Lists of verifications: small windows over indexed columns; a payload is parsed only if it is in the window. */

type Row = StoredRow & VerificationColumns;
type Rows = Collection<Row, string>;
type Filter = Omit<VerificationsQuery, 'offset' | 'limit'>;

const longestWindow = 200;
const firstTime = -8.64e15;
const lastTime = 8.64e15;

export async function readVerifications(query: VerificationsQuery): Promise<Page<Verification>> {
  const limit = Math.min(query.limit, longestWindow);
  const words = searchWords(query.search ?? '');
  if (words.length > 0) {
    const found = await searched(query, words);
    const rows = found.slice(query.offset, query.offset + limit);
    return { ...windowOf('verifications', rows, await unpackedEach(rows), query.offset), count: found.length };
  }
  // Dexie's count() on an index is woken by every put in the table; keys only by those that touch them. Without a filter
  // every new row concerns the list anyway.
  const isFiltered = query.status !== undefined || query.siteCode !== undefined || query.from !== undefined || query.to !== undefined;
  const total = isFiltered
    ? ordered(query)
        .primaryKeys()
        .then((keys) => keys.length)
    : table().count();
  const [rows, count] = await Promise.all([ordered(query).offset(query.offset).limit(limit).toArray(), total]);
  return { ...windowOf('verifications', rows, await unpackedEach(rows), query.offset), count };
}

/**
 * All that match, in one read and so of one moment: for what leaves the device, never for what is drawn.
 * @throws DamagedRow where one of them cannot be read: a file that lacks it would be signed for as if it were all
 */
export async function readAllVerifications(query: Filter): Promise<readonly Verification[]> {
  const words = searchWords(query.search ?? '');
  const each = await unpackedEach(words.length > 0 ? await searched(query, words) : await ordered(query).toArray());
  const rows = each.filter((record) => record !== null);
  if (rows.length < each.length) throw new DamagedRow();
  return rows;
}

/** The record of each of these rows; null for one that cannot be used. One that says something else than its own link is shown no more than one that cannot be read (F-25). */
async function unpackedEach(rows: readonly Row[]): Promise<readonly (Verification | null)[]> {
  const links = await ownLinks(readDb(), rows);
  const each = await unpackEach(verificationEntity, rows);
  return rows.map((row, at) => {
    const record = each[at] ?? null;
    return record !== null && record.vrfId === row.vrfId && saysItsLink(row, record, links) ? record : null;
  });
}

async function unpackedOne(row: Row | undefined): Promise<Verification | null> {
  return row === undefined ? null : ((await unpackedEach([row]))[0] ?? null);
}

function table(): Table<Row, string> {
  // The columns are written by verificationColumns(), for every row of this table.
  return readDb().rows('verifications') as unknown as Table<Row, string>;
}

function span(query: Filter): readonly [number, number] {
  return [query.from === undefined ? firstTime : Date.parse(query.from), query.to === undefined ? lastTime : Date.parse(query.to)];
}

/** The index that does most of the work; what it cannot do is judged on the columns, row by row. */
function ordered(query: Filter): Rows {
  const { status, siteCode, sort } = query;
  const [from, to] = span(query);
  const matches = (row: Row): boolean =>
    (status === undefined || row.status === status) &&
    (siteCode === undefined || row.siteCode === siteCode) &&
    row.at >= from &&
    row.at <= to;
  if (sort === 'site' || sort === 'status') {
    const index = sort === 'site' ? '[siteCode+at]' : '[status+at]';
    const all = table().orderBy(index);
    return status === undefined && siteCode === undefined && query.from === undefined && query.to === undefined ? all : all.and(matches);
  }
  const chosen = byTime(status, siteCode, from, to);
  const filtered = status !== undefined && siteCode !== undefined ? chosen.and(matches) : chosen;
  return sort === 'newest' ? filtered.reverse() : filtered;
}

function byTime(status: string | undefined, siteCode: string | undefined, from: number, to: number): Rows {
  if (siteCode !== undefined) return table().where('[siteCode+at]').between([siteCode, from], [siteCode, to], true, true);
  if (status !== undefined) return table().where('[status+at]').between([status, from], [status, to], true, true);
  return table().where('at').between(from, to, true, true);
}

async function searched(query: Filter, words: readonly string[]): Promise<readonly Row[]> {
  // The longest word is the rarest, as far as one can know beforehand.
  const longest = words.reduce((a, b) => (b.length > a.length ? b : a));
  const [from, to] = span(query);
  const found = await table()
    .where('tokens')
    .startsWith(longest)
    .distinct()
    .filter(
      (row) =>
        (query.status === undefined || row.status === query.status) &&
        (query.siteCode === undefined || row.siteCode === query.siteCode) &&
        row.at >= from &&
        row.at <= to &&
        words.every((word) => row.tokens.some((token) => token.startsWith(word))),
    )
    .toArray();
  return found.sort(comparators[query.sort]);
}

const byKey = (a: Row, b: Row): number => (a.vrfId < b.vrfId ? -1 : 1);
const text = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);
const comparators = {
  newest: (a: Row, b: Row) => b.at - a.at || -byKey(a, b),
  oldest: (a: Row, b: Row) => a.at - b.at || byKey(a, b),
  site: (a: Row, b: Row) => text(a.siteCode, b.siteCode) || a.at - b.at || byKey(a, b),
  status: (a: Row, b: Row) => text(a.status, b.status) || a.at - b.at || byKey(a, b),
} satisfies Record<VerificationsQuery['sort'], (a: Row, b: Row) => number>;

export async function readVerification(vrfId: string): Promise<Verification | null> {
  return unpackedOne(await table().get(vrfId));
}

/** The verification that a pack is sealed in; null if not held. */
export async function readVerificationByIndex(chainIndex: number): Promise<Verification | null> {
  return unpackedOne(await table().where('chainIndex').equals(chainIndex).first());
}

/** How many verifications are held in each status. */
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

/** How many records are held that are no links of the chain (`linkOf`). */
export async function countUnsealed(): Promise<number> {
  const [all, links] = await Promise.all([table().count(), table().where('chainIndex').aboveOrEqual(0).count()]);
  return all - links;
}

/** Codes of all sites with a verification on this device, in order. */
export async function readSiteCodes(): Promise<readonly string[]> {
  const keys = await table().orderBy('[siteCode+at]').keys();
  return [...new Set(keys.flatMap((key) => (Array.isArray(key) && typeof key[0] === 'string' ? [key[0]] : [])))];
}

/** Links of the chain that are held, lowest first, `from` and `to` included. Missing indexes are gaps, not errors. */
export async function readChain(from: number, to: number): Promise<readonly ChainEntry[]> {
  const db = readDb();
  return linksFrom(await openRows(db, 'chain', await db.chain.where('chainIndex').between(from, to, true, true).toArray()));
}

/** How many links are held below a place. */
export function countLinksBelow(chainIndex: number): Promise<number> {
  return readDb().chain.where('chainIndex').below(chainIndex).count();
}

/** The links of one verification that are held, with those that lie directly beside them; in no order. */
export async function readLinksOf(vrfId: string): Promise<readonly ChainEntry[]> {
  const db = readDb();
  const own = await db.chain.where('vrfId').equals(vrfId).toArray();
  const places = new Set(own.map(({ chainIndex }) => chainIndex));
  const near = new Set([...places].flatMap((place) => [place - 1, place + 1]).filter((place) => !places.has(place)));
  const beside = await db.chain.bulkGet([...near]);
  return linksFrom(await openRows(db, 'chain', [...own, ...beside.filter((row) => row !== undefined)]));
}

/** The links that seal this evidence, of whatever verification. Hashes have no index: all that are held are read, so many at a time. */
export async function readLinksSealing(evidenceHash: string): Promise<readonly ChainEntry[]> {
  const db = readDb();
  const found: ChainEntry[] = [];
  for (let above = -1; ; ) {
    const rows = await db.chain.where('chainIndex').above(above).limit(linksAtATime).toArray();
    const open = await openRows(db, 'chain', rows);
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

/** Lowest and highest link held; null when none is. */
export async function readChainBounds(): Promise<{ readonly first: number; readonly last: number; readonly held: number } | null> {
  const { chain } = readDb();
  const [first, last, held] = await Promise.all([chain.orderBy('chainIndex').first(), chain.orderBy('chainIndex').last(), chain.count()]);
  return first === undefined || last === undefined ? null : { first: first.chainIndex, last: last.chainIndex, held };
}
