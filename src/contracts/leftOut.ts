/**
 * Header of an answer from which the platform omitted rows it may not serve: their names, as written by `encodeLeftOut` (G-14). Not among
 * the shared headers, because neither the service worker nor the first page reads it. Clients that do not know it just see the other
 * rows.
 */
export const leftOutHeader = 'X-Left-Out';

/** Maximum number of names in the header; further rows are only counted. */
const maxNamed = 50;
/** An id or name, or a row's position if it has no such name. */
const plain = /^[\w:. -]{1,90}$/;

/** Encodes names for the header; each is one line of at most 90 characters. */
export function encodeLeftOut(names: readonly string[]): string {
  const told = names.slice(0, maxNamed);
  return [...told, ...(names.length > told.length ? [`${names.length - told.length} more`] : [])].join(', ');
}

/** Decodes the header's names; empty without the header. Entries that do not look like names are dropped. */
export function decodeLeftOut(header: string | null): readonly string[] {
  return header === null ? [] : header.split(', ', maxNamed + 1).filter((name) => plain.test(name));
}
