import type { Param } from './addressParam.ts';
import { at, type Href } from './link.ts';
import { rowsOf, type screenParams } from './screenParams.ts';
import { type ScreenId, screens } from './screens.ts';

type Rows = typeof screenParams;
/** What a screen's address says, by the names of the table. */
export type AddressOf<Id extends ScreenId> = Id extends keyof Rows
  ? { readonly [Name in keyof Rows[Id]]: Rows[Id][Name] extends Param<infer Value> ? Value : never }
  : Readonly<Record<string, never>>;

/** The query of a screen's address without question mark. What an address says by default is left out. */
export function queryOf<Id extends ScreenId>(id: Id, address: Partial<AddressOf<Id>>): string {
  return rowsOf(id)
    .flatMap(([name, { usual, as = name }]) => {
      const value = (address as Readonly<Record<string, unknown>>)[name] ?? usual;
      // As forms write it, the way URLSearchParams does.
      return value === usual || value === '' ? [] : `${as}=${encodeURIComponent(String(value).toWellFormed()).replaceAll('%20', '+')}`;
    })
    .join('&');
}

/** The link to a screen with what it shows: links of the console, activities, notifications and e-mails are all written by it. */
export function href<Id extends ScreenId>(id: Id, address: Partial<AddressOf<Id>> = {}): Href {
  return at(screens[id].path, queryOf(id, address));
}
