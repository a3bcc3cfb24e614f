import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isConfusable, skeletonOf } from './confusableNames.ts';

it.each([
  ['case', 'wanjiru kamau'],
  ['spaces', '  Wanjiru   Kamau '],
  ['a no-break space', 'Wanjiru\u00a0Kamau'],
  ['no space at all', 'WanjiruKamau'],
  ['full-width letters', 'Ｗanjiru Ｋamau'],
  ['a Cyrillic а', 'Wanjiru Kаmau'],
  ['a Greek υ', 'Wanjirυ Kamau'],
  ['a format character', 'Wanjiru\u200b Kamau'],
  ['a right-to-left override', 'Wanjiru \u202eKamau'],
  ['a soft hyphen', 'Wan\u00adjiru Kamau'],
  ['an accent', 'Wanjirú Kamau'],
  ['a combining mark', 'Wanjiru\u0301 Kamau'],
  ['a digit', 'Wanj1ru Kamau'],
  ['a small L for an i', 'Wanjlru Kamau'],
  ['punctuation', 'Wanjiru Kamau.'],
  ['two letters for one', 'Wanjiru Karnau'],
])('a name with %s can be taken for the one it looks like', { tags: ['P-7', 'A-20'] }, (_, name) => {
  expect(isConfusable(name, 'Wanjiru Kamau')).toBe(true);
});

it.each(['Wanjiru Kimani', 'Wanjiku Kamau', 'Amina Yusuf', 'W. Kamau', 'Kamau Wanjiru'])(
  '%s is another name',
  { tags: ['P-7'] },
  (name) => {
    expect(isConfusable(name, 'Wanjiru Kamau')).toBe(false);
  },
);

it('a sign that only looks like one that does not count does not count either', { tags: ['P-7'] }, () => {
  expect(isConfusable('Wanjiru\u2212Kamau', 'Wanjiru-Kamau')).toBe(true);
  expect(skeletonOf('\u2212')).toBe('');
});

it('a skeleton is its own skeleton, and every name can be taken for itself, however it is composed', { tags: ['P-7'] }, () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (name) => {
      expect(isConfusable(name, name.normalize('NFD'))).toBe(true);
      expect(skeletonOf(skeletonOf(name))).toBe(skeletonOf(name));
    }),
  );
});
