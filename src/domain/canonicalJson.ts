/**
 * The RFC 8785 form of a JSON value: members in the order of their UTF-16 code units, numbers and texts as ECMAScript writes
 * them. For parsed JSON of limited depth only (FINDINGS): a value that JSON cannot hold is a mistake of the caller. Flat shapes that are signed by
 * the thousand write their members in order themselves (manifest.ts); this is for records with parts of their own.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('JSON holds only finite numbers');
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    members.sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
  }
  const text = JSON.stringify(value) as string | undefined; // undefined for what is no JSON (functions, symbols)
  if (text === undefined) throw new TypeError('not a JSON value');
  return text;
}
