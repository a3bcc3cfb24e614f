import { describe, expect, it } from 'vitest';
import { auditOutcomes } from '../../contracts/audit.ts';
import type { Display } from '../../contracts/display.ts';
import { accountStatuses } from '../../contracts/identity.ts';
import type { LockStatus } from '../../contracts/lock.ts';
import { outboxStates } from '../../contracts/outbox.ts';
import { keyStateSchema } from '../../contracts/keys.ts';
import { letterStates, letterTroubles } from '../../contracts/userLetter.ts';
import type { FreshnessState } from '../freshness/freshness.ts';
import type { Claim } from './claim.ts';
import {
  accountActive,
  actDone,
  decisionSent,
  displayConnected,
  displaysConnected,
  itemPromoted,
  keySigns,
  letterSent,
  letterTroubleLabels,
  lockOn,
  nothingUnsent,
} from './deeds.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const ago = (ms: number) => new Date(now - ms).toISOString();
const answers = (claims: readonly Claim[]) => claims.map(({ answer, word }) => `${answer}: ${word}`);

describe('what was done', { tags: ['T-9'] }, () => {
  it('a decision is sent once the platform has confirmed it: not while it waits, nor on its way', { tags: ['D-24', 'D-51'] }, () => {
    expect(answers(outboxStates.map((state) => decisionSent('d1', state)))).toEqual([
      'unknown: Waiting',
      'unknown: Sending',
      'yes: Sent',
      'no: Refused',
    ]);
    const fates = ['pending', 'sending', 'sent', 'gone', 'changed', 'spared', 'refused'] as const;
    expect(answers(fates.map((fate) => itemPromoted('DLQ-1', fate)))).toEqual([
      'unknown: waiting',
      'unknown: on its way',
      'yes: promoted',
      'no: no longer in the queue',
      'no: changed since you looked',
      'no: not promoted',
      'no: refused',
    ]);
  });

  it('a key signs by the platform’s word of now alone: one that is former, retired or withdrawn does not, and an old word says how it was', {
    tags: ['P-6'],
  }, () => {
    const said = (freshness: FreshnessState) => answers(keyStateSchema.options.map((state) => keySigns('k', { state, freshness })));
    expect(said({ kind: 'live', at: now })).toEqual(['yes: Signs now', 'no: No longer signs', 'no: Retired', 'no: Withdrawn']);
    for (const kind of ['asOf', 'stale'] as const)
      expect(said({ kind, at: now })).toEqual([
        'unknown: Signed then',
        'unknown: Was not signing',
        'unknown: Retired',
        'unknown: Withdrawn',
      ]);
    expect(new Set(said({ kind: 'never' }))).toEqual(new Set(['unknown: Not known']));
  });

  it('an act is done, and an account active, by the platform’s own word alone', { tags: ['D-27', 'D-19'] }, () => {
    expect(answers(auditOutcomes.map((outcome) => actDone('7', outcome)))).toEqual(['yes: Done', 'no: Refused', 'no: Failed']);
    const live: FreshnessState = { kind: 'live', at: 1 };
    const seen = (freshness: FreshnessState | null) => answers(accountStatuses.map((status) => accountActive('u1', { status, freshness })));
    expect(seen(live)).toEqual(['yes: Active', 'no: Inactive', 'no: Suspended']);
    // [T-8] The account may have changed since: old data is told in the past tense. Sample pages have no age.
    const failed = { kind: 'failed', problem: { code: 'not_ours', message: 'API Error: 401 Unauthorized', retry: false } } as const;
    expect(seen({ kind: 'asOf', at: 1, why: failed })).toEqual(['unknown: Was active', 'unknown: Was inactive', 'unknown: Was suspended']);
    expect(seen({ kind: 'never' })).toEqual(['unknown: Not known', 'unknown: Not known', 'unknown: Not known']);
    expect(seen(null)).toEqual(['yes: Active', 'no: Inactive', 'no: Suspended']);
  });

  it('a letter is sent once the mail server has taken it: not while it waits, and not when it was given up; what is old is told as it was', {
    tags: ['S-9', 'D-51'],
  }, () => {
    const at = '2026-11-21T09:00:00Z';
    const seen = (freshness: FreshnessState | null) =>
      letterStates.map((state) =>
        letterSent('l1', {
          letter: { state, since: at, endedAt: state === 'waiting' ? null : ago(1000), trouble: state === 'sent' ? null : 'unreachable' },
          freshness,
        }),
      );
    expect(answers(seen(null))).toEqual(['unknown: Waiting', 'yes: Sent', 'no: Not sent']);
    expect(answers(seen({ kind: 'live', at: 1 }))).toEqual(['unknown: Waiting', 'yes: Sent', 'no: Not sent']);
    // A sent letter cannot be recalled; the others may have been sent since.
    expect(answers(seen({ kind: 'stale', at: 1 }))).toEqual(['unknown: Was waiting', 'yes: Sent', 'unknown: Was not sent']);
    expect(seen(null).map(({ since, why }) => [since, why])).toEqual([
      [Date.parse(at), 'the mail server did not accept it'],
      [now - 1000, null],
      [now - 1000, 'the mail server did not accept it'],
    ]);
    expect(Object.keys(letterTroubleLabels)).toEqual([...letterTroubles]);
  });

  it('a lock is on once every row is encrypted', { tags: ['D-31', 'D-51'] }, () => {
    const open = { state: 'open', id: 'l1', kind: 'pin', passkey: null } as const;
    const locked: LockStatus = { ...open, state: 'locked', wrong: 0, notBefore: 0, keepsUnsent: true, heldUntil: null };
    const states: readonly LockStatus[] = [
      { state: 'none' },
      { ...open, rows: 'sealing' },
      { ...open, rows: 'sealed' },
      { ...open, rows: 'opening' },
      locked,
    ];
    expect(answers(states.map((state) => lockOn('this device', state)))).toEqual([
      'no: Not set up',
      'unknown: Encrypting',
      'yes: On',
      'unknown: Decrypting',
      'yes: On',
    ]);
  });
});

describe('a wall display is connected', { tags: ['T-9', 'K-10'] }, () => {
  const well: Pick<Display, 'seenAt' | 'transport' | 'frame'> = {
    frame: { at: ago(6_000), dashboard: 'schools' },
    seenAt: ago(5_000),
    transport: 'sse',
  };
  const said = (change: Partial<typeof well>, freshness: FreshnessState = { kind: 'live', at: now }, at = now) =>
    displayConnected('dsp-1', { display: { ...well, ...change }, now: at, freshness });

  it.each<[string, Partial<typeof well>, string, string]>([
    ['well', {}, 'yes', 'Connected · SSE'],
    [
      'one second before it counts as silent',
      { seenAt: ago(75_000), frame: { at: ago(75_000), dashboard: 'schools' } },
      'yes',
      'Connected · SSE',
    ],
    ['on stored data', { transport: 'none' }, 'no', 'Without its stream'],
    ['on a way that nobody knows', { transport: 'constructor' }, 'no', 'Without its stream'],
    ['silent', { seenAt: ago(120_000), frame: { at: ago(121_000), dashboard: 'schools' } }, 'no', 'Silent for 2 min'],
    ['gone', { seenAt: ago(3_600_000) }, 'no', 'Silent for 1 h'],
    [
      'drawing slowly, its frame half a minute older than its report',
      { frame: { at: ago(35_000), dashboard: 'schools' } },
      'yes',
      'Connected · SSE',
    ],
    ['frozen', { frame: { at: ago(35_001), dashboard: 'schools' } }, 'no', 'Not drawing'],
    ['new', { seenAt: null, frame: null, transport: null }, 'unknown', 'Not started'],
  ])('while it tells of itself, has its stream and draws: %s', (_name, change, answer, word) => {
    expect(said(change)).toMatchObject({ answer, word });
  });

  it('silent for a quarter of an hour it may still come back from a blink; a moment longer, and it is a fault', { tags: ['K-10'] }, () => {
    expect(said({ seenAt: ago(15 * 60_000) })).toMatchObject({ answer: 'no', word: 'Silent for 15 min', look: 'warn' });
    expect(said({ seenAt: ago(15 * 60_000 + 1) })).toMatchObject({ answer: 'no', word: 'Silent for 15 min', look: 'bad' });
  });

  it('while this device is cut off, a display was what it was when last heard of: that nobody hears of it here is no silence of its own', {
    tags: ['D-15'],
  }, () => {
    const hourLater = now + 3_600_000;
    for (const kind of ['asOf', 'stale'] as const) {
      expect(said({}, { kind, at: now }, hourLater)).toMatchObject({ answer: 'unknown', word: 'Was connected · SSE', at: now });
      expect(said({ seenAt: ago(120_000) }, { kind, at: now }, hourLater)).toMatchObject({
        answer: 'unknown',
        word: 'Was silent for 2 min',
      });
    }
    // While the answer is live, the current time counts.
    expect(said({}, { kind: 'live', at: now }, now + 120_000)).toMatchObject({ answer: 'no', word: 'Silent for 2 min' });
  });

  it('no display is called connected by an answer that is stale, alone or among others', () => {
    expect(said({}, { kind: 'asOf', at: now })).toMatchObject({ answer: 'unknown', word: 'Was connected · SSE' });
    expect(said({}, { kind: 'never' })).toMatchObject({ answer: 'unknown', word: 'Not known' });
    const both = [said({}), said({})];
    expect(displaysConnected('displays', { displays: both, current: false })).toMatchObject({ answer: 'unknown' });
    expect(displaysConnected('displays', { displays: both, current: true })).toMatchObject({ answer: 'yes', word: '2 of 2 connected' });
    expect(displaysConnected('displays', { displays: [], current: true }).answer).toBe('no');
    const one = displaysConnected('displays', { displays: [said({}), said({ seenAt: ago(3_600_000) })], current: true });
    expect(one).toMatchObject({ answer: 'no', look: 'bad', word: '1 of 2 connected' });
  });
});

it('everything is sent only where nothing unsent was counted; what cannot be counted is not nothing', { tags: ['T-9', 'M-3'] }, () => {
  expect([0, 1, 12, null].map((count) => nothingUnsent('device', count))).toMatchObject([
    { answer: 'yes', word: 'Everything is sent' },
    { answer: 'no', word: '1 action not sent yet' },
    { answer: 'no', word: '12 actions not sent yet' },
    { answer: 'unknown', word: 'What is not sent cannot be counted' },
  ]);
});
