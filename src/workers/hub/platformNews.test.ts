import { expect, it } from 'vitest';
import { amina, brian } from '../../../tests/builders/fakePlatform.ts';
import { frameOf } from '../../../tests/builders/operations.ts';
import { eventTold } from '../../domain/wall/toldEvents.ts';
import { readNews } from './platformNews.ts';

it.each([
  ['system.role_changed', 'roleChanged'],
  ['system.revoked', 'revoked'],
])('%s concerns whom it names, nobody else, and everybody where it names nobody', { tags: ['D-14', 'C-73'] }, (type, kind) => {
  const heardBy = (data: object) => readNews(frameOf(type, 'x', data, { seq: 2 }), amina.id);
  expect(heardBy({ userId: amina.id })).toEqual({ kind });
  expect(heardBy({ userId: brian.id })).toBeNull();
  expect(heardBy({})).toEqual({ kind });
  // An unreadable event triggers a check, rather once too often.
  expect(heardBy({ userId: 7 })).toEqual({ kind });
});

it('a notice of the platform’s has what is shown asked for anew', { tags: ['D-14'] }, () => {
  expect(readNews(frameOf('system.notice', 'x', {}, { seq: 2 }), amina.id)).toEqual({ kind: 'refetch' });
  expect(readNews(frameOf('system.unheard_of', 'x', {}, { seq: 2 }), amina.id)).toBeNull();
});

it.each([
  ['system.role_changed', 'roleChanged'],
  ['system.revoked', 'revoked'],
])('%s of somebody whom a display is not told does not concern it; its own does', { tags: ['G-17', 'A-27'] }, (type, kind) => {
  const heardByDisplay = (about: string) => readNews(eventTold(frameOf(type, about, { userId: about }, { seq: 2 }), 'dsp-1'), 'dsp-1');
  expect(heardByDisplay(brian.id)).toBeNull();
  expect(heardByDisplay('dsp-1')).toEqual({ kind });
});

it('who pulled the kill switch is named by the account too where the platform says it, and by none where it does not', {
  tags: ['M-13', 'D-14', 'D-23'],
}, () => {
  const told = (data: object) => readNews(frameOf('system.kill_switch', 'kill-switch', { active: true, ...data }, { seq: 9 }), amina.id);
  const killSwitch = { active: true, reason: 'Fraud', by: 'Brian', since: '2026-11-21T08:00:00Z', version: 9 };
  expect(told({ reason: 'Fraud', by: 'Brian', byId: brian.id })).toStrictEqual({
    kind: 'killSwitch',
    killSwitch: { ...killSwitch, byId: brian.id },
  });
  expect(told({ reason: 'Fraud', by: 'Brian' })).toStrictEqual({ kind: 'killSwitch', killSwitch });
});
