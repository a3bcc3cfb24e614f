import { expect, it } from 'vitest';
import { longestPassword } from '../../../src/domain/accounts/password.ts';
import { hashPassword, verifyPassword, weaknessOf } from './passwords.ts';

const cost = 2 ** 4;
const stranger = { network: '203.0.113.7' };
const mine = 'Mlima-Kenya-5199!';

it('fits what was set and nothing else; where there is no password, or a part of one, none ever fits', { tags: ['A-14'] }, async () => {
  const stored = await hashPassword(mine, cost);
  expect([await verifyPassword(mine, stored, cost, stranger), await verifyPassword(mine.toLowerCase(), stored, cost, stranger)]).toEqual([
    'match',
    'mismatch',
  ]);
  const parts = stored.split('$');
  for (let kept = 0; kept < parts.length; kept += 1)
    expect([kept, await verifyPassword(mine, parts.slice(0, kept).join('$'), cost, stranger)]).toEqual([kept, 'mismatch']);
  expect(await verifyPassword(mine, null, cost, stranger)).toBe('mismatch');
});

it('a flood of guesses is checked two at a time, a hundred wait, and whoever comes then is told so instead of taking more memory', {
  tags: ['A-14'],
}, async () => {
  const verdicts = await Promise.all(Array.from({ length: 2 + 100 + 3 }, () => verifyPassword('guess', null, cost, stranger)));
  expect(verdicts.map((verdict) => verdict === 'busy').lastIndexOf(false)).toBe(2 + 100 - 1);
  expect(verdicts.filter((verdict) => verdict === 'busy')).toHaveLength(3);
  // Afterwards checks work as before.
  expect(await verifyPassword('guess', null, cost, stranger)).toBe('mismatch');
});

it('an administrator’s password is refused by what it lacks, in words: also one that is too long', { tags: ['I-6'] }, () => {
  expect(weaknessOf(mine)).toBeNull();
  expect(weaknessOf('mlima-kenya-5199!')).toBe('one uppercase letter');
  expect(weaknessOf(mine.padEnd(longestPassword, '!'))).toBeNull();
  expect(weaknessOf(mine.padEnd(longestPassword + 1, '!'))).toBe(`at most ${longestPassword} characters`);
});
