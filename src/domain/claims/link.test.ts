import { expect, it } from 'vitest';
import { deviceCan, displayApproved, handedOver, noticeTold, passwordReset, signedOut } from './device.ts';
import { figuresLive, heardLive, linkConnected, noIncident, processingGoesOn } from './link.ts';
import { sampleYes } from './sample.ts';
import { type Deed, deedDone, deedLabels, ruleMet } from './told.ts';

it('rows are live only where their freshness says so, and it says up to when', { tags: ['T-9', 'D-15'] }, () => {
  expect(heardLive('KPIs', { kind: 'live', at: 5 })).toMatchObject({ answer: 'yes', look: 'live', at: 5 });
  for (const state of [{ kind: 'asOf', at: 5 }, { kind: 'stale', at: 5 }, { kind: 'halted', at: 5, by: '' }, { kind: 'never' }] as const)
    expect([state.kind, heardLive('KPIs', state).answer]).toEqual([state.kind, 'unknown']);
});

it('a link is connected while its machine says so, slow or not, and in no other state', { tags: ['T-9', 'C-9'] }, () => {
  for (const state of ['connected', 'connecting', 'reconnecting', 'disconnected'] as const)
    for (const slow of [true, false])
      for (const gone of [true, false]) {
        const claim = linkConnected('platform', { connection: { state, transport: 'sse' }, slow, gone });
        expect([state, claim.answer]).toEqual([state, state === 'connected' ? 'yes' : 'no']);
        expect(claim.word).toBe(`${state === 'connected' ? 'Connected' : 'Disconnected'} · SSE`);
        // Slow answers are not success: the colour changes, the word stays.
        if (state === 'connected') expect(claim.look).toBe(slow ? 'hourglass' : 'live');
      }
});

it('all figures of a wall are live only where each of them is, and there are some', { tags: ['T-9', 'D-15'] }, () => {
  for (const count of [0, 1, 3])
    for (const aged of [0, 1, 3])
      for (const stale of [0, 1])
        for (const halted of [0, 1])
          expect([count, aged, figuresLive('wall', { count, aged, stale, halted }).answer === 'yes']).toEqual([
            count,
            aged,
            count > 0 && aged === 0,
          ]);
});

it('no incident is claimed where it is known that there is none', { tags: ['T-9', 'T-8'] }, () => {
  expect([true, false, null].map((none) => noIncident('incidents', none).answer)).toEqual(['yes', 'no', 'unknown']);
});

it('processing goes on only where the platform says so now', { tags: ['T-9', 'C-63'] }, () => {
  expect((['off', 'on', 'wasOff', 'wasOn', 'unknown'] as const).map((state) => processingGoesOn('platform', state).answer)).toEqual([
    'yes',
    'no',
    'unknown',
    'unknown',
    'unknown',
  ]);
});

it('a deed is told as done once it was answered so: not before, and not where it was refused', { tags: ['T-9', 'D-51'] }, () => {
  const problem = { code: 'conflict', message: 'Somebody was faster.', retry: false } as const;
  for (const deed of Object.keys(deedLabels) as Deed[]) {
    expect(deedDone('x', { deed, of: 'Lobby $& wall', problem: null })).toMatchObject({ answer: 'yes' });
    expect(deedDone('x', { deed, problem })).toMatchObject({ answer: 'no', why: 'Somebody was faster.' });
    expect(deedDone('x', { deed, problem: undefined })).toMatchObject({ answer: 'unknown' });
  }
  // A user-given name is plain text, whatever it contains.
  expect(deedDone('x', { deed: 'displayPaired', of: 'Lobby $& wall', problem: null }).word).toBe('Lobby $& wall is paired');
});

it('this device claims what it can, was given and was told, and nothing else', { tags: ['T-9'] }, () => {
  expect((['works', 'offered', 'lacks'] as const).map((state) => deviceCan('locks', state).answer)).toEqual(['yes', 'no', 'unknown']);
  expect((['success', 'info', 'warning'] as const).map((level) => noticeTold('n', level).answer)).toEqual(['yes', 'no', 'no']);
  expect((['approved', 'waiting'] as const).map((state) => displayApproved('d', state).answer)).toEqual(['yes', 'unknown']);
  expect([true, false].map((given) => handedOver('f', given).answer)).toEqual(['yes', 'unknown']);
  expect([true, false].map((done) => passwordReset('a', done).answer)).toEqual(['yes', 'unknown']);
  expect([true, false].map((heard) => signedOut('a', heard))).toMatchObject([
    { answer: 'yes', word: 'You are signed out.' },
    { answer: 'unknown', word: 'You are signed out on this device.' },
  ]);
  expect([true, false].map((met) => ruleMet('length', met).answer)).toEqual(['yes', 'no']);
});

it('a sample says that it is one: its kind is told apart from every claim about something', { tags: ['T-9'] }, () => {
  expect(sampleYes('sample', 'Verified')).toMatchObject({ kind: 'sample', answer: 'yes', word: 'Verified' });
});
