import type { Collection, Table } from 'dexie';
import { type ChainEntry, type Verification, chainEntrySchema } from '../contracts/verification.ts';
import type { StoredRow } from './entities/entity.ts';
import { searchWords } from '../domain/searchTokens.ts';
import { type VerificationColumns, verificationEntity } from './entities/verification.ts';
import { openColumns } from './openColumns.ts';
import { ownLinks, saysItsLink } from './ownLinks.ts';
import { readDb } from './readDb.ts';
import { openRows, veilOf } from './sealedRows.ts';
import type { Page, VerificationsQuery } from './types.ts';
import { DamagedRow, unpackEach, windowOf } from './unpack.ts';
import type { Veil } from './veiled.ts';

/** Lists of verifications: small windows over indexed columns; a payload is parsed only if it is in the window. */

type Row = StoredRow & VerificationColumns;
type Rows = Collection<Row, string>;
type Filter = Omit<VerificationsQuery, 'offset' | 'limit'>;

const longestWindow = 200;
const firstTime = -8.64e15;
const lastTime = 8.64e15;

export async function readVerifications(query: VerificationsQuery): Promise<Page<Verification>> {
  const limit = Math.min(query.limit, longestWindow);
  const { rows, count } = await inOrder(query, { offset: query.offset, limit });
  return { ...windowOf('verifications', rows, await unpackedEach(rows), query.offset), count };
}

/** A window of the rows that match, or all of them, in their order. */
async function inOrder(query: Filter, window: Window | null): Promise<{ readonly rows: readonly Row[]; readonly count: number }> {
  const words = searchWords(query.search ?? '');
  const veil = veilOf(readDb());
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
  // Dexie's count() on an index is woken by every put in the table; keys only by those that touch them. Without a filter
  // every new row concerns the list anyway.
  const isFiltered = query.status !== undefined || query.siteCode !== undefined || query.from !== undefined || query.to !== undefined;
  const total = isFiltered
    ? ordered(asked)
        .primaryKeys()
        .then((keys) => keys.length)
    : table().count();
  const [rows, count] = await Promise.all([ordered(asked).offset(window.offset).limit(window.limit).toArray(), total]);
  return { rows, count };
}
type Window = Pick<VerificationsQuery, 'offset' | 'limit'>;

/** What is asked for, as the columns stand: under a lock as its codes and places (veil.ts). */
interface Asked {
  readonly status: string | undefined;
  readonly siteCode: string | undefined;
  /** First and last moment, or their places. */
  readonly span: readonly [number, number];
  readonly sort: VerificationsQuery['sort'];
}
function asItStands({ status, siteCode, from, to, sort }: Filter, veil: Veil | null): Asked {
  const text = (value: string | undefined) => (value === undefined || veil === null ? value : veil.text(value));
  const moment = (value: string | undefined, none: number) =>
    value === undefined ? none : veil === null ? Date.parse(value) : veil.moment(Date.parse(value));
  return { status: text(status), siteCode: text(siteCode), span: [moment(from, firstTime), moment(to, lastTime)], sort };
}

/**
 * All that match, in one read and so of one moment: for what leaves the device, never for what is drawn.
 * @throws DamagedRow where one of them cannot be read: a file that lacks it would be signed for as if it were all
 */
export async function readAllVerifications(query: Filter): Promise<readonly Verification[]> {
  const each = await unpackedEach((await inOrder(query, null)).rows);
  const rows = each.filter((record) => record !== null);
  if (rows.length < each.length) throw new DamagedRow();
  return rows;
}

/** The record of each of these rows; null for one that cannot be used. One that says something else than its own link is shown no more than one that cannot be read (F-25). */
async function unpackedEach(rows: readonly Row[]): Promise<readonly (Verification | null)[]> {
  const links = await ownLinks(readDb(), rows);
  const veil = veilOf(readDb());
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

function table(): Table<Row, string> {
  // The columns are written by verificationColumns(), for every row of this table.
  return readDb().rows('verifications') as unknown as Table<Row, string>;
}

/** What the index in use cannot do is judged on the columns, row by row. */
function matcher({ status, siteCode, span: [from, to] }: Asked): (row: Row) => boolean {
  return (row) =>
    (status === undefined || row.status === status) &&
    (siteCode === undefined || row.siteCode === siteCode) &&
    row.at >= from &&
    row.at <= to;
}
function isNarrowed({ status, siteCode, span: [from, to] }: Asked): boolean {
  return status !== undefined || siteCode !== undefined || from !== firstTime || to !== lastTime;
}

/** The index that does most of the work. */
function ordered(asked: Asked): Rows {
  const { status, siteCode, sort, span } = asked;
  if (sort === 'site' || sort === 'status') {
    const all = table().orderBy(groupIndex[sort]);
    return isNarrowed(asked) ? all.and(matcher(asked)) : all;
  }
  const chosen = byTime(status, siteCode, span);
  const filtered = status !== undefined && siteCode !== undefined ? chosen.and(matcher(asked)) : chosen;
  return sort === 'newest' ? filtered.reverse() : filtered;
}
const groupIndex = { site: '[siteCode+at]', status: '[status+at]' } as const;
const groupColumn = { site: 'siteCode', status: 'status' } as const;

function byTime(status: string | undefined, siteCode: string | undefined, [from, to]: Asked['span']): Rows {
  if (siteCode !== undefined) return table().where('[siteCode+at]').between([siteCode, from], [siteCode, to], true, true);
  if (status !== undefined) return table().where('[status+at]').between([status, from], [status, to], true, true);
  return table().where('at').between(from, to, true, true);
}

async function searched(asked: Asked, words: readonly string[]): Promise<readonly Row[]> {
  // The longest word is the rarest, as far as one can know beforehand.
  const longest = words.reduce((a, b) => (b.length > a.length ? b : a));
  const matches = matcher(asked);
  const found = await table()
    .where('tokens')
    .startsWith(longest)
    .distinct()
    .filter((row) => matches(row) && hasWords(row.tokens, words))
    .toArray();
  return found.sort(comparators[asked.sort]);
}

/** Under a lock no word stands beside a row: all that match otherwise are looked into. */
async function searchedInside(asked: Asked, words: readonly string[]): Promise<readonly Row[]> {
  const rows = await ordered({ ...asked, sort: 'newest' }).toArray();
  const inside = await openColumns(readDb(), verificationEntity, rows);
  return rows
    .flatMap((row, place) => {
      const columns = inside[place] ?? null;
      return columns !== null && hasWords(columns.tokens, words) ? [{ row, by: { ...columns, at: row.at } }] : [];
    })
    .sort((a, b) => comparators[asked.sort](a.by, b.by))
    .map(({ row }) => row);
}

function hasWords(tokens: readonly string[], words: readonly string[]): boolean {
  return words.every((word) => tokens.some((token) => token.startsWith(word)));
}

/** Under a lock the index has the rows of each site, or status, together, but not in the order of their names: they are put one after the other. */
async function inGroups(
  asked: Asked,
  sort: keyof typeof groupIndex,
  window: Window | null,
): Promise<{ readonly rows: readonly Row[]; readonly count: number }> {
  const firsts = await firstOfEach(sort);
  const inside = await openColumns(readDb(), verificationEntity, firsts);
  const groups = firsts
    .map((row, place) => ({ stands: row[groupColumn[sort]], name: inside[place]?.[groupColumn[sort]] ?? '' }))
    .sort((a, b) => text(a.name, b.name));
  const rows: Row[] = [];
  let count = 0;
  for (const { stands } of groups) {
    const [from, to] = asked.span;
    const group = () => {
      const all = table().where(groupIndex[sort]).between([stands, from], [stands, to], true, true);
      return isNarrowed(asked) ? all.and(matcher(asked)) : all;
    };
    const held = (await group().primaryKeys()).length;
    const skip = Math.max(0, (window?.offset ?? 0) - count);
    const wanted = window === null ? held : window.limit - rows.length;
    count += held;
    if (wanted > 0 && skip < held) rows.push(...(await group().offset(skip).limit(wanted).toArray()));
  }
  return { rows, count };
}

/** The first row of each site, or of each status: the index is skipped along from one to the next. */
async function firstOfEach(sort: keyof typeof groupIndex): Promise<readonly Row[]> {
  const firsts: Row[] = [];
  for (;;) {
    const last = firsts.at(-1)?.[groupColumn[sort]];
    const index = groupIndex[sort];
    const next = await (last === undefined ? table().orderBy(index) : table().where(index).above([last, lastTime])).first();
    // Rows from before the lock stand behind all others until they are brought into its form.
    if (next === undefined || (last !== undefined && next[groupColumn[sort]] <= last)) return firsts;
    firsts.push(next);
  }
}

type Compared = Pick<VerificationColumns, 'vrfId' | 'at' | 'siteCode' | 'status'>;
const byKey = (a: Compared, b: Compared): number => (a.vrfId < b.vrfId ? -1 : 1);
const text = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);
const comparators = {
  newest: (a: Compared, b: Compared) => b.at - a.at || -byKey(a, b),
  oldest: (a: Compared, b: Compared) => a.at - b.at || byKey(a, b),
  site: (a: Compared, b: Compared) => text(a.siteCode, b.siteCode) || a.at - b.at || byKey(a, b),
  status: (a: Compared, b: Compared) => text(a.status, b.status) || a.at - b.at || byKey(a, b),
} satisfies Record<VerificationsQuery['sort'], (a: Compared, b: Compared) => number>;

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
  const firsts = await openColumns(readDb(), verificationEntity, await firstOfEach('site'));
  return [...new Set(firsts.flatMap((columns) => columns?.siteCode ?? []))].sort(text);
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
