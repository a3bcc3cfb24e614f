import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOneLine, signsOf, soughtText, unchanged, writtenLine, writtenText } from './texts.ts';
import { z } from './zod.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 60 });

describe('texts that are taken in', { tags: ['D-57', 'G-11'] }, () => {
  it('are well-formed, composed and without control characters, and taken once they stay as they are', () => {
    const schema = writtenText(0, 200);
    fc.assert(
      fc.property(anyText, fc.nat(0xffff), (text, unit) => {
        const taken = z.parse(schema, `${text}${String.fromCharCode(unit)}${text}`);
        expect(taken.isWellFormed()).toBe(true);
        expect(taken).toBe(taken.normalize('NFC'));
        expect(/[^\P{Cc}\n\t]/u.test(taken)).toBe(false);
        expect(z.parse(schema, taken)).toBe(taken);
      }),
    );
  });

  it('keep their lines, tabs and signs', () => {
    expect(z.parse(writtenText(1, 100), ' one\r\n\ttwo\rthree 👩🏾‍🌾 ')).toBe('one\n\ttwo\nthree 👩🏾‍🌾');
    expect(z.parse(writtenText(1, 100), 'Cafe\u0301 \0 \ud83d')).toBe('Café \ufffd \ufffd');
  });

  it('are as long as they have signs, not halves', () => {
    expect(signsOf('a👍b')).toBe(3);
    expect(z.safeParse(writtenText(1, 3), '👍👍👍').success).toBe(true);
    for (const text of ['', '  ', '👍👍👍👍', 'x'.repeat(100_000)]) expect(z.safeParse(writtenText(1, 3), text).success).toBe(false);
    expect(z.safeParse(writtenLine(2, 3), '👍').success).toBe(false);
    expect(z.toJSONSchema(writtenText(1, 3))).toMatchObject({ type: 'string', minLength: 1, maxLength: 3 });
    expect(z.toJSONSchema(z.object({ a: z.optional(soughtText(7)) }))).toMatchObject({ properties: { a: { maxLength: 7 } } });
  });

  it('of one line neither break it nor turn round what stands beside them', () => {
    for (const text of ['a\u202Eb', 'a\u2066b\u2069', 'a\u200Fb', 'a\u2028b', 'a\nb', 'a\tb']) {
      expect([text, isOneLine(text)]).toEqual([text, false]);
      expect(z.safeParse(writtenLine(1, 60), text).success).toBe(false);
    }
    // Zero-width joiners within emoji, and names in other scripts, are allowed.
    for (const name of ['👩🏾‍🌾', 'ወርቅነህ', 'محمد', "O'Neill-Nyong'o"]) expect(z.parse(writtenLine(1, 60), name)).toBe(name);
  });

  it('that others have hashed are taken as they are, or refused', () => {
    const schema = z.string().check(unchanged());
    expect(z.parse(schema, 'Cafe\u0301\u202E.csv')).toBe('Cafe\u0301\u202E.csv');
    for (const text of ['a\0', '\ud83d']) expect(z.safeParse(schema, text).success).toBe(false);
  });
});
