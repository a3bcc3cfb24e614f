import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzzyMatch } from './fuzzy.ts';

const ranked = (typed: string, names: readonly string[]): readonly string[] =>
  names
    .flatMap((name) => {
      const match = fuzzyMatch(typed, name);
      return match === null ? [] : [{ name, score: match.score }];
    })
    .sort((a, b) => b.score - a.score)
    .map(({ name }) => name);

describe('loose matching', () => {
  const names = ['Verification History', 'Evidence Management', 'Health Monitor', 'Pipeline Monitor', 'Audit Trail', 'Compliance & Audit'];

  it('finds by beginnings, initials, parts and letters in order, the closest first', () => {
    expect(ranked('audit', names)).toEqual(['Audit Trail', 'Compliance & Audit']);
    expect(ranked('vh', names)).toEqual(['Verification History']);
    expect(ranked('evdnc', names)).toEqual(['Evidence Management']);
    expect(ranked('monitor pipe', names)).toEqual(['Pipeline Monitor']);
    expect(ranked('fication', names)).toEqual(['Verification History']);
    expect(ranked('xyz', names)).toEqual([]);
  });

  it('marks the letters that matched, within the name', () => {
    for (const typed of ['aud tr', 'tr aud']) expect(fuzzyMatch(typed, 'Audit Trail')?.at).toEqual([0, 1, 2, 6, 7]);
    fc.assert(
      fc.property(fc.string({ maxLength: 8 }), fc.string({ maxLength: 40 }), (typed, text) => {
        const match = fuzzyMatch(typed, text);
        if (match === null) return;
        expect(match.score).toBeGreaterThanOrEqual(0);
        expect(match.score).toBeLessThanOrEqual(1);
        for (const place of match.at) expect(place).toBeLessThan(text.toLowerCase().length);
      }),
    );
  });

  it('finds a part where it first stands, also one too short to be told from letters by chance', () => {
    expect(fuzzyMatch('it', 'Audit Transit')?.at).toEqual([3, 4]);
    expect(fuzzyMatch('dit', 'Covenant Credits, Audit')?.at).toEqual([12, 13, 14]);
    expect(fuzzyMatch('i', 'Audit Trail')?.at).toEqual([3]);
    expect(fuzzyMatch('z', 'Audit Trail')).toBeNull();
  });

  it('of two places where the letters stand equally close, the first is marked', { tags: ['M-13'] }, () => {
    expect(fuzzyMatch('evd', 'Eavad, Eavad')?.at).toEqual([0, 2, 4]);
  });

  it('finds three letters in order, and no fewer: two of them stand in order in nearly every name', { tags: ['M-13'] }, () => {
    expect(ranked('vdc', names)).toEqual(['Evidence Management']);
    expect(ranked('vd', names)).toEqual([]);
  });

  it('matches a name by itself, and everything when nothing is typed', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), (name) => {
        expect(fuzzyMatch(name, name)?.score).toBeGreaterThan(0.5);
      }),
    );
    expect(fuzzyMatch('   ', 'anything')).toEqual({ score: 0, at: [] });
  });
});
