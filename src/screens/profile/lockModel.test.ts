import { expect, it } from 'vitest';
import { lockFaceOf } from './lockModel.ts';
import { newPinLabels } from './newPin.ts';

it('a device without a lock says what it keeps and for how long; a PIN is called the weaker way', { tags: ['D-31'] }, () => {
  expect(lockFaceOf({ state: 'none' }).text).toMatch(/unencrypted until your next sign-in, 72 hours at most/);
  expect(lockFaceOf({ state: 'open', id: 'l1', kind: 'pin', rows: 'sealed', passkey: null })).toMatchObject({
    text: expect.stringMatching(/weaker/),
  });
  expect(lockFaceOf({ state: 'open', id: 'l1', kind: 'passkey', rows: 'sealed', passkey: null }).text).not.toMatch(/weaker/);
  expect(lockFaceOf({ state: 'open', id: 'l1', kind: 'passkey', rows: 'sealing', passkey: null }).text).toMatch(
    /being encrypted or decrypted/,
  );
});

it('a PIN that would not be taken today is asked to be changed; a password is called one', { tags: ['G-5'] }, () => {
  const open = { state: 'open', id: 'l1', kind: 'pin', rows: 'sealed', passkey: null } as const;
  expect(lockFaceOf({ ...open, digits: true, weak: true }).ask).toMatch(/Change it/);
  expect(lockFaceOf({ ...open, digits: true, weak: false }).ask).toBeUndefined();
  expect(lockFaceOf(open).ask).toBeUndefined();
  expect([lockFaceOf(open).title, lockFaceOf({ ...open, digits: false }).title]).toEqual(['Locked by PIN', 'Locked by password']);
});

it('says nothing of a PIN before it is typed, and nothing of its repetition while that may still become it', () => {
  const owner = { name: 'Chebet Koech', email: 'chebet@ukweli.example' };
  expect(newPinLabels('', '', owner)).toEqual({ ready: false });
  expect(newPinLabels('4829', '', owner)).toMatchObject({ pin: 'At least 8 digits', ready: false });
  expect(newPinLabels('48291357', '4829', owner)).toEqual({ ready: false });
  expect(newPinLabels('48291357', '483', owner)).toEqual({ repeated: 'Not the same', ready: false });
  expect(newPinLabels('48291357', '48291357', owner)).toEqual({ ready: true });
  expect(newPinLabels('12345678', '12345678', owner).ready).toBe(false);
});
