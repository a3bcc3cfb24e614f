import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalFileList, canonicalManifestPayload, fileNameFault, MAX_FILE_NAME_LENGTH } from './manifest.ts';

const name = fc.string({ unit: 'binary', maxLength: 40 });
const file = fc.record({
  name,
  size: fc.nat({ max: Number.MAX_SAFE_INTEGER }),
  hash: fc.string(),
  url: fc.option(fc.webUrl(), { nil: undefined }),
});

describe('canonical file list', () => {
  it('is the RFC 8785 form of {hash, name, size} in manifest order, whatever the names are', { tags: ['D-7'] }, () => {
    fc.assert(
      fc.property(fc.array(file, { maxLength: 20 }), (files) => {
        const general = canonicalize(files.map(({ hash, name: n, size }) => ({ size, name: n, hash })));
        expect(canonicalFileList(files)).toBe(general);
      }),
      { numRuns: 500 },
    );
  });

  it('leaves the url out and keeps the order', { tags: ['D-7'] }, () => {
    const a = { name: 'a.csv', size: 1, hash: 'x' };
    const b = { name: 'b.csv', size: 2, hash: 'y' };
    const [one, two] = ['https://one.example', 'https://two.example'].map((url) => {
      const described = { ...a, url };
      return canonicalFileList([described]);
    });
    expect(one).toBe(two);
    expect(canonicalFileList([a, b])).not.toBe(canonicalFileList([b, a]));
  });
});

describe('canonical payload', () => {
  it('is the RFC 8785 form of packId, tenantId, manifestHash and signatureTimestamp', { tags: ['D-7'] }, () => {
    fc.assert(
      fc.property(fc.record({ packId: name, tenantId: name, manifestHash: name, signatureTimestamp: name }), (payload) => {
        expect(canonicalManifestPayload(payload)).toBe(canonicalize(payload));
      }),
    );
  });
});

describe('file names', () => {
  it.each([
    ['', 'empty'],
    ['a'.repeat(MAX_FILE_NAME_LENGTH + 1), 'too_long'],
    ['n'.repeat(65_536), 'too_long'],
    ['meter\ud800.csv', 'lone_surrogate'],
    ['\udc00meter.csv', 'lone_surrogate'],
    ['meter\u0000.csv', 'control'],
    ['meter\r\nSet-Cookie: a.csv', 'control'],
    ['meter\u0085.csv', 'control'],
    ['meter\u2028.csv', 'control'],
    ['receipt\u202efdp.exe', 'bidi'],
    ['a\u2066b.csv', 'bidi'],
    ['../secret', 'path'],
    ['..', 'path'],
    ['.', 'path'],
    ['a/b.csv', 'path'],
    ['a\\b.csv', 'path'],
    ['C:evil.csv', 'path'],
  ] as const)('refuses %j as %s', { tags: ['D-7'] }, (bad, fault) => {
    expect(fileNameFault(bad)).toBe(fault);
  });

  it.each([
    'meter-readings.csv',
    'picha ya jikoni (1).jpg',
    'ማስረጃ.pdf',
    '..hidden',
    '🔥.png',
    '__proto__',
    'a'.repeat(MAX_FILE_NAME_LENGTH),
  ])('accepts %j', { tags: ['D-7'] }, (good) => {
    expect(fileNameFault(good)).toBeNull();
  });
});
