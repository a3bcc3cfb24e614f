import { expect, it } from 'vitest';
import { activityLine, changesOf, initialsOf } from './model.ts';

const act = {
  id: '1',
  action: 'session.create',
  target: 'usr-1',
  outcome: 'done',
  timestamp: '2026-11-22T00:00:00Z',
  ip: '10.1.2.3',
} as const;

it('[I-7] sends only what was changed, and the password with a new address alone', () => {
  const profile = { name: 'Wanjiru Kamau', email: 'w@ukweli.example' };
  expect(changesOf(profile, { name: ' Wanjiru Kamau', email: 'w@ukweli.example ', password: 'typed' })).toEqual({});
  expect(changesOf(profile, { name: 'W. Kamau', email: 'w@ukweli.example', password: 'typed' })).toEqual({ name: 'W. Kamau' });
  expect(changesOf(profile, { name: 'Wanjiru Kamau', email: 'k@ukweli.example', password: 'typed' })).toEqual({
    email: 'k@ukweli.example',
    currentPassword: 'typed',
  });
});

it('[I-7] tells a failed try apart from an act, and says from where', () => {
  expect(activityLine(act)).toEqual({ status: 'ok', statusWord: 'Done', title: 'Sign in', detail: 'from 10.1.2.3' });
  expect(activityLine({ ...act, outcome: 'failed' })).toMatchObject({ status: 'warn', detail: 'Failed, from 10.1.2.3' });
});

it('shortens names to initials', () => {
  expect([initialsOf('Wanjiru Kamau'), initialsOf('otieno o. odhiambo'), initialsOf(' Amina ')]).toEqual(['WK', 'OO', 'A']);
});
