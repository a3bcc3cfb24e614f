import type { ExportFilter } from '../../contracts/export.ts';
import { compareValues } from '../compareValues.ts';
import { searchTokens, searchWords } from '../searchTokens.ts';

/** How two rows of a list are ordered. */
export type Order<Row> = (a: Row, b: Row) => number;

/** Where the rows are read: calendar days are those of this time zone (IANA). */
export interface ExportPlace {
  readonly zone: string;
}

/** Where no row is held against a calendar day. */
export const nowhere: ExportPlace = { zone: 'UTC' };

/** How one kind of export is narrowed and ordered: the same on the device that lists it and on the platform that signs it. */
export interface ExportRule<Row> {
  /** Members of the filter, each with how a row is held against its value. */
  readonly narrows: Readonly<Record<string, (row: Row, value: string, place: ExportPlace) => boolean>>;
  /** A member of the filter that is a number: only so many of the first are taken. */
  readonly first?: string;
  /** The order in which rows stand that `orders` does not tell apart. */
  readonly listed: Order<Row>;
  /** What `sort` may name. */
  readonly orders: Readonly<Record<string, Order<Row>>>;
  /** The order where the filter names none; null: as listed. */
  readonly opens: string | null;
}

/** Each column upwards by its name, and downwards by its name after a minus, as addresses write it. */
export function byColumns<Row>(values: Readonly<Record<string, (row: Row) => string | number>>): Readonly<Record<string, Order<Row>>> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, valueOf]): (readonly [string, Order<Row>])[] => [
      [name, (a, b) => compareValues(valueOf(a), valueOf(b))],
      [`-${name}`, (a, b) => compareValues(valueOf(b), valueOf(a))],
    ]),
  );
}

/** Whether every word that was typed is somewhere in the text; case does not matter. */
export function hasWords(text: string, typed: string): boolean {
  const lower = text.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}

/** Whether every word that was typed begins a word of these texts, as the device's indexes find them. */
export function beginsWords(texts: readonly string[], typed: string): boolean {
  const tokens = searchTokens(texts);
  return searchWords(typed).every((word) => tokens.some((token) => token.startsWith(word)));
}

/** What of a filter this kind of export does not know, by name: whoever signs cannot say that he has kept to it. */
export function strangeIn<Row>(rule: ExportRule<Row>, filter: ExportFilter): readonly string[] {
  return Object.entries(filter).flatMap(([name, value]) => {
    if (name === 'sort') return typeof value === 'string' && Object.hasOwn(rule.orders, value) ? [] : [`sort by ${value}`];
    if (name === rule.first) return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? [] : [name];
    return Object.hasOwn(rule.narrows, name) && typeof value === 'string' ? [] : [name];
  });
}

/** The rows that are left by what narrows them; null and '' narrow nothing. */
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

/** The rows that the filter leaves, in its order. Of a filter that is not strange (`strangeIn`). */
export function arranged<Row>(rule: ExportRule<Row>, rows: readonly Row[], filter: ExportFilter, place: ExportPlace): readonly Row[] {
  const by = Object.fromEntries(Object.entries(filter).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
  const named = filter['sort'] ?? rule.opens;
  const order = typeof named === 'string' && Object.hasOwn(rule.orders, named) ? rule.orders[named] : undefined;
  const left = narrowed(rule, rows, by, place).toSorted(rule.listed);
  const inOrder = order === undefined ? left : left.toSorted(order);
  const most = rule.first === undefined ? undefined : filter[rule.first];
  return typeof most === 'number' ? inOrder.slice(0, most) : inOrder;
}
