import { type Described, strayLinks } from '../../contracts/strayLinks.ts';
import { z } from '../../contracts/zod.ts';
import type { UnknownValue } from '../freshness/cameDamaged.ts';

/** A row of an answer that is not used, and why. */
export interface LeftOutRow {
  /** Its own id if it looks like one, else its position in the list. */
  readonly row: string;
  /** Invalid members, each with the code of its fault: `link link`, `status invalid_value`. Never a value. */
  readonly faults: readonly string[];
  /** Set if the only faults are unknown enum values: the row has its shape. Else absent. */
  readonly unknown?: readonly UnknownValue[];
}

/** The usable part of an answer. */
export interface UsablePart {
  readonly value: unknown;
  readonly leftOut: readonly LeftOutRow[];
}

/** One fault in an answer. */
interface Fault {
  readonly path: readonly (string | number)[];
  readonly code: string;
}

/**
 * The usable part of an answer with some invalid rows (G-14, T-9), so that one broken row does not discard a whole list. Drops rows of a
 * top-level list, or lines of a list within such a row, but never part of one figure: a sum without one of its currencies would be false.
 * Null if anything else is wrong, or if a list becomes empty and a dropped row lacked its shape: then it is a different answer.
 * @param links whether a link that must not be drawn as one is a fault: true for the server, false for the console, which draws it as
 * text
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
  const leftOut = [...rows].map(([key, faults]) => told(value, JSON.parse(key) as Fault['path'], faults)); // serialised above
  if (isEmptied(value, rest) && leftOut.some(({ unknown }) => unknown === undefined)) return null;
  const again = z.safeParse(schema, rest);
  return again.success ? { value: again.data, leftOut } : null;
}

const at = (value: unknown, path: Fault['path']): unknown =>
  path.reduce<unknown>(
    (held, part) => (typeof held === 'object' && held !== null ? (held as Readonly<Record<string, unknown>>)[part] : undefined),
    value,
  ); // an object or an array

/** Path of the innermost row that contains the fault: `[list, index]`, or a line of a list within it. Null if it is in none. */
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

/**
 * Members that make an item an entity of its own: id or name, what it is the figure of, or its time. An item without any of them in its
 * schema is part of its list: one currency of a sum, one day of a rate, a point.
 */
const ownMember = /^(?:id|name|kid|of|state|metric|at)$|_id$|Id$/;

/** True if the schema at this path describes a row or a single value, not part of one figure. */
function isRow(schema: Described, path: Fault['path']): boolean {
  const item = path.reduce<Described | undefined>((held, part) => {
    const { element, shape } = bare(held)?._zod.def ?? {};
    return typeof part === 'number' ? element : shape?.[part];
  }, schema);
  const { shape, type } = bare(item)?._zod.def ?? {};
  return shape === undefined ? type !== 'tuple' : Object.keys(shape).some((name) => ownMember.test(name));
}

/** The schema without optional and nullable wrappers. */
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

/** True if a top-level list has become empty. */
function isEmptied(value: unknown, rest: unknown): boolean {
  return Object.entries(Object(value) as Readonly<Record<string, unknown>>).some(([name, list]) => {
    const left = at(rest, [name]);
    return Array.isArray(list) && list.length > 0 && Array.isArray(left) && left.length === 0;
  });
}

const maxRaw = 120;

function told(value: unknown, path: Fault['path'], faults: readonly Fault[]): LeftOutRow {
  const row = at(value, path);
  const list = path.filter((part) => typeof part === 'string').at(-1) ?? '';
  const raws = faults.map(({ path: member, code }) => ({
    member: member.join('.'),
    raw: code === 'invalid_value' ? at(row, member) : undefined,
  }));
  const unknown = raws.flatMap(({ member, raw }) => (typeof raw === 'string' ? [{ member, raw: raw.slice(0, maxRaw) }] : []));
  return {
    row: nameOf(row, `row ${Number(path.at(-1)) + 1} of ${list}`),
    faults: faults.map(({ path: member, code }) => `${member.join('.')} ${code}`),
    ...(unknown.length === faults.length && { unknown }),
  };
}

/** An id or name is short and on one line; other text is not shown as one. */
const plainName = /^[\w:.-]{1,64}$/;

/**
 * A row's own id: its first id or name member, if it looks like one. Later ids belong to what the row is about; ids of the actor do not
 * name a row, so a line of the record is called by its position.
 */
export function nameOf(row: unknown, otherwise: string): string {
  const named = Object.entries(Object(row) as Readonly<Record<string, unknown>>).find(
    ([key, value]) => /^(?:id|name|kid)$|_id$|Id$/.test(key) && !/^(?:by|actor|correlation)Id$/.test(key) && typeof value === 'string',
  );
  return typeof named?.[1] === 'string' && plainName.test(named[1]) ? named[1] : otherwise;
}
