import type { ExportFilter } from '../../contracts/export.ts';
import { compareValues } from '../compareValues.ts';
import { searchTokens, searchWords } from '../searchTokens.ts';

/** How two rows of a list are ordered. */
export type Order<Row> = (a: Row, b: Row) => number;

/** The reader's place: calendar days are those of this time zone (IANA). */
export interface ExportPlace {
  readonly zone: string;
}

/** For rows that are not compared with a calendar day. */
export const nowhere: ExportPlace = { zone: 'UTC' };

/** How one kind of export is filtered and ordered: the same on the device that lists it and on the platform that signs it. */
export interface ExportRule<Row> {
  /** Filter members, each with the test of a row against its value. */
  readonly narrows: Readonly<Record<string, (row: Row, value: string, place: ExportPlace) => boolean>>;
  /** A numeric filter member: only that many of the first rows are taken. */
  readonly first?: string;
  /** The order of rows that `orders` leaves equal. */
  readonly listed: Order<Row>;
  /** The possible values of `sort`. */
  readonly orders: Readonly<Record<string, Order<Row>>>;
  /** The order if the filter names none; null: as listed. */
  readonly opens: string | null;
}

/** Ascending order by column name, descending with a leading minus, as in URLs. */
export function byColumns<Row>(values: Readonly<Record<string, (row: Row) => string | number>>): Readonly<Record<string, Order<Row>>> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, valueOf]): (readonly [string, Order<Row>])[] => [
      [name, (a, b) => compareValues(valueOf(a), valueOf(b))],
      [`-${name}`, (a, b) => compareValues(valueOf(b), valueOf(a))],
    ]),
  );
}

/** True if every typed word occurs in the text; case-insensitive. */
export function hasWords(text: string, typed: string): boolean {
  const lower = text.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}

/** True if every typed word starts a word of these texts, as in the device's indexes. */
export function beginsWords(texts: readonly string[], typed: string): boolean {
  const tokens = searchTokens(texts);
  return searchWords(typed).every((word) => tokens.some((token) => token.startsWith(word)));
}

/** The filter members that this kind of export does not know: a signer cannot claim to have applied them. */
export function strangeIn<Row>(rule: ExportRule<Row>, filter: ExportFilter): readonly string[] {
  return Object.entries(filter).flatMap(([name, value]) => {
    if (name === 'sort') return typeof value === 'string' && Object.hasOwn(rule.orders, value) ? [] : [`sort by ${value}`];
    if (name === rule.first) return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? [] : [name];
    return Object.hasOwn(rule.narrows, name) && typeof value === 'string' ? [] : [name];
  });
}

/** The rows that pass all filters; null and '' filter nothing. */
export function narrowed<Row, Shown extends Row>(
  { narrows }: ExportRule<Row>,
  rows: readonly Shown[],
  by: Readonly<Record<string, string | null>>,
  place: ExportPlace,
): readonly Shown[] {
  const wanted = Object.entries(by).flatMap(([name, value]) => {
    const holds = Object.hasOwn(narrows, name) ? narrows[name] : undefined;
    return holds === undefined || value === null || value === '' ? [] : [(row: Row) => holds(row, value, place)];
  });
  return rows.filter((row) => wanted.every((holds) => holds(row)));
}

/** The rows that pass the filter, in the order in which they came. */
export function passing<Row>(rule: ExportRule<Row>, rows: readonly Row[], filter: ExportFilter, place: ExportPlace): readonly Row[] {
  const by = Object.fromEntries(Object.entries(filter).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
  return narrowed(rule, rows, by, place);
}

/** The rows that pass the filter, in its order. Check the filter with `strangeIn` first. */
export function arranged<Row>(rule: ExportRule<Row>, rows: readonly Row[], filter: ExportFilter, place: ExportPlace): readonly Row[] {
  const named = filter['sort'] ?? rule.opens;
  const order = typeof named === 'string' && Object.hasOwn(rule.orders, named) ? rule.orders[named] : undefined;
  const left = passing(rule, rows, filter, place).toSorted(rule.listed);
  const inOrder = order === undefined ? left : left.toSorted(order);
  const most = rule.first === undefined ? undefined : filter[rule.first];
  return typeof most === 'number' ? inOrder.slice(0, most) : inOrder;
}
