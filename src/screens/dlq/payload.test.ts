import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxCharacters, maxLines, payloadLines, quoted } from './payload.ts';

const textOf = (value: unknown): string =>
  payloadLines(value)
    .lines.map(({ depth, tokens }) => '  '.repeat(depth) + tokens.map(({ text }) => text).join(''))
    .join('\n');

describe('a payload as lines', { tags: ['D-24'] }, () => {
  it('reads as JSON does', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4, noUnicodeString: true }), (drawn) => {
        // As JSON transports it: -0 becomes 0.
        const value: unknown = JSON.parse(JSON.stringify(drawn));
        const { cut } = payloadLines(value);
        if (!cut) expect(JSON.parse(textOf(value))).toEqual(value);
      }),
    );
    expect(textOf({ a: [1, { b: 'x' }], c: {}, d: null })).toBe(JSON.stringify({ a: [1, { b: 'x' }], c: {}, d: null }, null, 2));
  });

  it('lets no character hide, turn or break what is beside it', { tags: ['A-12'] }, () => {
    expect(quoted('safe\u202Egpj.exe')).toBe('"safe\\u202egpj.exe"');
    for (const unseen of ['\u0000', '\u200b', '\u2028', '\u2066', '\ufeff', '\u00ad', '\u007f', '\u{e0041}', '\ud800'])
      expect(quoted(`a${unseen}b`)).toMatch(/^"a(\\u[0-9a-f]{4})+b"$/);
    expect(quoted('Ng’ombe 🌍 à')).toBe('"Ng’ombe 🌍 à"');
    expect(textOf({ '\u202Ename': '<img src=x onerror=alert(1)>' })).toContain('"\\u202ename": "<img src=x onerror=alert(1)>"');
  });

  it('is bounded in lines and in the length of a text, and says so', () => {
    const { lines, cut } = payloadLines({ list: Array.from({ length: 200_000 }, (_, at) => at) });
    expect(lines).toHaveLength(maxLines);
    expect(cut).toBe(true);
    const long = quoted('x'.repeat(1_000_000));
    expect(long.length).toBeLessThan(maxCharacters + 60);
    expect(long).toContain('(998,000 more characters)');
    expect(payloadLines({ a: 1 }).cut).toBe(false);
  });
});
