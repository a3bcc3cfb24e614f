import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lookAlikeForm } from './lookAlike.ts';

describe('texts that look alike', { tags: ['P-8'] }, () => {
  it.each([
    ['meter-readings.csv', 'meter-readіngs.csv', 'a Cyrillic і'],
    ['meter-readings.csv', 'Meter-Readings.CSV', 'case'],
    ['report1.pdf', 'reportl.pdf', 'a digit and a letter'],
    ['report1.pdf', 'reportI.pdf', 'a digit and a capital'],
    ['2O25.csv', '2025.csv', 'a letter and a digit'],
    ['kitchen.jpg', 'kit\u200bchen.jpg', 'a space of no width'],
    ['kitchen.jpg', 'ｋitchen.jpg', 'a wide form'],
    ['fuel receipts.pdf', 'fuel\u00a0 receipts.pdf', 'spaces'],
    ['fuel-receipts.pdf', 'fuel–receipts.pdf', 'dashes'],
    ['modern.txt', 'modem.txt', 'rn and m'],
    ['НЕАТ.csv', 'HEAT.csv', 'Cyrillic capitals'],
  ])('%s and %s: %s', (one, other) => {
    expect(lookAlikeForm(one)).toBe(lookAlikeForm(other));
  });

  it('and texts that do not', () => {
    const names = [
      'meter-readings.csv',
      'kitchen-north.jpg',
      'kitchen-south.jpg',
      'fuel-receipts.pdf',
      'photo-02.jpg',
      'photo-03.jpg',
      'é.csv',
      'e.csv',
    ];
    expect(new Set(names.map(lookAlikeForm)).size).toBe(names.length);
  });

  it('gives Latin texts the form that they have beside others', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
        // A letter of another alphabet after it disables the fast path.
        expect(lookAlikeForm(`${text}.ж`)).toBe(`${lookAlikeForm(`${text}.`)}ж`);
      }),
    );
  });

  it('one form, whatever is asked again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(lookAlikeForm(text.normalize('NFD'))).toBe(lookAlikeForm(text));
      }),
    );
  });
});
