/**
 * How column values are parsed, the same on both drivers: instants as ISO strings in UTC, whole and decimal numbers as numbers, bytes as
 * Uint8Array. None of our values exceeds 2^53 or the precision of a double.
 */
export const typeParsers: Readonly<Record<number, (text: string) => unknown>> = {
  20: Number, // int8
  1700: Number, // numeric
  1082: (text) => text, // date stays a day, not an instant
  1184: (text) => isoOf(text), // timestamptz
  1114: (text) => isoOf(`${text}+00`), // timestamp: ours are UTC
  17: (text) => new Uint8Array(Buffer.from(text.slice(2), 'hex')), // bytea, in its hex form
};

/**
 * Converts PostgreSQL's '2026-11-21 08:58:41.346+00' to ISO. A value that JavaScript cannot represent (`infinity`, years BC or of five
 * digits) stays as it is: its row fails validation and the other rows are still read (G-14).
 */
function isoOf(text: string): string {
  const at = new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'));
  return Number.isNaN(at.getTime()) ? text : at.toISOString();
}

const [firstMs, lastMs] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')];

/**
 * True if the database accepts this moment (epoch milliseconds) as ISO 8601 text: years 1 to 9999. Check values from requests first,
 * since the database would fail.
 */
export function isHeld(ms: number): boolean {
  return ms >= firstMs && ms <= lastMs;
}
