import { expect, it } from 'vitest';
import { addressProblem, failureText, mayUsePassword, repeatLabels } from './accountLabels.ts';

it('asks for an address, in the document’s words', { tags: ['I-21', 'I-5'] }, () => {
  expect(addressProblem('  ')).toBe('Email is required');
  for (const wrong of ['wanjiru', 'a b@c.example', 'a@b', '@b.example', 'a@b@c.example'])
    expect(addressProblem(wrong)).toBe('Please enter a valid email address');
  expect(addressProblem(' wanjiru@ukweli.example ')).toBeNull();
});

it('wants both passwords alike, and strong', { tags: ['I-6', 'I-21'] }, () => {
  expect(repeatLabels('Aa1!aaaa', '')).toBeNull();
  expect(repeatLabels('Aa1!aaaa', 'Aa1!')?.text).toBe("Passwords don't match");
  expect(repeatLabels('Aa1!aaaa', 'Aa1!aaaa')).toEqual({ match: true, text: 'Passwords match' });
  expect([mayUsePassword('Aa1!aaaa', 'Aa1!aaaa'), mayUsePassword('Aa1!aaaa', 'x'), mayUsePassword('weak', 'weak')]).toEqual([
    true,
    false,
    false,
  ]);
});

it('says what failed and why, and what a silence means', { tags: ['I-24'] }, () => {
  const lead = 'Failed to send reset email';
  expect(failureText(lead, { code: 'network', message: 'x' })).toBe(
    `${lead}, or its answer was lost. The platform cannot be reached, and this needs it. It may have been done: check the current state before you try again.`,
  );
  expect(failureText(lead, { code: 'rate_limited', message: 'Too many attempts. Wait a moment' })).toBe(
    `${lead}. Too many attempts. Wait a moment.`,
  );
});
