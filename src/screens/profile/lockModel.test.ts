import { expect, it } from 'vitest';
import { lockFaceOf } from './lockModel.ts';
import { newPinWords } from './newPin.ts';

it('[D-31] a device without a lock says what it keeps and for how long; a PIN is called the weaker way', () => {
  expect(lockFaceOf({ state: 'none' }).text).toMatch(/unsealed for your next sign-in, 72 hours at most/);
  expect(lockFaceOf({ state: 'open', id: 'l1', kind: 'pin', rows: 'sealed', passkey: null })).toMatchObject({
    text: expect.stringMatching(/weaker/),
  });
  expect(lockFaceOf({ state: 'open', id: 'l1', kind: 'passkey', rows: 'sealed', passkey: null }).text).not.toMatch(/weaker/);
  expect(lockFaceOf({ state: 'open', id: 'l1', kind: 'passkey', rows: 'sealing', passkey: null }).text).toMatch(
    /being brought into their form/,
  );
});

it('says nothing of a PIN before it is typed, and nothing of its repetition while that may still become it', () => {
  expect(newPinWords('', '')).toEqual({ ready: false });
  expect(newPinWords('4829', '')).toMatchObject({ pin: 'At least 6 digits', ready: false });
  expect(newPinWords('482913', '4829')).toEqual({ ready: false });
  expect(newPinWords('482913', '483')).toEqual({ repeated: 'Not the same PIN', ready: false });
  expect(newPinWords('482913', '482913')).toEqual({ ready: true });
  expect(newPinWords('123456', '123456').ready).toBe(false);
});
