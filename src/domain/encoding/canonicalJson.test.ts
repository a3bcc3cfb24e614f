import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonicalJson.ts';

describe('canonical JSON', () => {
  it('is the RFC 8785 form of any JSON value', { tags: ['D-33'] }, () => {
    const value = fc.jsonValue({ maxDepth: 4, noUnicodeString: false });
    fc.assert(
      fc.property(
        value,
        (json) => void expect(canonicalJson(JSON.parse(JSON.stringify(json)))).toBe(canonicalize(JSON.parse(JSON.stringify(json)))),
      ),
    );
  });

  it('sorts by code units, not by code points, and leaves absent members out', () => {
    expect(canonicalJson({ '\ud83d\ude00': 1, '\ufb33': 2, a: undefined })).toBe('{"\ud83d\ude00":1,"\ufb33":2}');
  });

  it('refuses what JSON cannot hold', () => {
    expect(() => canonicalJson({ a: [Number.NaN] })).toThrow(RangeError);
    expect(() => canonicalJson(() => 0)).toThrow(TypeError);
  });
});
