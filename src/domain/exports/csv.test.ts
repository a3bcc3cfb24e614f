import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvOf, jsonOf } from './csv.ts';
import { column, type ExportValue } from './sheet.ts';

interface Pair {
  readonly a: ExportValue;
  readonly b: ExportValue;
}
const columns = [column<Pair>('a', 'First, of two', ({ a }) => a), column<Pair>('b', 'Second', ({ b }) => b)];

/** A strict RFC 4180 reader: CRLF after every record, quotes only around whole fields. */
function readCsv(text: string): readonly (readonly string[])[] {
  const body = text.startsWith('\u{FEFF}') ? text.slice(1) : text;
  const records: string[][] = [];
  let at = 0;
  while (at < body.length) {
    const record: string[] = [];
    for (;;) {
      let field = '';
      if (body[at] === '"') {
        for (at += 1; ; at += 1) {
          if (at >= body.length) throw new Error('an open quote');
          if (body[at] !== '"') field += body[at];
          else if (body[at + 1] === '"') {
            field += '"';
            at += 1;
          } else break;
        }
        at += 1;
      } else {
        while (at < body.length && !',\r\n"'.includes(body.charAt(at))) {
          field += body[at];
          at += 1;
        }
      }
      record.push(field);
      if (body[at] !== ',') break;
      at += 1;
    }
    if (body.slice(at, at + 2) !== '\r\n') throw new Error(`no end of a record at ${at}: ${JSON.stringify(body.slice(at, at + 8))}`);
    at += 2;
    records.push(record);
  }
  return records;
}

/** The text read, without the apostrophes that were added before formulas. */
function withoutAdded(read: string, written: string): string {
  let kept = '';
  for (const sign of read)
    if (written.startsWith(sign, kept.length)) kept += sign;
    else if (sign !== "'") return read;
  return kept;
}

/**
 * The cells that a spreadsheet reads with another separator: a quote counts only at the start of a cell, and text after the closing quote
 * belongs to the cell.
 */
function readLoosely(text: string, separator: ';' | '\t'): readonly string[] {
  const body = text.startsWith('\u{FEFF}') ? text.slice(1) : text;
  const cells: string[] = [];
  let [cell, quoted] = ['', false];
  for (let at = 0; at < body.length; at += 1) {
    const sign = body.charAt(at);
    if (quoted && sign === '"' && body[at + 1] === '"') at += 1;
    else if (sign === '"' && (quoted || cell === '')) {
      quoted = !quoted;
      continue;
    } else if (!quoted && (sign === separator || sign === '\r' || sign === '\n')) {
      cells.push(cell);
      cell = '';
      continue;
    }
    cell += sign;
  }
  return [...cells, cell];
}

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc
    .constantFrom(
      '=',
      '+',
      '-',
      '@',
      '\t=',
      '\r\n',
      '"',
      ',',
      '", =cmd()',
      '＝1',
      ' =1',
      '\u{FEFF}=1',
      '\u0000=1',
      ';=1',
      'a;=1',
      'a\t@1',
      ';"=1',
      '";";=1',
      'a; \u0000+1',
      'x\n-1',
    )
    .chain((start) => fc.string({ maxLength: 10 }).map((rest) => start + rest)),
);
const value: fc.Arbitrary<ExportValue> = fc.oneof(hostile, fc.double(), fc.boolean(), fc.constant(null));

describe('CSV', () => {
  it('is RFC 4180: what was written is what is read, whatever the texts hold', { tags: ['D-28'] }, () => {
    fc.assert(
      fc.property(fc.array(fc.record({ a: value, b: value }), { maxLength: 8 }), (rows) => {
        const [head, ...records] = readCsv(csvOf(columns, rows));
        expect(head).toEqual(['First, of two', 'Second']);
        expect(records).toHaveLength(rows.length);
        for (const [place, row] of rows.entries())
          for (const [cell, name] of (['a', 'b'] as const).entries()) {
            const read = records[place]?.[cell] ?? '';
            const written = row[name];
            // Nothing is lost: the only additions are apostrophes where some reader would see a formula.
            if (typeof written === 'string') expect(withoutAdded(read, written)).toBe(written);
            else if (written === null || (typeof written === 'number' && !Number.isFinite(written))) expect(read).toBe('');
            else expect(read).toBe(String(written));
          }
      }),
      { numRuns: 500 },
    );
  });

  it('has no text that a spreadsheet would run as a formula', { tags: ['D-28', 'A-12'] }, () => {
    fc.assert(
      fc.property(fc.array(fc.record({ a: hostile, b: hostile }), { minLength: 1, maxLength: 6 }), (rows) => {
        const [, ...records] = readCsv(csvOf(columns, rows));
        // Characters an import strips first: blanks, control characters, a byte order mark.
        for (const cell of records.flat()) expect(cell.replace(/^[\s\p{Cc}\u{FEFF}]+/u, '')).not.toMatch(/^[=+\-@＝＋－＠]/u);
      }),
      { numRuns: 500 },
    );
    expect(csvOf(columns, [{ a: '=HYPERLINK("http://evil")', b: '+254700000000' }])).toContain(
      `"'=HYPERLINK(""http://evil"")",'+254700000000\r\n`,
    );
  });

  it('nor where it takes `;` or tab for the separator, and our quotes for signs like others', { tags: ['G-15', 'A-12'] }, () => {
    fc.assert(
      fc.property(fc.array(fc.record({ a: hostile, b: hostile }), { minLength: 1, maxLength: 6 }), (rows) => {
        for (const separator of [';', '\t'] as const)
          for (const cell of readLoosely(csvOf(columns, rows), separator))
            expect(cell.replace(/^[\s\p{Cc}\u{FEFF}]+/u, '')).not.toMatch(/^[=+\-@＝＋－＠]/u);
      }),
      { numRuns: 1000 },
    );
    expect(csvOf(columns, [{ a: 'Kibera;=cmd|x', b: 'a\tb' }])).toBe(`\u{FEFF}"First, of two",Second\r\n"Kibera;'=cmd|x","a\tb"\r\n`);
    // One line, and -5 is a number: it starts no cell for the other separator and is not disarmed.
    expect(csvOf(columns, [{ a: -5, b: '-5' }])).toBe(`\u{FEFF}"First, of two",Second\r\n-5,'-5\r\n`);
  });

  it('leaves numbers numbers, negative ones too, and plain texts alone', { tags: ['D-28'] }, () => {
    expect(csvOf(columns, [{ a: -12.5, b: 'Kibera Girls’ School' }])).toBe(
      '\u{FEFF}"First, of two",Second\r\n-12.5,Kibera Girls’ School\r\n',
    );
  });
});

describe('JSON', () => {
  it('has every value as it is held, a row an object', { tags: ['D-28'] }, () => {
    fc.assert(
      fc.property(fc.array(fc.record({ a: hostile, b: fc.double({ noNaN: true, noDefaultInfinity: true }) }), { maxLength: 6 }), (rows) => {
        // JSON has no -0.
        expect(JSON.parse(jsonOf(columns, rows))).toEqual(rows.map(({ a, b }) => ({ a, b: b === 0 ? 0 : b })));
      }),
    );
  });
});
