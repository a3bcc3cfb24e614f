import type { ExportColumn, ExportValue } from './sheet.ts';

/**
 * What a spreadsheet would read as a formula, or as a command to another program: text that begins with one of these, their full-width
 * forms, or a control character that an import strips before it looks (OWASP, CSV injection). Numbers are written by us and cannot be one.
 */
const opensFormula = /^[\s\p{Cc}\u{FEFF}]*[=+\-@\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}]|^[\t\r\n]/u;
/**
 * Where a spreadsheet that takes `;` or tab for the separator, as those of half of Europe do, would begin a cell with a formula in the middle of ours: our quotes are none to it, since they do
 * not stand at the beginning of what it takes for the cell. What it strips may stand in between, and its own quotes.
 */
const opensInside = /([;\t\r\n])(?=(?:(?![;\t\r\n])[\s\p{Cc}\u{FEFF}"'])*[=+\-@\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}])/gu;
const mustQuote = /[",;\t\r\n]|^\s|\s$/;

/** One cell: a formula is disarmed by an apostrophe before it, which spreadsheets hide and JSON exports do not have. */
function cellOf(value: ExportValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  if (typeof value === 'boolean') return String(value);
  const inside = value.replace(opensInside, "$1'");
  const safe = opensFormula.test(value) ? `'${inside}` : inside;
  return mustQuote.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Rows as CSV (RFC 4180): a head, CRLF after every record the last included, quotes where they are needed. Begins with a byte order mark, without
 * which Excel reads UTF-8 as something else.
 */
export function csvOf<Row>(columns: readonly ExportColumn<Row>[], rows: readonly Row[]): string {
  const lines = [columns.map(({ header }) => cellOf(header)), ...rows.map((row) => columns.map(({ value }) => cellOf(value(row))))];
  return `\u{FEFF}${lines.map((cells) => `${cells.join(',')}\r\n`).join('')}`;
}

/** Rows as JSON: one object a row, members by the columns' names, in their order; nothing is disarmed, since nothing runs it. */
export function jsonOf<Row>(columns: readonly ExportColumn<Row>[], rows: readonly Row[]): string {
  const objects = rows.map((row) => Object.fromEntries(columns.map(({ id, value }) => [id, finiteOrNull(value(row))])));
  return objects.length === 0 ? '[]\n' : `[\n${objects.map((object) => `  ${JSON.stringify(object)}`).join(',\n')}\n]\n`;
}

const finiteOrNull = (value: ExportValue): ExportValue => (typeof value === 'number' && !Number.isFinite(value) ? null : value);
