import { describe, expect, it } from 'vitest';
import type { ColorName } from '../../ui/theme/names.ts';
import { verdictOf, worstContrast } from './colours.ts';

describe('contrast on the showcase', { tags: ['I-17'] }, () => {
  const values: Partial<Record<ColorName, string>> = { fg: '#000000', surface: '#ffffff', sunken: '#777777', scrim: 'rgb(0 0 0 / 40%)' };
  const value = (name: ColorName) => values[name] ?? '';

  it('is the worst of all grounds, and none where there is nothing to measure', () => {
    expect(worstContrast(value, 'fg', ['surface'])).toBeCloseTo(21, 1);
    expect(worstContrast(value, 'fg', ['surface', 'sunken'])).toBeCloseTo(4.69, 1);
    expect(worstContrast(value, 'fg', [])).toBeNull();
    expect(worstContrast(value, 'scrim', ['surface'])).toBeNull();
  });

  it('is called by what it allows', () => {
    expect([21, 7, 6.99, 4.5, 4.49, 3, 2.99].map(verdictOf)).toEqual(['AAA', 'AAA', 'AA', 'AA', '3:1', '3:1', 'decor']);
  });
});
