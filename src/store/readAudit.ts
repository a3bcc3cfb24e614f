import type { Table } from 'dexie';
import type { AuditRecord } from '../contracts/audit.ts';
import { type AuditColumns, auditEntity, auditPlace } from './entities/auditRecord.ts';
import type { StoredRow } from './entities/entity.ts';
import { searchWords } from '../domain/searchTokens.ts';
import { openColumns } from './openColumns.ts';
import { readDb, readVeil } from './readDb.ts';
import type { AuditQuery, Page } from './types.ts';
import { DamagedRow, unpack, unpackEach, unpackOne, windowOf } from './unpack.ts';
import { isVeiled, type Veil } from './veiled.ts';

/**
 * Lists of the audit record: each filter reads the primary keys of its rows from an index, the intersection is the list, and only the
 * window's rows are read. Keys cost a tenth of a row, so no compound index per pair of filters is needed.
 */

const longestWindow = 200;

function table(): Table<StoredRow & AuditColumns, string> {
  // Safe: auditColumns() writes the columns of every row of this table.
  return readDb().rows('auditRecords') as unknown as Table<StoredRow & AuditColumns, string>;
}

/** The window of the lines that match all filters; `count` is the number of all that match. */
export async function readAudit(query: AuditQuery): Promise<Page<AuditRecord>> {
  const limit = Math.min(query.limit, longestWindow);
  const found = await keysFound(query);
  if (found === null) {
    const [rows, count] = await Promise.all([ordered(query).offset(query.offset).limit(limit).toArray(), table().count()]);
    return { ...windowOf('auditRecords', rows, await unpackEach(auditEntity, rows), query.offset), count };
  }
  const rows = await rowsAt(found.slice(query.offset, query.offset + limit));
  return { ...windowOf('auditRecords', rows, await unpackEach(auditEntity, rows), query.offset), count: found.length };
}

/**
 * All matching lines, read at once: for exports, never for display. Read window by window, lines would be skipped when the oldest ones
 * leave the device meanwhile (`auditKept`).
 * @throws DamagedRow if one is unreadable: an export without it would look complete
 */
export async function readAllAudit(query: Omit<AuditQuery, 'offset' | 'limit'>): Promise<readonly AuditRecord[]> {
  const found = await keysFound(query);
  const each = await unpackEach(auditEntity, found === null ? await ordered(query).toArray() : await rowsAt(found));
  const lines = each.filter((line) => line !== null);
  if (lines.length < each.length) throw new DamagedRow();
  return lines;
}

function ordered({ sort }: Pick<AuditQuery, 'sort'>) {
  const all = table().orderBy(':id');
  return sort === 'newest' ? all.reverse() : all;
}

async function rowsAt(keys: readonly string[]) {
  return (await table().bulkGet([...keys])).filter((row) => row !== undefined);
}

/** Keys of the lines that match all filters, in order; null if there is no filter. */
async function keysFound(query: Omit<AuditQuery, 'offset' | 'limit'>): Promise<readonly string[] | null> {
  const [first, ...others] = await Promise.all(keysOf(query, await readVeil()));
  if (first === undefined) return null;
  const sets = others.map((keys) => new Set(keys));
  // A row can have several matching tokens and must be listed once.
  const found = [...new Set(first)].filter((key) => sets.every((set) => set.has(key))).sort();
  return query.sort === 'newest' ? found.reverse() : found;
}

function keysOf(
  { search, area, actor, outcome, from }: Omit<AuditQuery, 'offset' | 'limit'>,
  veil: Veil | null,
): readonly Promise<readonly string[]>[] {
  const equal = (column: 'area' | 'actor' | 'outcome', value: string | undefined) =>
    value === undefined ? [] : [table().where(column).equals(value).primaryKeys()];
  const words = searchWords(search ?? '');
  const since = from === undefined ? null : (veil?.moment(Date.parse(from)) ?? Date.parse(from));
  return [
    ...(veil === null
      ? words.map((word) => table().where('tokens').startsWith(word).primaryKeys())
      : words.length === 0
        ? []
        : [keysInside(words)]),
    ...equal('area', area),
    ...equal('actor', actor),
    ...equal('outcome', outcome),
    ...(since === null ? [] : [table().where('at').aboveOrEqual(since).primaryKeys()]),
  ];
}

/** Under a lock tokens are not stored beside a line: all lines are searched after decryption. */
async function keysInside(words: readonly string[]): Promise<readonly string[]> {
  const rows = await table().toArray();
  const inside = await openColumns(readDb(), auditEntity, rows);
  return inside.flatMap((columns) =>
    columns !== null && words.every((word) => columns.tokens.some((token) => token.startsWith(word))) ? [columns.place] : [],
  );
}

/** Filter values: people and areas that occur in the stored lines. */
export async function readAuditFacets(): Promise<{ readonly actors: readonly string[]; readonly areas: readonly string[] }> {
  const [actors, areas] = await Promise.all([valuesOf('actor'), valuesOf('area')]);
  return { actors, areas };
}

/** Under a lock the index holds codes: one row of each is decrypted for its plain value. */
async function valuesOf(column: 'actor' | 'area'): Promise<readonly string[]> {
  const stand = await table().orderBy(column).uniqueKeys();
  if (!stand.some(isVeiled)) return stand.map(String);
  const firsts = await Promise.all(stand.map((value) => table().where(column).equals(value).first()));
  const inside = await openColumns(
    readDb(),
    auditEntity,
    firsts.filter((row) => row !== undefined),
  );
  return [...new Set(inside.flatMap((columns) => columns?.[column] ?? []))].sort();
}

/** One line; null if it is not stored. */
export async function readAuditRecord(chainIndex: number): Promise<AuditRecord | null> {
  return unpackOne(auditEntity, await table().get(auditPlace(chainIndex)));
}

/** Lines from a position on, lowest first; used to verify the chain, some hundreds at a time. Missing positions are gaps, not errors. */
export async function readAuditLines(from: number, limit: number): Promise<readonly AuditRecord[]> {
  const rows = await table().where(':id').aboveOrEqual(auditPlace(from)).limit(limit).toArray();
  return (await unpack(auditEntity, rows)).rows;
}

/** Number of stored lines. */
export function countAudit(): Promise<number> {
  return table().count();
}
