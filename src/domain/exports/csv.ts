import type { ExportColumn, ExportValue } from './sheet.ts';

/**
 * Text that a spreadsheet would run as a formula or command: it starts with one of these characters, their full-width forms, or a control
 * character that an import strips first (OWASP, CSV injection). Numbers are formatted here and cannot be one.
 */
const opensFormula = /^[\s\p{Cc}\u{FEFF}]*[=+\-@\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}]|^[\t\r\n]/u;
/**
 * Spreadsheets set to `;` or tab as separator (common in Europe) would start a cell in the middle of ours, ignoring our quotes since they
 * are not at the start of that cell. Matches a formula there, also after characters the import strips, and after its quotes.
 */
const opensInside = /([;\t\r\n])(?=(?:(?![;\t\r\n])[\s\p{Cc}\u{FEFF}"'])*[=+\-@\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}])/gu;
const mustQuote = /[",;\t\r\n]|^\s|\s$/;

/** One cell. A formula is disarmed by a leading apostrophe, which spreadsheets hide; JSON exports do not have it. */
function cellOf(value: ExportValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  if (typeof value === 'boolean') return String(value);
  const inside = value.replace(opensInside, "$1'");
  const safe = opensFormula.test(value) ? `'${inside}` : inside;
  return mustQuote.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Rows as CSV (RFC 4180): a header, CRLF after every record including the last, quotes where needed. Starts with a byte order mark,
 * without which Excel misreads UTF-8.
 */
export function csvOf<Row>(columns: readonly ExportColumn<Row>[], rows: readonly Row[]): string {
  const lines = [columns.map(({ header }) => cellOf(header)), ...rows.map((row) => columns.map(({ value }) => cellOf(value(row))))];
  return `\u{FEFF}${lines.map((cells) => `${cells.join(',')}\r\n`).join('')}`;
}

/** Rows as JSON: one object per row, members named and ordered by the columns. Nothing is disarmed, since nothing executes it. */
export function jsonOf<Row>(columns: readonly ExportColumn<Row>[], rows: readonly Row[]): string {
  const objects = rows.map((row) => Object.fromEntries(columns.map(({ id, value }) => [id, finiteOrNull(value(row))])));
  return objects.length === 0 ? '[]\n' : `[\n${objects.map((object) => `  ${JSON.stringify(object)}`).join(',\n')}\n]\n`;
}

const finiteOrNull = (value: ExportValue): ExportValue => (typeof value === 'number' && !Number.isFinite(value) ? null : value);
