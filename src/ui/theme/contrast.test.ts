import { expect, it } from 'vitest';
import { contrast, parseHex } from './contrast.ts';

it('is 21 for black on white whichever is first, 1 for a colour on itself, and WCAG’s own for the greys at its limits', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#FFFFFF', '#000000')).toBeCloseTo(21, 5);
  expect(contrast('#0e5540', '#0e5540')).toBe(1);
  expect(contrast('#767676', '#ffffff')).toBeGreaterThan(4.5);
  expect(contrast('#777777', '#ffffff')).toBeLessThan(4.5);
});

it('reads the short form, into which builds cut a colour', () => {
  expect(parseHex('#fb0')).toEqual([255, 187, 0]);
  expect(contrast('#fff', '#000')).toBeCloseTo(21, 5);
});

it('has no answer for what is no plain colour', () => {
  expect(contrast('rgb(16 24 20 / 36%)', '#ffffff')).toBeNull();
  expect(parseHex('#ffff')).toBeNull();
});
