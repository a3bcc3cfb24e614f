/**
 * Header of an answer that is without rows which the platform holds and may not serve: their names, as `encodeLeftOut` writes them (G-14). Not among the shared headers, since neither the service
 * worker nor the first figures ask for it. A client that does not know it sees the others alone.
 */
export const leftOutHeader = 'X-Left-Out';

/** So many are named; of the others it is told that there are more. */
const mostNamed = 50;
/** An id or name, or a row's place where it has none that reads like one. */
const plain = /^[\w:. -]{1,90}$/;

/** Names for the header, each at most 90 characters of one line. */
export function encodeLeftOut(names: readonly string[]): string {
  const told = names.slice(0, mostNamed);
  return [...told, ...(names.length > told.length ? [`${names.length - told.length} more`] : [])].join(', ');
}

/** The names that an answer's header tells; none where there is no such header, and nothing that does not read like a name. */
export function decodeLeftOut(header: string | null): readonly string[] {
  return header === null ? [] : header.split(', ', mostNamed + 1).filter((name) => plain.test(name));
}
