import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeKey, makePack } from '../../tests/builders/evidencePack.ts';
import { type EvidenceManifest, evidenceManifestSchema } from '../contracts/evidence.ts';
import { MAX_MANIFEST_BYTES } from './parse.ts';
import { plainManifest } from './plainManifest.ts';
import { parseStrictJson } from './strictJson.ts';
import { processorTime } from '../../tests/builders/processorTime.ts';

const limits = { maxLength: MAX_MANIFEST_BYTES, maxDepth: 16 };
const pack = makePack(makeKey('k'));
const text = JSON.stringify(pack);
const short = (input: string): EvidenceManifest | null => plainManifest(input, limits);
/** The general path's result; null if it refuses. */
const long = (input: string): unknown => {
  const json = parseStrictJson(input, limits);
  if (!json.ok) return null;
  const shape = evidenceManifestSchema.safeParse(json.value);
  return shape.success ? shape.data : null;
};

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '"', '\\', '"files":[', '],"files":[', '\n', '\u2028', '\ud800'),
);
const manifest = fc.record({
  packId: fc.constantFrom('EP-0001', '","files":[', '\\"files":['),
  files: fc.array(
    fc.record({ name: anyText, size: fc.maxSafeNat(), hash: anyText, url: anyText }, { requiredKeys: ['name', 'size', 'hash'] }),
    { minLength: 1, maxLength: 4 },
  ),
});

describe('the short way to a manifest', () => {
  it('reads what the platform writes, with links and without, first member or last', { tags: ['D-7'] }, () => {
    const bare = { ...pack, files: pack.files.map(({ name, size, hash }) => ({ name, size, hash })) };
    const { files, ...rest } = pack;
    for (const given of [pack, bare, { files, ...rest }, { ...rest, files }]) expect(short(JSON.stringify(given))).toEqual(given);
    expect(Object.keys(short(JSON.stringify(bare))?.files[0] ?? {})).toEqual(['name', 'size', 'hash']);
  });

  it('leaves other spellings to the long way, which reads them', { tags: ['D-7'] }, () => {
    for (const other of [
      JSON.stringify(pack, null, 1),
      text.replace('"name"', '"n\\u0061me"'),
      text.replace(/"size":(\d+)/, '"size":$1.0'),
    ]) {
      expect(short(other)).toBeNull();
      expect(long(other)).toEqual(pack);
    }
  });

  it('takes no text that the long way refuses, and never reads another value, whatever the texts in it are', { tags: ['D-7'] }, () => {
    fc.assert(
      fc.property(manifest, (given) => {
        const written = JSON.stringify({ ...pack, ...given });
        const read = short(written);
        if (read !== null) expect(read).toEqual(long(written));
      }),
      { numRuns: 1_000 },
    );
  });

  it('takes no text that the long way refuses, whatever was cut out of it or put into it', { tags: ['D-7'] }, () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '"files":[',
        ']',
        '[',
        '{',
        '}',
        ',',
        '"',
        '\\',
        '"files":[],',
        '{"files":[',
        '"size":1,',
        ' ',
        '0',
        '-',
        'e5',
        '{"x":',
      ),
      fc.tuple(fc.nat({ max: text.length }), fc.nat({ max: 300 })).map(([from, length]) => text.slice(from, from + length)),
    );
    const edit = fc.tuple(fc.nat({ max: text.length }), fc.nat({ max: 60 }), piece);
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 3 }), (edits) => {
        const edited = edits.reduce((now, [at, cut, put]) => now.slice(0, at) + put + now.slice(at + cut), text);
        const read = short(edited);
        if (read !== null) expect(read).toEqual(long(edited));
      }),
      { numRuns: 5_000 },
    );
  });

  it.each([
    ['a second list', text.replace('{', '{"files":[],')],
    ['a second list after the first', text.replace(/\}$/, ',"files":[]}')],
    ['a list of something else', text.replace('{', `{"x":{${/"files":\[.*?\]/.exec(text)?.[0]}},`)],
    ['a size beyond 2^53', text.replace(/"size":\d+/, '"size":9007199254740993')],
    ['a doubled member inside a file', text.replace('{"name"', '{"size":1,"name"')],
    ['a doubled member around the list', text.replace('{', '{"packId":"EP-0001",')],
    ['a member too many', text.replace('{', '{"extra":1,')],
    ['two documents', text + text],
  ])('does not take %s', { tags: ['D-7'] }, (_, input) => {
    expect(input).not.toBe(text);
    expect(short(input)).toBeNull();
  });

  it('gives a text without an end back in time', { tags: ['D-7'] }, () => {
    const started = processorTime();
    const many = 'a'.repeat(15_000_000);
    for (const begun of [
      '{"files":[{"name":"',
      '{"files":[{"name":"a","size":1,"hash":"',
      '{"files":[{"name":"a","size":1,"hash":"b","url":"',
    ]) {
      expect(short(begun + many)).toBeNull();
      expect(short(`${begun}${many}"`)).toBeNull();
    }
    expect(short(`${text.slice(0, -1)}${' '.repeat(15_000_000)}}`)).toBeNull();
    // Less than a second on an idle core; a backtracking implementation takes hours.
    expect(processorTime() - started).toBeLessThan(20_000);
  });
});
