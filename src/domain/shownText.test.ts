import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shownText } from './shownText.ts';

/** True if no character can affect its surroundings: only FSI and PDI in pairs around right-to-left words. */
function isPowerless(text: string): boolean {
  const outside = text.replace(/\u2068[^\p{Bidi_Control}\p{Cc}\p{Zl}\p{Zp}]+\u2069/gu, '');
  return !/[\p{Bidi_Control}\p{Zl}\p{Zp}\u0590-\u08ff]/u.test(outside) && !/[^\P{Cc}\n\r\t]/u.test(outside);
}

describe('a text of others', () => {
  it('is left alone where nothing in it turns words round', { tags: ['G-13'] }, () => {
    for (const text of ['', 'Kiambu Township Secondary', 'Wanjikũ Ng’ang’a', 'ገብረ መስቀል', '👩🏾‍🌾 12 t\nnext\tline', 'a · b → c'])
      expect(shownText(text)).toBe(text);
  });

  it('shows a sign that turns words round, or breaks a line, by its number', { tags: ['G-13'] }, () => {
    expect(shownText('Amina\u202Edevorppa')).toBe('Amina[U+202E]devorppa');
    expect(shownText('a\u2066b\u2069c\u200Fd')).toBe('a[U+2066]b[U+2069]c[U+200F]d');
    expect(shownText('a\u2028b\u0000c\u0085d')).toBe('a[U+2028]b[U+0000]c[U+0085]d');
    // A fake isolation contains nothing right-to-left, or a character that would reach outside it.
    expect(shownText('\u2068abc\u2069')).toBe('[U+2068]abc[U+2069]');
    expect(shownText('\u2068محمد\u202E\u2069')).toBe('[U+2068]\u2068محمد\u2069[U+202E][U+2069]');
  });

  it('keeps words from right to left to themselves, so that a figure after them stays after them', { tags: ['G-13'] }, () => {
    expect(shownText('by محمد علي 12 min ago')).toBe('by \u2068محمد علي\u2069 12 min ago');
    expect(shownText('می\u200cخواهم')).toBe('\u2068می\u200cخواهم\u2069');
    expect(shownText('𞤀𞤁 and ߒߞߏ')).toBe('\u2068𞤀𞤁\u2069 and \u2068ߒߞߏ\u2069');
  });

  it.each(['مدرسة النور (كيبيرا)', '«الأمل»', 'עמותה (נירובי)', '(محمد)'])(
    'keeps a pair of marks together: %s',
    { tags: ['G-13'] },
    (text) => {
      expect(shownText(text)).toBe(`\u2068${text}\u2069`);
      expect(shownText(`of ${text}, 12`)).toBe(`of \u2068${text}\u2069, 12`);
    },
  );

  it('takes no mark whose other half is not with those words', { tags: ['G-13'] }, () => {
    expect(shownText('(by محمد) 12')).toBe('(by \u2068محمد\u2069) 12');
    expect(shownText('((محمد) 12)')).toBe('(\u2068(محمد)\u2069 12)');
  });

  it('leaves no power to any text, and done twice is the same', { tags: ['G-13'] }, () => {
    const signs = fc.constantFrom(
      'a',
      ' ',
      '1',
      '.',
      'م',
      'ش',
      '٣',
      '\u0651',
      '\u202E',
      '\u2067',
      '\u2068',
      '\u2069',
      '\u200E',
      '\u2028',
      '\u0007',
      '\n',
      '👩',
      '𞤀',
      '\ud83a',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(signs).map((list) => list.join('')),
        ),
        (text) => {
          const shown = shownText(text);
          expect(isPowerless(shown)).toBe(true);
          expect(shownText(shown)).toBe(shown);
          // Nothing is dropped: every character is represented.
          expect(
            shown
              .replace(/\[U\+([0-9A-F]{4,6})\]/gu, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
              .replace(/[\u2068\u2069]/gu, ''),
          ).toBe(text.replace(/[\u2068\u2069]/gu, ''));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('takes no longer for hostile texts than their length', { tags: ['G-13'] }, () => {
    const long = 'م1 '.repeat(50_000);
    expect(shownText(long).length).toBeGreaterThanOrEqual(long.length);
    // Digits and marks of both kinds after an unterminated isolation: an ambiguous pattern would backtrack over every split.
    for (const sign of ['\u0660', '\u0651', '\u05BE', 'م\u0660 ']) {
      const unended = `\u2068${sign.repeat(20_000)}`;
      expect(shownText(unended)).toBe(`[U+2068]\u2068${unended.slice(1).trimEnd()}\u2069${unended.endsWith(' ') ? ' ' : ''}`);
    }
    const manyUnended = '\u2068م'.repeat(20_000);
    expect(shownText(manyUnended)).toBe('[U+2068]\u2068م\u2069'.repeat(20_000));
  });
});
