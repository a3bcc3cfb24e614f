import { answer, givenUpLate, gone, late, refuse, rest } from './answering.ts';
import { givenUp, left, lose, ownerGone, sessionLocked, stop, timerFired } from './closing.ts';
import { entered, resume, rowsBrought, strengthened, written } from './inside.ts';
import { hindrance, made, putUp, setUp } from './setUp.ts';
import { change, onWritten, open, platformCounted, takeOff, tried } from './trying.ts';
import { fromNow } from './tries.ts';
import type {
  LockEffect,
  LockEvent,
  LockEventOf,
  LockEventType,
  LockState,
  LockStateName,
  LockStep,
  PlainRefusal,
  StateOf,
} from './types.ts';

/**
 * The app lock's machine (D-31, G-5; SPEC.md): who may open it, how tries are counted, and when its key leaves the memory. Pure: the
 * clocks and what the session says come with each event, effects are data, and a key is a handle that passes through. A lock whose disk
 * does not answer is not "none".
 */
export function stepLock(state: LockState, event: LockEvent): LockStep {
  const effects: LockEffect[] = [];
  // The cell belongs to this state and event; TypeScript cannot relate the two lookups.
  const move = table[state.name][event.type] as ((state: LockState, event: LockEvent, effects: LockEffect[]) => LockState) | 'ignored';
  return { state: move === 'ignored' ? state : move(state, event, effects), effects };
}

/** Initial state of every machine. */
export const initialLock: LockState = { name: 'unknown' };

type Move<Name extends LockStateName, Type extends LockEventType> =
  | ((state: StateOf<Name>, event: LockEventOf<Type>, effects: LockEffect[]) => LockState)
  | 'ignored';
type Table = { readonly [Name in LockStateName]: { readonly [Type in LockEventType]: Move<Name, Type> } };

/** Cells in which nothing happens. */
function ignoring<Type extends LockEventType>(...types: readonly Type[]): Readonly<Record<Type, 'ignored'>> {
  return Object.fromEntries(types.map((type) => [type, 'ignored'])) as Record<Type, 'ignored'>; // of the types listed
}

/** A cell that only answers the act under way: that there is nothing to do, or why not. */
const done = <S extends LockState>(state: S, _event: LockEvent, effects: LockEffect[]): S => {
  answer(effects, null);
  return state;
};
const refusing =
  (why: PlainRefusal) =>
  <S extends LockState>(state: S, _event: LockEvent, effects: LockEffect[]): S =>
    refuse(state, why, effects);

/** A set-up where a lock stands already. */
const another = <S extends LockState>(state: S, event: LockEventOf<'setUp'>, effects: LockEffect[]): S =>
  refuse(state, hindrance(event) ?? 'exists', effects);

const giveUp = (state: StateOf<'closed'> | StateOf<'open'>, _event: LockEvent, effects: LockEffect[]): LockState =>
  lose(state, effects, null);

/** Acts where there is no lock to act on. */
const lockless = {
  open: done,
  resume: done,
  change: refusing('noPin'),
  takeOff: done,
  close: refusing('noLock'),
  startAnew: done,
  sessionLocked: done,
} as const;
/** An act is answered before the next one comes, so none comes while one is under way. */
const busy = ignoring('setUp', 'open', 'resume', 'change', 'takeOff', 'close', 'startAnew');
/** What late outcomes of a lock that has gone do. */
const orphans = {
  written: gone,
  tried: late,
  platformCounted: late,
  rowsBrought: gone,
  givenUp: givenUpLate,
} as const;
/** A try goes on, whatever its act is. */
const trying = {
  ...busy,
  ...ignoring('recalled', 'made', 'put', 'strengthened', 'givenUp', 'sessionLocked'),
  written: onWritten,
  tried,
  platformCounted,
  rowsBrought,
  entered,
  left,
  ownerGone,
  timerFired,
  stop,
  broken: rest,
} as const;

const overtaken = (state: StateOf<'settingUp'>): LockState => (state.overtaken ? state : { ...state, overtaken: true });

/** What every event does in every state; a missing cell does not compile. */
const table: Table = {
  unknown: {
    recalled: (_state, { lock, platformNow }, effects) => {
      if (lock === null) {
        effects.push({ type: 'publish' });
        return { name: 'absent' };
      }
      // An unknown count starts its pause now and keeps it across restarts.
      const tries = fromNow(lock.tries, platformNow);
      if (tries !== lock.tries) effects.push({ type: 'note', change: { tries } });
      effects.push({ type: 'dropKey' }, { type: 'publish' });
      return { name: 'closed', lock: { ...lock, tries }, key: null };
    },
    setUp: refusing('unconfirmed'),
    ...lockless,
    ...ignoring('made', 'put', 'written', 'tried', 'platformCounted', 'strengthened', 'rowsBrought', 'givenUp'),
    ...ignoring('entered', 'left', 'ownerGone', 'timerFired', 'stop', 'broken'),
  },
  absent: {
    setUp,
    ...lockless,
    ...orphans,
    ...ignoring('recalled', 'made', 'put', 'strengthened', 'entered', 'left', 'ownerGone', 'timerFired', 'stop', 'broken'),
  },
  settingUp: {
    ...busy,
    made,
    put: putUp,
    left: (state, { reason }) => (reason === 'tenant' || reason === 'role' ? state : overtaken(state)),
    // Rows of an earlier person may go at any time.
    ownerGone: (state, { userId }) => (state.userId === userId ? overtaken(state) : state),
    stop: overtaken,
    broken: () => ({ name: 'absent' }),
    ...ignoring('recalled', 'written', 'tried', 'platformCounted', 'strengthened', 'rowsBrought', 'sessionLocked'),
    ...ignoring('givenUp', 'entered', 'timerFired'),
  },
  closed: {
    setUp: another,
    open,
    resume,
    change,
    takeOff: refusing('closed'),
    close: done,
    startAnew: giveUp,
    sessionLocked: done,
    ...orphans,
    written,
    strengthened,
    rowsBrought,
    entered,
    left,
    ownerGone,
    timerFired,
    stop,
    ...ignoring('recalled', 'made', 'put', 'broken'),
  },
  opening: {
    ...trying,
    // No key waits for a sign-in, and its user is typing.
    timerFired: 'ignored',
  },
  open: {
    setUp: another,
    open: done,
    resume: done,
    change,
    takeOff,
    close: (state, _event, effects) => {
      effects.push({ type: 'lockSession' });
      return state;
    },
    startAnew: giveUp,
    sessionLocked,
    written,
    strengthened,
    rowsBrought,
    entered,
    left,
    ownerGone,
    timerFired,
    stop,
    ...ignoring('recalled', 'made', 'put', 'tried', 'platformCounted', 'givenUp', 'broken'),
  },
  changing: trying,
  takingOff: trying,
  lost: {
    ...busy,
    written,
    rowsBrought,
    givenUp,
    entered,
    left,
    ownerGone,
    timerFired,
    stop,
    broken: rest,
    ...ignoring('recalled', 'made', 'put', 'tried', 'platformCounted', 'strengthened', 'sessionLocked'),
  },
  removing: {
    setUp: another,
    ...lockless,
    ...orphans,
    put: (state, { problem }) => (problem === null ? { name: 'absent' } : { ...state, name: 'closed' }),
    ...ignoring('recalled', 'made', 'strengthened', 'entered', 'left', 'ownerGone', 'timerFired', 'stop', 'broken'),
  },
};
