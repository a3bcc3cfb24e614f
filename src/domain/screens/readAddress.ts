import { type AddressOf, queryOf } from './address.ts';
import type { Param } from './addressParam.ts';
import { rowsOf } from './screenParams.ts';
import type { ScreenId } from './screens.ts';

/** The parameters of an address: `URLSearchParams`, or another object that finds them by name. */
export interface Named {
  get(name: string): string | null;
}

/** Characters that are read of a text; nobody types more into a search field. */
const maxText = 200;
/** Characters that a word may have: as many as a link (contracts/links.ts, whose value the first page would have to hand out). */
const maxWord = 2048;

/** Reads one value; never throws, since the text may be typed by anyone. */
function read(raw: string, { is, words, usual }: Param<unknown>): unknown {
  if (words !== undefined) return words.split(' ').includes(raw) ? raw : usual;
  switch (is) {
    case 'text':
      return raw.slice(0, maxText);
    case 'id':
      return /^[A-Za-z0-9][\w.:-]{0,127}$/.test(raw) ? raw : usual;
    case 'page':
      return /^[1-9]\d{0,4}$/.test(raw) ? Number(raw) : usual;
    default:
      // No link of this console names more, and nobody could read it on a screen.
      return raw.length > maxWord ? usual : raw;
  }
}

/** Reads an address. Unknown parameters and values are ignored, so an old link still opens its screen. */
export function readAddress<Id extends ScreenId>(id: Id, named: Named): AddressOf<Id> {
  return Object.fromEntries(
    rowsOf(id).map(([name, param]) => {
      const { as = name, was = [], usual } = param;
      const raw = [as, ...was].map((each) => named.get(each)).find((each) => each !== null);
      return [name, raw === undefined || raw === null || raw === '' ? usual : read(raw, param)];
    }),
  ) as AddressOf<Id>; // one value for each row of the table
}

/** What is open over a screen in its address: the parameters that a Back takes away. */
export function openedBy<Id extends ScreenId>(id: Id, address: Partial<AddressOf<Id>>): readonly string[] {
  const values = address as Readonly<Record<string, unknown>>;
  return rowsOf(id).flatMap(([name, { push }]) => (push === true && (values[name] ?? null) !== null ? name : []));
}

function without<Id extends ScreenId>(address: AddressOf<Id>, names: readonly string[]): AddressOf<Id> {
  return Object.fromEntries(Object.entries(address).filter(([name]) => !names.includes(name))) as AddressOf<Id>; // what is left out is not said
}

/** The same address with nothing open over the screen. */
export const underneath = <Id extends ScreenId>(id: Id, address: AddressOf<Id>): AddressOf<Id> => without(address, openedBy(id, address));

/** The query of a saved view: the filters, without what is open over the screen and what is no filter. */
export function filterQuery<Id extends ScreenId>(id: Id, named: Named): string {
  const passing = rowsOf(id).flatMap(([name, { push, passing: passes }]) => ((push ?? passes) === true ? name : []));
  return queryOf(id, without(readAddress(id, named), passing));
}
