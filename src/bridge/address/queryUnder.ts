import { queryOf } from '../../domain/screens/address.ts';
import { screenAt } from '../../domain/places.ts';
import { openedBy, readAddress, underneath } from '../../domain/screens/readAddress.ts';

/** The query of a path, with open over its screen only what is open in the second query. */
export function queryUnder(path: string, query: string, open: string): string {
  const id = screenAt(path);
  if (id === null) return query;
  const [address, kept] = [query, open].map((text) => readAddress(id, new URLSearchParams(text)));
  if (address === undefined || kept === undefined || openedBy(id, address).length === 0) return query;
  const names = openedBy(id, kept);
  return queryOf(id, { ...underneath(id, address), ...Object.fromEntries(Object.entries(kept).filter(([name]) => names.includes(name))) });
}
