import { describe, expect, it } from 'vitest';
import { printable } from './answer.ts';

describe('what is printed of an input that somebody wrote', () => {
  const hostile = 'evil\u009b2J\u202e\u2028\u0007';
  const strange = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

  it('has no character that turns or wipes a terminal’s line, in a value or in the name of a member', { tags: ['A-12', 'P-10'] }, () => {
    const text = JSON.stringify(printable(JSON.parse(`{"filter":{"__proto__":{${JSON.stringify(hostile)}:${JSON.stringify(hostile)}}}}`)));
    expect(text).not.toMatch(strange);
    expect(text).toContain('evil');
  });

  it('is bounded, however many members an object has and however long their names are', { tags: ['A-12'] }, () => {
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, place) => [`${'n'.repeat(5_000)}${place}`, 1]));
    const output = printable({ many });
    expect(JSON.stringify(output).length).toBeLessThan(250_000);
    expect(output['shortened']).toBeDefined();
  });

  it('says of two members whose names are drawn alike both', { tags: ['P-10'] }, () => {
    expect(printable(JSON.parse('{"of":{"a\\u0007":1,"a?":2,"a\\u0008":3}}'))).toEqual({ of: { 'a?': 1, 'a? (2)': 2, 'a? (3)': 3 } });
  });
});
