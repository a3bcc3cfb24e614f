import { expect, it } from 'vitest';
import { activityLine, changesOf, initialsOf, passkeyNameProblem, suggestedPasskeyName } from './model.ts';

const act = {
  id: '1',
  action: 'session.create',
  target: 'usr-1',
  outcome: 'done',
  timestamp: '2026-11-22T00:00:00Z',
  ip: '10.1.2.3',
} as const;

it('sends only what was changed, and the password with a new address alone', { tags: ['I-7'] }, () => {
  const profile = { name: 'Wanjiru Kamau', email: 'w@ukweli.example' };
  expect(changesOf(profile, { name: ' Wanjiru Kamau', email: 'w@ukweli.example ', password: 'typed' })).toEqual({});
  expect(changesOf(profile, { name: 'W. Kamau', email: 'w@ukweli.example', password: 'typed' })).toEqual({ name: 'W. Kamau' });
  expect(changesOf(profile, { name: 'Wanjiru Kamau', email: 'k@ukweli.example', password: 'typed' })).toEqual({
    email: 'k@ukweli.example',
    currentPassword: 'typed',
  });
});

it('tells a failed try apart from an act, and says from where', { tags: ['I-7'] }, () => {
  expect(activityLine(act)).toMatchObject({ status: { answer: 'yes' }, statusWord: 'Done', title: 'Sign in', detail: 'from 10.1.2.3' });
  expect(activityLine({ ...act, outcome: 'failed' })).toMatchObject({
    status: { answer: 'no', look: 'bad' },
    detail: 'Failed, from 10.1.2.3',
  });
});

it('many refused tries to sign in as this person are one act, with their number, and from where where that was one place', {
  tags: ['G-12'],
}, () => {
  const sum = { ...act, outcome: 'refused', times: 1994 } as const;
  expect(activityLine(sum)).toMatchObject({ title: 'Sign in, 1,994 times', detail: 'Refused, from 10.1.2.3' });
  expect(activityLine({ ...sum, ip: null }).detail).toBe('Refused, from several addresses');
  expect(activityLine({ ...act, ip: null }).detail).toBe('from the platform itself');
});

it('shortens names to initials', () => {
  expect([initialsOf('Wanjiru Kamau'), initialsOf('otieno o. odhiambo'), initialsOf(' Amina ')]).toEqual(['WK', 'OO', 'A']);
});

it('suggests a name for a passkey by its device, and another where that is taken', { tags: ['I-7'] }, () => {
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15';
  expect(suggestedPasskeyName(mac, [])).toBe('Mac');
  expect(suggestedPasskeyName(mac, [{ name: 'Mac' }, { name: 'Mac 2' }])).toBe('Mac 3');
  expect(suggestedPasskeyName('Mozilla/5.0 (Linux; Android 15) Chrome/140', [])).toBe('Android device');
  expect(suggestedPasskeyName('', [])).toBe('Passkey');
  expect([passkeyNameProblem('  '), passkeyNameProblem(' Mac ')]).toEqual(['Give the passkey a name', null]);
});
