import { expect, it } from 'vitest';
import { createIntentionKeys } from './intentionKeys.ts';

const keys = () => {
  let made = 0;
  return createIntentionKeys(() => `key-${(made += 1)}`);
};

it('a request keeps its key until it is answered; what is asked anew gets a new one', { tags: ['D-24'] }, () => {
  const { begin, keyOf, answered } = keys();
  begin('save');
  expect(keyOf('a')).toBe('key-1');
  begin('save');
  expect(keyOf('a')).toBe('key-1');
  answered('a');
  begin('save');
  expect(keyOf('a')).toBe('key-2');
});

it('another intention forgets the keys of the one before, also when that one comes back', { tags: ['D-24'] }, () => {
  const { begin, keyOf } = keys();
  begin('role admin');
  expect(keyOf('admin')).toBe('key-1');
  begin('role auditor');
  expect(keyOf('auditor')).toBe('key-2');
  begin('role admin');
  expect(keyOf('admin')).toBe('key-3');
});

it('each request of an intention has its own key; one that is answered does not change the other', { tags: ['D-24'] }, () => {
  const { begin, keyOf, answered } = keys();
  begin('set up');
  expect([keyOf('escrow'), keyOf('lock')]).toEqual(['key-1', 'key-2']);
  answered('escrow');
  begin('set up');
  expect([keyOf('escrow'), keyOf('lock')]).toEqual(['key-3', 'key-2']);
});
