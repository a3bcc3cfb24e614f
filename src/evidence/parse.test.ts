import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeKey, makePack } from '../../tests/builders/evidencePack.ts';
import { MAX_JWKS_BYTES, MAX_MANIFEST_BYTES, parseJwks, parseManifest } from './parse.ts';
import { MAX_FAULTS, parseStrictJson } from './strictJson.ts';
import { processorTime } from '../../tests/builders/processorTime.ts';

const pack = makePack(makeKey('k'));
const text = JSON.stringify(pack);
const codes = (input: string | Uint8Array): readonly string[] => {
  const parsed = parseManifest(input);
  return parsed.ok ? [] : parsed.faults.map(({ code }) => code);
};

describe('manifest text', () => {
  it('reads the document’s shape from text and bytes', { tags: ['C-43'] }, () => {
    expect(parseManifest(text)).toEqual({ ok: true, value: pack });
    expect(parseManifest(Buffer.from(text))).toEqual({ ok: true, value: pack });
  });

  it('lists all bad fields, not the first', { tags: ['C-43'] }, () => {
    const { wormStatus: _, ...rest } = pack;
    const parsed = parseManifest(
      JSON.stringify({ ...rest, packId: 7, files: [{ name: 'a', size: -1, hash: null }], signatureTimestamp: 'yesterday' }),
    );
    expect(!parsed.ok && parsed.faults.map(({ text: sentence }) => sentence.split(':')[0]).toSorted()).toEqual([
      'files.0.hash',
      'files.0.size',
      'packId',
      'signatureTimestamp',
      'wormStatus',
    ]);
  });

  it('takes a manifest of exactly the limit, as text and as bytes, and none of a byte more', { tags: ['M-13', 'C-43'] }, () => {
    for (const [more, parsed] of [
      [0, { ok: true, value: pack }],
      [1, { ok: false, faults: [{ code: 'too_large' }] }],
    ] as const) {
      const padded = text + ' '.repeat(MAX_MANIFEST_BYTES - Buffer.byteLength(text) + more);
      expect(parseManifest(Buffer.from(padded))).toMatchObject(parsed);
      expect(parseManifest(padded)).toMatchObject(parsed);
    }
  });

  it.each([
    ['nothing', '', 'not_json'],
    ['not JSON', '{"packId":', 'not_json'],
    ['an open string', '{"packId":"EP', 'not_json'],
    ['two documents', `${text}${text}`, 'not_json'],
    ['a byte order mark', `\uFEFF${text}`, 'not_json'],
    ['null', 'null', 'bad_field'],
    ['a list', '[]', 'bad_field'],
    ['a doubled member', text.replace('{', '{"packId":"EP-0001",'), 'duplicate_key'],
    ['a doubled member in another spelling', text.replace('{', '{"p\\u0061ckId":"EP-0001",'), 'duplicate_key'],
    ['a doubled member inside a file', text.replace('{"name"', '{"size":1,"name"'), 'duplicate_key'],
    ['nesting of 100,000', '['.repeat(100_000) + ']'.repeat(100_000), 'too_deep'],
    ['nesting never closed', '{"a":'.repeat(100_000), 'too_deep'],
    ['a number above 2^53', text.replace(/"size":\d+/, '"size":9007199254740993'), 'number_out_of_range'],
    ['a number of a million digits', text.replace(/"size":\d+/, `"size":${'9'.repeat(1_000_000)}`), 'number_out_of_range'],
    ['1e400', text.replace(/"size":\d+/, '"size":1e400'), 'number_out_of_range'],
    ['a fraction of a byte', text.replace(/"size":\d+/, '"size":1.5'), 'bad_field'],
    ['more than the limit', ' '.repeat(MAX_MANIFEST_BYTES + 1), 'too_large'],
  ])('refuses %s', { tags: ['D-7'] }, (_, input, code) => {
    expect(codes(input)[0]).toBe(code);
  });

  it('says of a word that is none of the list’s what is wrong with it, and refuses a list of files that is none', {
    tags: ['M-13', 'C-43'],
  }, () => {
    const wrong = (change: object) => {
      const parsed = parseManifest(JSON.stringify({ ...pack, ...change }));
      return parsed.ok ? [] : parsed.faults.map(({ text: sentence }) => sentence);
    };
    expect(wrong({ wormStatus: 'thawed' })).toEqual(['wormStatus: not one of the allowed values']);
    for (const files of [7, 'a.csv', { name: 'a.csv' }, null]) expect(wrong({ files })).toEqual(['files: expected array']);
  });

  it('takes the largest whole number that is sure to be exact, and none beyond it', { tags: ['M-13', 'C-43'] }, () => {
    const limits = { maxLength: 20, maxDepth: 3 };
    expect(parseStrictJson('9007199254740991', limits)).toEqual({ ok: true, value: 9_007_199_254_740_991 });
    expect(parseStrictJson('-9007199254740991', limits)).toEqual({ ok: true, value: -9_007_199_254_740_991 });
    expect(parseStrictJson('9007199254740992', limits)).toMatchObject({ ok: false, faults: [{ code: 'number_out_of_range' }] });
  });

  it('refuses bytes that are not UTF-8', { tags: ['D-7'] }, () => {
    expect(codes(Uint8Array.of(0x7b, 0xff, 0xfe, 0x7d))).toEqual(['not_text']);
    expect(codes(Uint8Array.from([0x22, 0xed, 0xa0, 0x80, 0x22]))).toEqual(['not_text']);
  });

  it('reads 10 MB of backslashes and quotes in linear time', { tags: ['D-7'] }, () => {
    const hostile = `"${'\\\\'.repeat(2_500_000)}${'\\"'.repeat(2_500_000)}"`;
    const started = processorTime();
    expect(codes(hostile)[0]).toBe('bad_field');
    // Less than a second on an idle core; a backtracking implementation takes hours.
    expect(processorTime() - started).toBeLessThan(20_000);
  });

  it.each([
    ['eight million files that are none', `{"files":[${'0,'.repeat(8_000_000)}0]}`, 'too_large'],
    ['five million empty objects', `{"files":[${'{},'.repeat(5_000_000)}{}]}`, 'too_large'],
    ['a million files without a field', `{"files":[${'{},'.repeat(900_000)}{}]}`, 'bad_field'],
    ['1,900,000 files that are numbers', `{"files":[${'0,'.repeat(1_900_000)}0]}`, 'bad_field'],
    ['half a million files without a name', `{"files":[${'{"size":1,"hash":""},'.repeat(500_000)}0]}`, 'bad_field'],
    ['300,000 files of a negative size', `{"files":[${'{"name":"","size":-1,"hash":""},'.repeat(300_000)}0]}`, 'bad_field'],
    ['a million members', `{${Array.from({ length: 1_000_000 }, (_, index) => `"k${index}":0`).join(',')}}`, 'too_large'],
    ['three million doubled members', `{${'"a":0,'.repeat(2_600_000)}"a":0}`, 'duplicate_key'],
  ])('answers %s with a bounded list, in time and without running out of anything', { tags: ['D-7'] }, (_, input, code) => {
    const started = processorTime();
    const found = codes(input);
    expect(found[0]).toBe(code);
    expect(found.length).toBeLessThanOrEqual(MAX_FAULTS);
    // A fraction of a second on an idle core, so the command's limit of twenty seconds holds on a busy machine too.
    expect(processorTime() - started).toBeLessThan(15_000);
  });

  it('a list of files that are empty is read whole, however long it is', { tags: ['M-13', 'D-7', 'C-43'] }, () => {
    const [file] = pack.files;
    const files = Array.from({ length: 2 * MAX_FAULTS }, (_, index) => ({ ...file, name: `${index}.csv`, size: 0 }));
    for (const written of [JSON.stringify({ ...pack, files }), JSON.stringify({ ...pack, files }, null, 1)])
      expect(parseManifest(written)).toEqual({ ok: true, value: { ...pack, files } });
  });

  it('a bad list stays bad however it is cut, and a long good one is read whole', { tags: ['D-7'] }, () => {
    const [file] = pack.files;
    const many = Array.from({ length: 20_000 }, (_, index) => ({ ...file, name: `${index}.csv` }));
    expect(parseManifest(JSON.stringify({ ...pack, files: many })).ok).toBe(true);
    const late = parseManifest(JSON.stringify({ ...pack, files: [...many, { ...file, size: -1 }] }));
    expect(!late.ok && late.faults.map(({ text: sentence }) => sentence)).toEqual(['files.20000.size: out of range']);
    const all = parseManifest(JSON.stringify({ ...pack, files: Array.from({ length: 5_000 }, () => ({ ...file, hash: 7 })) }));
    expect(!all.ok && all.faults).toHaveLength(MAX_FAULTS);
  });

  it('does not quote the input in its messages', () => {
    const parsed = parseManifest('{"secret":hunter2}');
    expect(!parsed.ok && JSON.stringify(parsed.faults)).not.toContain('hunter2');
  });
});

describe('strict JSON', () => {
  const limits = { maxLength: 1_000_000, maxDepth: 64 };
  it('a fraction of more digits than 2^53 has is no number beyond it', { tags: ['C-43'] }, () => {
    for (const text of ['0.12345678901234567890', '[0.00000000012345678901234567890]', '{"a":-0.99999999999999999999}'])
      expect(parseStrictJson(text, limits), text).toEqual({ ok: true, value: JSON.parse(text) });
  });

  it('names that are no JSON are refused as that, and not as one name that stands twice', { tags: ['M-13', 'D-7'] }, () => {
    for (const text of ['{"\\q":1,"\\z":2}', '{"\\q":1}'])
      expect(parseStrictJson(text, limits), text).toMatchObject({ ok: false, faults: [{ code: 'not_json' }] });
  });

  it('takes as many values as the limit says, and none more', { tags: ['M-13', 'D-7'] }, () => {
    const few = { ...limits, maxValues: 3 };
    expect(parseStrictJson('[1,2,3]', few)).toEqual({ ok: true, value: [1, 2, 3] });
    expect(parseStrictJson('[1,2,3,4]', few)).toMatchObject({ ok: false, faults: [{ code: 'too_large' }] });
  });

  it('gives what JSON.parse gives for every document without ambiguity', { tags: ['C-43'] }, () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (document) => {
        const strict = parseStrictJson(document, limits);
        if (strict.ok) expect(strict.value).toEqual(JSON.parse(document));
        else expect(strict.faults.every(({ code }) => code === 'number_out_of_range')).toBe(true);
      }),
    );
  });

  it('never throws and never accepts what JSON.parse refuses', { tags: ['C-43'] }, () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '"', '\\', ',', ':', '1', 'e', '-', ' ') })),
        (input) => {
          if (parseStrictJson(input, limits).ok) expect(() => JSON.parse(input)).not.toThrow();
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('key set text', () => {
  it('takes an object with a list of keys, and leaves the judging of each to the lint', { tags: ['C-43'] }, () => {
    expect(parseJwks('{"keys":[{"kid":"a"},7]}')).toEqual({ ok: true, value: [{ kid: 'a' }, 7] });
    for (const input of ['[]', '{}', '{"keys":{}}', 'null', '']) expect(parseJwks(input).ok).toBe(false);
  });

  it('reads bytes up to the very limit, and none beyond', { tags: ['D-7'] }, () => {
    const jwksOf = (bytes: number) => Buffer.from('{"keys":[]}'.padEnd(bytes, ' '));
    expect(parseJwks(jwksOf(MAX_JWKS_BYTES))).toEqual({ ok: true, value: [] });
    expect(parseJwks(jwksOf(MAX_JWKS_BYTES + 1))).toMatchObject({ ok: false, faults: [{ code: 'too_large' }] });
  });
});

it('finds a doubled member wherever it stands and however it is spelt, also in a document that is otherwise good', {
  tags: ['D-7'],
}, () => {
  const quotes = [...text.matchAll(/"(name|size|hash|url|packId|jwsSignature)":/g)];
  fc.assert(
    fc.property(
      fc.constantFrom(...quotes),
      fc.constantFrom('""', '1', 'null', '"a\\"b"', '{}'),
      fc.boolean(),
      fc.constantFrom('', ' ', '\n\t'),
      (found, value, escaped, space) => {
        const member = found[1] ?? '';
        const spelt = escaped ? `"\\u00${member.charCodeAt(0).toString(16)}${member.slice(1)}"` : `"${member}"`;
        const doubled = `${text.slice(0, found.index)}${spelt}${space}:${value},${text.slice(found.index)}`;
        expect(JSON.parse(doubled)).toEqual(pack); // a lenient reader accepts it
        expect(codes(doubled)).toContain('duplicate_key');
      },
    ),
  );
});
