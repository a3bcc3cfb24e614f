import { type Described, strayLinks } from '../../contracts/strayLinks.ts';
import { z } from '../../contracts/zod.ts';
import type { UnknownValue } from '../cameDamaged.ts';

/** A row of an answer that is not used, and why. */
export interface LeftOutRow {
  /** What it is called: its own id where it has one that reads like one, else its place in its list. */
  readonly row: string;
  /** Members that are not what they should be, with the code of what is wrong of each: `link link`, `status invalid_value`. Never a value. */
  readonly faults: readonly string[];
  /** Where all that is wrong is that values are not known here: the row has its shape. Else absent. */
  readonly unknown?: readonly UnknownValue[];
}

/** What can be used of an answer. */
export interface UsablePart {
  readonly value: unknown;
  readonly leftOut: readonly LeftOutRow[];
}

/** One thing that is wrong in an answer. */
interface Fault {
  readonly path: readonly (string | number)[];
  readonly code: string;
}

/**
 * What can be used of an answer of which some rows are not what they should be (G-14, T-9): one broken row must not take a whole list along. Left out are rows of a list that stands directly in the
 * answer, or lines of a list within such a row, and never a part of what is one figure: a sum without one of its currencies says what is not so. Null where something else is wrong, or where nothing is left of a list of which a row has not its shape: it is
 * another answer, and none of it is used.
 * @param links whether a link that may not be drawn as one is a fault: for who serves it, not for who draws it as text
 */
export function usablePart(schema: z.core.$ZodType, value: unknown, { links }: { readonly links: boolean }): UsablePart | null {
  const read = z.safeParse(schema, value);
  const stray = links ? strayLinks(schema, value).map((path): Fault => ({ path, code: 'link' })) : [];
  if (read.success && stray.length === 0) return { value: read.data, leftOut: [] };
  const wrong = (read.error?.issues ?? []).map(
    ({ path, code }): Fault => ({ path: path.filter((part) => typeof part !== 'symbol'), code }),
  );
  const rows = new Map<string, Fault[]>();
  for (const fault of [...wrong, ...stray]) {
    const row = rowOf(schema, value, fault.path);
    if (row === null) return null;
    const key = JSON.stringify(row);
    rows.set(key, [...(rows.get(key) ?? []), { ...fault, path: fault.path.slice(row.length) }]);
  }
  const rest = without(value, new Set(rows.keys()), []);
  const leftOut = [...rows].map(([key, faults]) => told(value, JSON.parse(key) as Fault['path'], faults)); // written above
  if (isEmptied(value, rest) && leftOut.some(({ unknown }) => unknown === undefined)) return null;
  const again = z.safeParse(schema, rest);
  return again.success ? { value: again.data, leftOut } : null;
}

const at = (value: unknown, path: Fault['path']): unknown =>
  path.reduce<unknown>(
    (held, part) => (typeof held === 'object' && held !== null ? (held as Readonly<Record<string, unknown>>)[part] : undefined),
    value,
  ); // an object or an array

/** The innermost row that a fault lies in: `[list, place]`, or a line of a list within that. Null where it lies in none. */
function rowOf(schema: Described, value: unknown, path: Fault['path']): Fault['path'] | null {
  const [list, place] = path;
  if (typeof list !== 'string' || typeof place !== 'number') return null;
  for (let end = path.length - 1; end > 2; end -= 1) {
    const line = path.slice(0, end);
    const held = at(value, line);
    if (typeof line.at(-1) === 'number' && typeof held === 'object' && held !== null && isRow(schema, line)) return line;
  }
  return isRow(schema, path.slice(0, 2)) ? path.slice(0, 2) : null;
}

/** What an item is something of its own by: its id or name, what it is the figure of, or its moment. What has none of them in its schema is a part of its list: one currency of a sum, one day of a rate, a point. */
const ownMember = /^(?:id|name|kid|of|state|metric|at)$|_id$|Id$/;

/** Whether what stands there, by its schema, is a row or one value, and no part of what is one figure. */
function isRow(schema: Described, path: Fault['path']): boolean {
  const item = path.reduce<Described | undefined>((held, part) => {
    const { element, shape } = bare(held)?._zod.def ?? {};
    return typeof part === 'number' ? element : shape?.[part];
  }, schema);
  const { shape, type } = bare(item)?._zod.def ?? {};
  return shape === undefined ? type !== 'tuple' : Object.keys(shape).some((name) => ownMember.test(name));
}

/** What a member is once it is there. */
function bare(schema: Described | undefined): Described | undefined {
  const inner = schema?._zod.def.innerType;
  return inner === undefined ? schema : bare(inner);
}

function without(value: unknown, gone: ReadonlySet<string>, here: Fault['path']): unknown {
  const isOn = [...gone].some((key) => key.startsWith(JSON.stringify(here).slice(0, -1)));
  if (!isOn || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value))
    return value.flatMap((one, place) => (gone.has(JSON.stringify([...here, place])) ? [] : [without(one, gone, [...here, place])]));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, without(one, gone, [...here, name])]));
}

/** Whether nothing is left of a list that stands directly in the answer. */
function isEmptied(value: unknown, rest: unknown): boolean {
  return Object.entries(Object(value) as Readonly<Record<string, unknown>>).some(([name, list]) => {
    const left = at(rest, [name]);
    return Array.isArray(list) && list.length > 0 && Array.isArray(left) && left.length === 0;
  });
}

const mostRaw = 120;

function told(value: unknown, path: Fault['path'], faults: readonly Fault[]): LeftOutRow {
  const row = at(value, path);
  const list = path.filter((part) => typeof part === 'string').at(-1) ?? '';
  const raws = faults.map(({ path: member, code }) => ({
    member: member.join('.'),
    raw: code === 'invalid_value' ? at(row, member) : undefined,
  }));
  const unknown = raws.flatMap(({ member, raw }) => (typeof raw === 'string' ? [{ member, raw: raw.slice(0, mostRaw) }] : []));
  return {
    row: nameOf(row, `row ${Number(path.at(-1)) + 1} of ${list}`),
    faults: faults.map(({ path: member, code }) => `${member.join('.')} ${code}`),
    ...(unknown.length === faults.length && { unknown }),
  };
}

/** An id or name is short and of one line; whatever else stands there is not shown as one. */
const plainName = /^[\w:.-]{1,64}$/;

/** A row's own id: the first member that is called so, if it reads like one. Those after it are of what the row is about, and whose act it was names no row: a line of the record is called by its place. */
export function nameOf(row: unknown, otherwise: string): string {
  const named = Object.entries(Object(row) as Readonly<Record<string, unknown>>).find(
    ([key, value]) => /^(?:id|name|kid)$|_id$|Id$/.test(key) && !/^(?:by|actor|correlation)Id$/.test(key) && typeof value === 'string',
  );
  return typeof named?.[1] === 'string' && plainName.test(named[1]) ? named[1] : otherwise;
}
