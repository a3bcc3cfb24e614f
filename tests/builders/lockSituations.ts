import type { LockKey } from '../../src/contracts/lock.ts';
import type { Problem } from '../../src/contracts/problem.ts';
import { initialLock, stepLock } from '../../src/domain/lock/machine.ts';
import type { LockRecord } from '../../src/domain/lock/record.ts';
import { lostTries, noTries } from '../../src/domain/lock/tries.ts';
import type { LockEffect, LockEvent, LockEventOf, LockEventType, LockStamp, LockState } from '../../src/domain/lock/types.ts';
import { knownForMs } from '../../src/domain/session/limits.ts';

const startedAt = 1_000_000_000;
const key: LockKey = { extractable: false };
const full: Problem = { code: 'storage', message: 'in words', retry: true };

/** A lock of user `u1` whose rows are encrypted. */
export const lockRecord: LockRecord = {
  id: 'l1',
  userId: 'u1',
  kind: 'pin',
  salt: 'c2FsdA',
  iterations: 1_000,
  credentialId: null,
  iv: 'aXY',
  wrapped: 'd3JhcHBlZA',
  rows: 'sealed',
  tries: noTries,
};
const anew: Partial<LockRecord> = { wrapped: 'YW5ldw' };

/** The owner is signed in and confirmed, with their store open. */
export const confirmedStamp: LockStamp = {
  now: startedAt,
  platformNow: startedAt,
  heard: true,
  signedIn: 'confirmed',
  confirmedAt: startedAt,
  hasStore: true,
};
const alone: Partial<LockStamp> = { signedIn: 'no', hasStore: false };
const longAgo: Partial<LockStamp> = { ...alone, confirmedAt: startedAt - knownForMs - 1 };

type Unstamped<E> = E extends unknown ? Omit<E, keyof LockStamp> : never;
type Told = Unstamped<LockEvent> & Partial<LockStamp>;

type Plain = Exclude<
  LockEventType,
  | 'recalled'
  | 'setUp'
  | 'put'
  | 'open'
  | 'resume'
  | 'change'
  | 'takeOff'
  | 'written'
  | 'tried'
  | 'platformCounted'
  | 'rowsBrought'
  | 'givenUp'
  | 'entered'
  | 'left'
  | 'ownerGone'
  | 'timerFired'
>;
/** Every kind of event; what an event says is told apart where it matters. A new kind does not compile until there is an event for it. */
export type LockEventKey =
  | Plain
  | `recalled ${'none' | 'lock' | 'lost count'}`
  | `setUp${'' | ' unconfirmed' | ' display' | ' weak' | ' owing'}`
  | `put ${'ok' | 'failed'}`
  | `open${'' | ' too old' | ' maybe too old'}`
  | `resume ${'its key' | 'another’s' | 'too old'}`
  | `change${'' | ' weak' | ' alone'}`
  | `takeOff${'' | ' alone' | ' unconfirmed'}`
  | `written ${LockEventOf<'written'>['purpose']}`
  | `not written ${LockEventOf<'written'>['purpose']}`
  | `tried ${'right' | 'wrong'}`
  | `rewrapped`
  | `platformCounted ${'unknown' | 'more' | 'ten'}`
  | `rows ${'encrypted' | 'decrypted' | 'failed' | 'of another lock'}`
  | `givenUp ${'ok' | 'failed' | 'tenth'}`
  | `entered ${'owner' | 'another'}`
  | `left ${'user' | 'tenant' | 'expired'}`
  | `ownerGone ${'owner' | 'another'}`
  | `timerFired ${'in' | 'out'}`;

/** Situations with different possible events; finer than the states. */
export const lockSituations = [
  'unknown',
  'absent',
  'making',
  'making, overtaken',
  'writing',
  'writing, overtaken',
  'closed',
  'closed, shut',
  'closed, paused',
  'closed, tenth made',
  'opening, counting',
  'opening, closed in counting',
  'opening, trying',
  'opening, asking',
  'opening, tenth asking',
  'opening, overtaken',
  'open',
  'open, encrypting',
  'open, decrypting',
  'changing, counting',
  'changing, trying',
  'changing, writing',
  'changing, closed',
  'taking off, trying',
  'taking off, writing',
  'taking off, writing while encrypting',
  'taking off, closed',
  'taking off, closed in writing',
  'lost',
  'lost, closed',
  'removing',
] as const;
export type LockSituation = (typeof lockSituations)[number];

/** The machine with clocks that stand still. */
export interface LockStory {
  readonly tell: (event: Told) => readonly LockEffect[];
  readonly state: () => LockState;
}

/** A machine that was told nothing yet. */
export function lockStory(): LockStory {
  let state = initialLock;
  return {
    tell: (event) => {
      const step = stepLock(state, { ...confirmedStamp, ...event } as LockEvent); // the union, with its stamp restored
      state = step.state;
      return step.effects;
    },
    state: () => state,
  };
}

const recalled = (change: Partial<LockRecord> = {}): Told => ({ type: 'recalled', lock: { ...lockRecord, ...change } });
const setUp = (change: Partial<LockEventOf<'setUp'>> = {}): Told => ({
  type: 'setUp',
  userId: 'u1',
  isDisplay: false,
  isWeak: false,
  owesUnsent: false,
  ...change,
});
const written = (purpose: LockEventOf<'written'>['purpose'], problem: Problem | null = null): Told => {
  const tries = { wrong: 1, notBefore: startedAt + 1_000, seenAt: startedAt };
  const changes = {
    count: { tries },
    change: anew,
    takeOff: { rows: 'opening' },
    encrypted: { rows: 'sealed' },
    strengthened: anew,
  } as const;
  return { type: 'written', purpose, change: changes[purpose], problem, answers: purpose !== 'strengthened' };
};
const rows = (which: 'sealing' | 'opening', problem: Problem | null = null): Told => ({
  type: 'rowsBrought',
  lockId: 'l1',
  rows: which,
  problem,
  answers: true,
});
const left = (reason: LockEventOf<'left'>['reason']): Told => ({ type: 'left', reason, ...alone });
const right: Told = { type: 'tried', opened: { key } };
const rewrapped: Told = { type: 'tried', opened: { change: anew } };
const wrong: Told = { type: 'tried', opened: null };
const made: Told = { type: 'made', lock: { ...lockRecord, rows: 'sealing' }, key };
const opened: readonly Told[] = [recalled(), { type: 'open' }, written('count'), right];
const changing: readonly Told[] = [...opened, { type: 'change', isWeak: false }, written('count')];
const takingOff: readonly Told[] = [...opened, { type: 'takeOff' }, written('count')];
const nine = { wrong: 9, notBefore: 0, seenAt: 0 };

/** What brings a machine into each situation; it is never built by hand. */
const into: Readonly<Record<LockSituation, readonly Told[]>> = {
  unknown: [],
  absent: [{ type: 'recalled', lock: null }],
  making: [{ type: 'recalled', lock: null }, setUp()],
  'making, overtaken': [{ type: 'recalled', lock: null }, setUp(), left('user')],
  writing: [{ type: 'recalled', lock: null }, setUp(), made],
  'writing, overtaken': [{ type: 'recalled', lock: null }, setUp(), made, left('user')],
  closed: [recalled()],
  'closed, shut': [recalled({ shut: true })],
  'closed, paused': [recalled({ tries: { wrong: 3, notBefore: startedAt + 1, seenAt: 0 } })],
  'closed, tenth made': [recalled({ tries: { ...nine, wrong: 10 } })],
  'opening, counting': [recalled(), { type: 'open' }],
  'opening, closed in counting': [recalled(), { type: 'open' }, left('timeout')],
  'opening, trying': [recalled(), { type: 'open' }, written('count')],
  'opening, asking': [recalled(), { type: 'open' }, written('count'), wrong],
  'opening, tenth asking': [
    recalled({ tries: nine }),
    { type: 'open' },
    { ...written('count'), change: { tries: { ...nine, wrong: 10 } } } as Told, // of the same type
    wrong,
  ],
  'opening, overtaken': [recalled(), { type: 'open' }, written('count'), left('timeout')],
  open: opened,
  'open, encrypting': [recalled({ rows: 'sealing' }), ...opened.slice(1)],
  'open, decrypting': [recalled({ rows: 'opening' }), ...opened.slice(1)],
  'changing, counting': [...opened, { type: 'change', isWeak: false }],
  'changing, trying': changing,
  'changing, writing': [...changing, rewrapped],
  'changing, closed': [...changing, left('timeout')],
  'taking off, trying': takingOff,
  'taking off, writing': [...takingOff, right],
  'taking off, writing while encrypting': [recalled({ rows: 'sealing' }), ...takingOff.slice(1), right],
  'taking off, closed': [...takingOff, left('timeout')],
  'taking off, closed in writing': [...takingOff, right, left('timeout')],
  lost: [...opened, { type: 'startAnew' }],
  'lost, closed': [recalled(), { type: 'startAnew' }],
  removing: [recalled(), { type: 'ownerGone', userId: 'u1' }],
};

/** A machine in the situation. */
export function inLockSituation(situation: LockSituation): LockStory {
  const story = lockStory();
  for (const event of into[situation]) story.tell(event);
  return story;
}

const events: Readonly<Record<LockEventKey, Told>> = {
  'recalled none': { type: 'recalled', lock: null },
  'recalled lock': recalled(),
  'recalled lost count': recalled({ tries: lostTries }),
  setUp: setUp(),
  'setUp unconfirmed': { ...setUp(), signedIn: 'unconfirmed' },
  'setUp display': setUp({ isDisplay: true }),
  'setUp weak': setUp({ isWeak: true }),
  'setUp owing': setUp({ owesUnsent: true }),
  made,
  'put ok': { type: 'put', problem: null },
  'put failed': { type: 'put', problem: full },
  open: { type: 'open' },
  'open too old': { type: 'open', ...longAgo },
  'open maybe too old': { type: 'open', ...longAgo, heard: false },
  'resume its key': { type: 'resume', lockId: 'l1', key },
  'resume another’s': { type: 'resume', lockId: 'l2', key },
  'resume too old': { type: 'resume', lockId: 'l1', key, ...longAgo },
  change: { type: 'change', isWeak: false },
  'change weak': { type: 'change', isWeak: true },
  'change alone': { type: 'change', isWeak: false, ...alone },
  takeOff: { type: 'takeOff' },
  'takeOff alone': { type: 'takeOff', ...alone },
  'takeOff unconfirmed': { type: 'takeOff', signedIn: 'unconfirmed' },
  close: { type: 'close' },
  startAnew: { type: 'startAnew' },
  'written count': written('count'),
  'written change': written('change'),
  'written takeOff': written('takeOff'),
  'written encrypted': written('encrypted'),
  'written strengthened': written('strengthened'),
  'not written count': written('count', full),
  'not written change': written('change', full),
  'not written takeOff': written('takeOff', full),
  'not written encrypted': written('encrypted', full),
  'not written strengthened': written('strengthened', full),
  'tried right': right,
  'tried wrong': wrong,
  rewrapped,
  'platformCounted unknown': { type: 'platformCounted', wrong: 0 },
  'platformCounted more': { type: 'platformCounted', wrong: 5 },
  'platformCounted ten': { type: 'platformCounted', wrong: 10 },
  strengthened: { type: 'strengthened', from: lockRecord, change: anew },
  'rows encrypted': rows('sealing'),
  'rows decrypted': rows('opening'),
  'rows failed': rows('sealing', full),
  'rows of another lock': { ...rows('sealing'), lockId: 'l2' } as Told, // of the same type
  sessionLocked: { type: 'sessionLocked', ...alone },
  'givenUp ok': { type: 'givenUp', problem: null, refusal: null, ...alone },
  'givenUp failed': { type: 'givenUp', problem: full, refusal: null, ...alone },
  'givenUp tenth': { type: 'givenUp', problem: null, refusal: { why: 'lastWrong' }, ...alone },
  'entered owner': { type: 'entered', userId: 'u1' },
  'entered another': { type: 'entered', userId: 'u2' },
  'left user': left('user'),
  'left tenant': left('tenant'),
  'left expired': left('expired'),
  'ownerGone owner': { type: 'ownerGone', userId: 'u1' },
  'ownerGone another': { type: 'ownerGone', userId: 'u2' },
  'timerFired in': { type: 'timerFired' },
  'timerFired out': { type: 'timerFired', ...alone },
  stop: { type: 'stop' },
  broken: { type: 'broken' },
};
/** All kinds of event. */
export const lockEventKeys = Object.keys(events) as LockEventKey[]; // of the literal above

/** The event of a cell. */
export const lockEventFor = (name: LockEventKey): Told => events[name];
