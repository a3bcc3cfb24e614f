import { expect, it } from 'vitest';
import { lockCellOf } from '../../../tests/builders/lockCell.ts';
import {
  inLockSituation,
  type LockEventKey,
  type LockSituation,
  lockEventFor,
  lockEventKeys,
  lockSituations,
} from '../../../tests/builders/lockSituations.ts';

/** What comes of which events in a situation (`lockCellOf`); `as`: all others do what they do in that situation, or nothing at all. */
interface Row {
  readonly as?: LockSituation;
  readonly cells: Readonly<Record<string, readonly LockEventKey[]>>;
}

const openings = ['open', 'open too old', 'open maybe too old'] as const satisfies readonly LockEventKey[];
const resumes = ['resume its key', 'resume another’s', 'resume too old'] as const satisfies readonly LockEventKey[];
const takeOffs = ['takeOff', 'takeOff alone', 'takeOff unconfirmed'] as const satisfies readonly LockEventKey[];
const awaitedWrites = [
  'written count',
  'written change',
  'written takeOff',
  'not written count',
  'not written change',
  'not written takeOff',
] as const satisfies readonly LockEventKey[];
const counts = ['platformCounted unknown', 'platformCounted more', 'platformCounted ten'] as const satisfies readonly LockEventKey[];
const outcomes = ['tried right', 'tried wrong', 'rewrapped'] as const satisfies readonly LockEventKey[];

/** Every situation against every event: what stands in no cell is tested to do nothing. */
const table: Readonly<Record<LockSituation, Row>> = {
  unknown: {
    cells: {
      absent: ['recalled none'],
      'closed: dropKey': ['recalled lock'],
      'closed: note:tries dropKey': ['recalled lost count'],
      '=: refuse:unconfirmed': ['setUp', 'setUp unconfirmed', 'setUp display', 'setUp weak', 'setUp owing'],
      '=: done': [...openings, ...resumes, ...takeOffs, 'startAnew', 'sessionLocked'],
      '=: refuse:noPin': ['change', 'change weak', 'change alone'],
      '=: refuse:noLock': ['close'],
    },
  },
  absent: {
    as: 'unknown',
    cells: {
      'settingUp: make': ['setUp'],
      '=: refuse:display': ['setUp display'],
      '=: refuse:weak': ['setUp weak'],
      '=: refuse:owesUnsent': ['setUp owing'],
      '=: refuse:overtaken': [
        'written count',
        'written change',
        'not written count',
        'not written change',
        'written encrypted',
        'not written encrypted',
        ...outcomes,
        ...counts,
        'rows encrypted',
        'rows failed',
        'rows of another lock',
      ],
      // What was asked for: no lock stands.
      '=: done': ['givenUp ok', 'written takeOff', 'not written takeOff', 'rows decrypted'],
      '=: refuse:failed': ['givenUp failed'],
      '=: refuse:lastWrong': ['givenUp tenth'],
      '-': ['recalled none', 'recalled lock', 'recalled lost count'],
    },
  },
  making: {
    cells: {
      '~: put': ['made'],
      'settingUp overtaken': ['left user', 'left expired', 'ownerGone owner', 'stop'],
      absent: ['broken'],
    },
  },
  writing: {
    as: 'making',
    cells: {
      'open sealing key: holdKey tellPages:key bringRows:sealing new': ['put ok'],
      'absent: remove refuse:failed': ['put failed'],
      '-': ['made'],
    },
  },
  'making, overtaken': {
    as: 'making',
    cells: {
      'absent: refuse:unconfirmed': ['made'],
      '-': ['left user', 'left expired', 'ownerGone owner', 'stop'],
    },
  },
  'writing, overtaken': {
    as: 'writing',
    cells: {
      'removing sealing: remove freeKey tellPages:none refuse:unconfirmed': ['put ok'],
      '-': ['left user', 'left expired', 'ownerGone owner', 'stop'],
    },
  },
  closed: {
    cells: {
      '=: refuse:exists': ['setUp', 'setUp weak', 'setUp owing'],
      '=: refuse:unconfirmed': ['setUp unconfirmed'],
      '=: refuse:display': ['setUp display'],
      'opening counting: write:count': ['open'],
      '=: refuse:tooOld': ['open too old'],
      '=: refuse:maybeTooOld': ['open maybe too old'],
      'open key: holdKey keepNoRemains letIn rememberAnew done': ['resume its key'],
      '=: done': [
        'resume another’s',
        'resume too old',
        'close',
        'rows encrypted',
        'rows decrypted',
        'rows of another lock',
        'sessionLocked',
        'givenUp ok',
      ],
      'changing counting: write:count': ['change'],
      '=: refuse:weak': ['change weak'],
      '=: refuse:needsPlatform': ['change alone'],
      '=: refuse:closed': [...takeOffs],
      'lost: giveUp': ['startAnew'],
      '=: refuse:overtaken': [...awaitedWrites, ...outcomes, ...counts],
      '~: done': ['written encrypted'],
      '~': ['written strengthened', 'stop'],
      '=: refuse:failed': ['not written encrypted', 'rows failed', 'givenUp failed'],
      '=': ['not written strengthened', 'left expired'],
      '=: write:strengthened': ['strengthened'],
      '=: refuse:lastWrong': ['givenUp tenth'],
      'removing: remove freeKey tellPages:none': ['entered another', 'ownerGone owner'],
      '~: dropKey note:shut note:tries': ['left user', 'timerFired out'],
    },
  },
  'closed, shut': {
    as: 'closed',
    cells: {
      '=: done': ['resume its key'],
    },
  },
  'closed, paused': {
    as: 'closed',
    cells: {
      '=: refuse:pause': ['open', 'change'],
    },
  },
  'closed, tenth made': {
    as: 'closed',
    cells: {
      'lost: giveUp': ['open', 'change'],
    },
  },
  'opening, counting': {
    cells: {
      'opening trying: try': ['written count'],
      '~: done': ['written encrypted'],
      '~': ['written strengthened'],
      'closed: refuse:failed': ['not written count'],
      '=: refuse:failed': ['not written encrypted', 'rows failed'],
      '=': ['not written strengthened', 'left expired'],
      '=: done': ['rows encrypted', 'rows decrypted', 'rows of another lock'],
      'removing: remove freeKey tellPages:none': ['entered another', 'ownerGone owner'],
      'opening counting overtaken: dropKey note:shut': ['left user'],
      'opening counting overtaken': ['stop'],
      closed: ['broken'],
    },
  },
  'opening, closed in counting': {
    as: 'opening, counting',
    cells: {
      'opening trying overtaken: note:tries try': ['written count'],
      'closed: note:tries refuse:failed': ['not written count'],
      '~: dropKey note:shut': ['left user'],
      '~': ['written strengthened', 'stop'],
    },
  },
  'opening, trying': {
    as: 'opening, counting',
    cells: {
      'open key: note:tries tellRight holdKey keepNoRemains letIn rememberAnew strengthen done': ['tried right'],
      'opening asking: askPlatform': ['tried wrong'],
      'closed: note:tries tellRight refuse:overtaken': ['rewrapped'],
      'opening trying overtaken: dropKey note:shut note:tries': ['left user'],
      'opening trying overtaken': ['stop'],
      '-': ['written count', 'not written count'],
    },
  },
  'opening, asking': {
    as: 'opening, counting',
    cells: {
      'closed: refuse:wrong': ['platformCounted unknown'],
      'closed: note:tries refuse:wrong': ['platformCounted more'],
      // Before anything goes: a browser that ends meanwhile finds no further try.
      'lost: note:tries giveUp': ['platformCounted ten'],
      'opening asking overtaken: dropKey note:shut note:tries': ['left user'],
      'opening asking overtaken': ['stop'],
      '-': ['written count', 'not written count'],
    },
  },
  'opening, tenth asking': {
    as: 'opening, asking',
    cells: {
      'lost: giveUp': ['platformCounted unknown', 'platformCounted more', 'platformCounted ten'],
    },
  },
  'opening, overtaken': {
    as: 'opening, trying',
    cells: {
      'closed: note:tries tellRight refuse:overtaken': ['tried right'],
      'opening asking overtaken: askPlatform': ['tried wrong'],
      '~: dropKey note:shut note:tries': ['left user'],
      '~': ['stop'],
    },
  },
  open: {
    cells: {
      '=: refuse:exists': ['setUp', 'setUp weak', 'setUp owing'],
      '=: refuse:unconfirmed': ['setUp unconfirmed'],
      '=: refuse:display': ['setUp display'],
      '=: done': [...openings, ...resumes, 'rows encrypted', 'rows decrypted', 'rows of another lock'],
      'changing counting key: write:count': ['change'],
      '=: refuse:weak': ['change weak'],
      '=: refuse:needsPlatform': ['change alone', 'takeOff unconfirmed'],
      'takingOff counting key: write:count': ['takeOff'],
      '=: refuse:closed': ['takeOff alone'],
      '=: lockSession': ['close'],
      'lost key: giveUp': ['startAnew'],
      '=: refuse:overtaken': [...awaitedWrites],
      '~: done': ['written encrypted'],
      '~': ['written strengthened'],
      '=: refuse:failed': ['not written encrypted', 'rows failed'],
      '=': ['not written strengthened', 'left expired'],
      '=: write:strengthened': ['strengthened'],
      'closed: dropKey note:shut note:tries done': ['sessionLocked'],
      'removing: remove freeKey tellPages:none': ['entered another', 'ownerGone owner'],
      'closed: dropKey note:shut note:tries': ['left user', 'timerFired out'],
      closed: ['stop'],
    },
  },
  'open, encrypting': {
    as: 'open',
    cells: {
      'changing counting sealing key: write:count': ['change'],
      'takingOff counting sealing key: write:count': ['takeOff'],
      'lost sealing key: giveUp': ['startAnew'],
      'open key: done': ['written encrypted'],
      '=: write:encrypted': ['rows encrypted'],
      'closed sealing: dropKey note:shut note:tries done': ['sessionLocked'],
      '=: bringRows:sealing': ['entered owner'],
      'removing sealing: remove freeKey tellPages:none': ['entered another', 'ownerGone owner'],
      'closed sealing: dropKey note:shut note:tries': ['left user', 'timerFired out'],
      'closed sealing': ['stop'],
    },
  },
  'open, decrypting': {
    as: 'open',
    cells: {
      'changing counting opening key: write:count': ['change'],
      'takingOff counting opening key: write:count': ['takeOff'],
      'lost opening key: giveUp': ['startAnew'],
      'open key: done': ['written encrypted'],
      'removing opening: remove freeKey tellPages:none done': ['rows decrypted'],
      'closed opening: dropKey note:shut note:tries done': ['sessionLocked'],
      '=: bringRows:opening': ['entered owner'],
      'removing opening: remove freeKey tellPages:none': ['entered another', 'ownerGone owner'],
      'closed opening: dropKey note:shut note:tries': ['left user', 'timerFired out'],
      'closed opening': ['stop'],
    },
  },
  'changing, counting': {
    cells: {
      'changing trying key: rewrap': ['written count'],
      '~: done': ['written encrypted'],
      '~': ['written strengthened'],
      'open key: refuse:failed': ['not written count'],
      '=: refuse:failed': ['not written encrypted', 'rows failed'],
      '=': ['not written strengthened', 'left expired'],
      '=: done': ['rows encrypted', 'rows decrypted', 'rows of another lock'],
      'removing: remove freeKey tellPages:none': ['entered another', 'ownerGone owner'],
      'changing counting: dropKey note:shut': ['left user', 'timerFired out'],
      'changing counting': ['stop'],
      'open key': ['broken'],
    },
  },
  'changing, trying': {
    as: 'changing, counting',
    cells: {
      'open key: note:tries tellRight refuse:overtaken': ['tried right'],
      'changing asking key: askPlatform': ['tried wrong'],
      'changing writing key: note:tries tellRight write:change': ['rewrapped'],
      'changing trying: dropKey note:shut note:tries': ['left user', 'timerFired out'],
      'changing trying': ['stop'],
      '-': ['written count', 'not written count'],
    },
  },
  'changing, writing': {
    as: 'changing, counting',
    cells: {
      'open key: done': ['written change'],
      'open opening key: bringRows:opening': ['written takeOff'],
      'open key: refuse:failed': ['not written change', 'not written takeOff'],
      'changing writing: dropKey note:shut note:tries': ['left user', 'timerFired out'],
      'changing writing': ['stop'],
      '-': ['written count', 'not written count'],
    },
  },
  'changing, closed': {
    as: 'changing, trying',
    cells: {
      'closed: note:tries tellRight refuse:overtaken': ['tried right'],
      'changing asking: askPlatform': ['tried wrong'],
      'changing writing: note:tries tellRight write:change': ['rewrapped'],
      '~: dropKey note:shut note:tries': ['left user', 'timerFired out'],
      '~': ['stop'],
      closed: ['broken'],
    },
  },
  'taking off, trying': {
    as: 'changing, trying',
    cells: {
      'takingOff writing key: note:tries tellRight write:takeOff': ['tried right', 'rewrapped'],
      'takingOff asking key: askPlatform': ['tried wrong'],
      'takingOff trying: dropKey note:shut note:tries': ['left user', 'timerFired out'],
      'takingOff trying': ['stop'],
    },
  },
  'taking off, writing': {
    as: 'taking off, trying',
    cells: {
      'open key: done': ['written change'],
      'open opening key: bringRows:opening': ['written takeOff'],
      'open key: refuse:failed': ['not written change', 'not written takeOff'],
      'takingOff writing: dropKey note:shut note:tries': ['left user', 'timerFired out'],
      'takingOff writing': ['stop'],
      '-': [...outcomes],
    },
  },
  'taking off, writing while encrypting': {
    as: 'taking off, writing',
    cells: {
      // The order to decrypt them is on its way to the disk: the mark that they are encrypted must not follow it.
      '=: done': ['rows encrypted', 'rows decrypted', 'rows of another lock'],
      'takingOff writing key: done': ['written encrypted'],
      '=: bringRows:sealing': ['entered owner'],
      'open sealing key: done': ['written change'],
      'open sealing key: refuse:failed': ['not written change', 'not written takeOff'],
      'open sealing key': ['broken'],
      'takingOff writing sealing: dropKey note:shut note:tries': ['left user', 'timerFired out'],
      'takingOff writing sealing': ['stop'],
      'removing sealing: remove freeKey tellPages:none': ['entered another', 'ownerGone owner'],
    },
  },
  'taking off, closed': {
    as: 'taking off, trying',
    cells: {
      'closed: note:tries tellRight refuse:overtaken': ['tried right', 'rewrapped'],
      'takingOff asking: askPlatform': ['tried wrong'],
      '~: dropKey note:shut note:tries': ['left user', 'timerFired out'],
      '~': ['stop'],
      closed: ['broken'],
    },
  },
  'taking off, closed in writing': {
    as: 'taking off, closed',
    cells: {
      'closed: done': ['written change'],
      'closed opening: refuse:overtaken': ['written takeOff'],
      'closed: refuse:failed': ['not written change', 'not written takeOff'],
      '-': [...outcomes],
    },
  },
  lost: {
    as: 'changing, counting',
    cells: {
      '=: refuse:overtaken': [...awaitedWrites],
      'removing: remove freeKey tellPages:none done': ['givenUp ok'],
      'open key: refuse:failed': ['givenUp failed'],
      'removing: remove freeKey tellPages:none refuse:lastWrong': ['givenUp tenth'],
      'lost: dropKey note:shut note:tries': ['left user', 'timerFired out'],
      lost: ['stop'],
    },
  },
  'lost, closed': {
    as: 'lost',
    cells: {
      'closed: refuse:failed': ['givenUp failed'],
      '~: dropKey note:shut note:tries': ['left user', 'timerFired out'],
      '~': ['stop'],
      closed: ['broken'],
    },
  },
  removing: {
    as: 'absent',
    cells: {
      '=: refuse:exists': ['setUp', 'setUp weak', 'setUp owing'],
      absent: ['put ok'],
      closed: ['put failed'],
    },
  },
};

/** The cells of a situation by event. */
function cellsOf(situation: LockSituation): Partial<Record<LockEventKey, string>> {
  const { as, cells } = table[situation];
  const own = Object.entries(cells).flatMap(([cell, keys]) => keys.map((key) => [key, cell] as const));
  return { ...(as === undefined ? {} : cellsOf(as)), ...Object.fromEntries(own) };
}

it.each(lockSituations)('%s', { tags: ['D-31', 'G-5'] }, (situation) => {
  const cells = cellsOf(situation);
  const found = lockEventKeys.map((key) => [key, lockCellOf(inLockSituation(situation), lockEventFor(key))]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(lockEventKeys.map((key) => [key, cells[key] ?? '-'])));
});
