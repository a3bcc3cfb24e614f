/**
 * The RFC 8785 form of a JSON value: members in UTF-16 code unit order, numbers and strings as ECMAScript writes them. For parsed JSON of
 * limited depth only (FINDINGS). Flat shapes signed by the thousand write their members in order themselves (manifest.ts); this is for
 * nested records.
 * @throws RangeError for non-finite numbers, TypeError for other values outside JSON
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('JSON holds only finite numbers');
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    members.sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
  }
  const text = JSON.stringify(value) as string | undefined; // undefined for non-JSON values (functions, symbols)
  if (text === undefined) throw new TypeError('not a JSON value');
  return text;
}
