import { expect, it } from 'vitest';
import { isStrongPassword, judgePassword } from './password.ts';

const missing = (password: string): string[] =>
  judgePassword(password)
    .filter(({ met }) => !met)
    .map(({ id }) => id);

it('asks for eight characters, upper and lower case, a digit and one of the document’s special characters', {
  tags: ['I-21', 'I-6'],
}, () => {
  expect(missing('')).toEqual(['length', 'upper', 'lower', 'digit', 'special']);
  expect(missing('Aa1!aaaa')).toEqual([]);
  expect(missing('Aa1!aaa')).toEqual(['length']);
  expect(missing('aa1!aaaa')).toEqual(['upper']);
  expect(missing('AA1!AAAA')).toEqual(['lower']);
  expect(missing('Aab!aaaa')).toEqual(['digit']);
  expect(missing('Aa1-aaaa')).toEqual(['special']);
  for (const sign of '!@#$%^&*(),.?":{}|<>') expect(missing(`Aa1aaaaa${sign}`)).toEqual([]);
});

it('takes no more than can be hashed in good time', { tags: ['I-21'] }, () => {
  expect(isStrongPassword('Aa1!'.repeat(256))).toBe(true);
  expect(isStrongPassword('Aa1!'.repeat(257))).toBe(false);
});
