import type { Collection, Table } from 'dexie';
import type { StoredRow } from './entities/entity.ts';
import type { VerificationColumns } from './entities/verification.ts';
import { readDb } from './readDb.ts';
import type { VerificationsQuery } from './types.ts';
import type { Veil } from './veiled.ts';

/** Queries for verifications by their columns, plain or veiled. */

export type Row = StoredRow & VerificationColumns;
type Rows = Collection<Row, string>;
/** What narrows and orders the rows. */
export type Filter = Omit<VerificationsQuery, 'offset' | 'limit'>;

/** The part of the rows that is read. */
export type Window = Pick<VerificationsQuery, 'offset' | 'limit'>;

/** Earliest and latest moment of a JavaScript date, epoch milliseconds. */
export const firstTime = -8.64e15;
export const lastTime = 8.64e15;

/** The stored verifications with their columns. @throws while no database is open */
export function table(): Table<Row, string> {
  // Safe: Dexie does not know columns; verificationColumns() writes them for every row of this table.
  return readDb().rows('verifications') as unknown as Table<Row, string>;
}

/** A query in the form of the stored columns: veiled under a lock (veil.ts). */
export interface Asked {
  readonly status: string | undefined;
  readonly siteCode: string | undefined;
  /** First and last time, plain or veiled. */
  readonly span: readonly [number, number];
  readonly sort: VerificationsQuery['sort'];
}
/** Puts a query into the form of the stored columns; a missing limit of time becomes `firstTime` or `lastTime`. */
export function asItStands({ status, siteCode, from, to, sort }: Filter, veil: Veil | null): Asked {
  const text = (value: string | undefined) => (value === undefined || veil === null ? value : veil.text(value));
  const moment = (value: string | undefined, none: number) =>
    value === undefined ? none : veil === null ? Date.parse(value) : veil.moment(Date.parse(value));
  return { status: text(status), siteCode: text(siteCode), span: [moment(from, firstTime), moment(to, lastTime)], sort };
}

/** Checks on the columns, row by row, what the index in use does not filter. */
export function matcher({ status, siteCode, span: [from, to] }: Asked): (row: Row) => boolean {
  return (row) =>
    (status === undefined || row.status === status) &&
    (siteCode === undefined || row.siteCode === siteCode) &&
    row.at >= from &&
    row.at <= to;
}
/** Whether a filter is set, so that rows may be left out. */
export function isNarrowed({ status, siteCode, span: [from, to] }: Asked): boolean {
  return status !== undefined || siteCode !== undefined || from !== firstTime || to !== lastTime;
}

/** Chooses the most selective index. */
export function ordered(asked: Asked): Rows {
  const { status, siteCode, sort, span } = asked;
  if (sort === 'site' || sort === 'status') {
    const all = table().orderBy(groupIndex[sort]);
    return isNarrowed(asked) ? all.and(matcher(asked)) : all;
  }
  const chosen = byTime(status, siteCode, span);
  const filtered = status !== undefined && siteCode !== undefined ? chosen.and(matcher(asked)) : chosen;
  return sort === 'newest' ? filtered.reverse() : filtered;
}
export const groupIndex = { site: '[siteCode+at]', status: '[status+at]' } as const;
export const groupColumn = { site: 'siteCode', status: 'status' } as const;

function byTime(status: string | undefined, siteCode: string | undefined, [from, to]: Asked['span']): Rows {
  if (siteCode !== undefined) return table().where('[siteCode+at]').between([siteCode, from], [siteCode, to], true, true);
  if (status !== undefined) return table().where('[status+at]').between([status, from], [status, to], true, true);
  return table().where('at').between(from, to, true, true);
}

/** The first row of each site or status: jumps along the index from one to the next. */
export async function firstOfEach(sort: keyof typeof groupIndex): Promise<readonly Row[]> {
  const firsts: Row[] = [];
  for (;;) {
    const last = firsts.at(-1)?.[groupColumn[sort]];
    const index = groupIndex[sort];
    const next = await (last === undefined ? table().orderBy(index) : table().where(index).above([last, lastTime])).first();
    // Plain rows from before the lock sort after all others until they are converted.
    if (next === undefined || (last !== undefined && next[groupColumn[sort]] <= last)) return firsts;
    firsts.push(next);
  }
}

type Compared = Pick<VerificationColumns, 'vrfId' | 'at' | 'siteCode' | 'status'>;
const byKey = (a: Compared, b: Compared): number => (a.vrfId < b.vrfId ? -1 : 1);
/** Compares by UTF-16 code units, as IndexedDB does, and not by a language's alphabet. */
export const inOrderOfText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);
export const comparators = {
  newest: (a: Compared, b: Compared) => b.at - a.at || -byKey(a, b),
  oldest: (a: Compared, b: Compared) => a.at - b.at || byKey(a, b),
  site: (a: Compared, b: Compared) => inOrderOfText(a.siteCode, b.siteCode) || a.at - b.at || byKey(a, b),
  status: (a: Compared, b: Compared) => inOrderOfText(a.status, b.status) || a.at - b.at || byKey(a, b),
} satisfies Record<VerificationsQuery['sort'], (a: Compared, b: Compared) => number>;
