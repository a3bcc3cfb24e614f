import { answer, ended, refuse, rest } from './answering.ts';
import { lose } from './closing.ts';
import { goIn, isTooOld, noted } from './inside.ts';
import { atLeast, beginTry, forgiven, triesAtMost } from './tries.ts';
import type { LockEffect, LockEventOf, LockStamp, LockState, StateOf, TryingState } from './types.ts';

/** Tries with a secret: to open a lock, to change its PIN, to take it off. */

/** Data are withheld for their age by the platform's clock only: on an estimate the lock stays closed and everything is kept. */
export function open(state: StateOf<'closed'>, event: LockEventOf<'open'>, effects: LockEffect[]): LockState {
  if (isTooOld(state.lock, event)) return refuse(state, event.heard ? 'tooOld' : 'maybeTooOld', effects);
  return begin(state, event, effects, (trial) => ({ ...state, name: 'opening', trial, overtaken: false }));
}

/** Another PIN: the old one is tried, whether the lock is open or closed. */
export function change(state: StateOf<'closed'> | StateOf<'open'>, event: LockEventOf<'change'>, effects: LockEffect[]): LockState {
  if (state.lock.kind !== 'pin') return refuse(state, 'noPin', effects);
  if (event.isWeak) return refuse(state, 'weak', effects);
  if (event.signedIn !== 'confirmed') return refuse(state, 'needsPlatform', effects);
  return begin(state, event, effects, (trial) => ({ ...state, name: 'changing', trial }));
}

/** The lock is taken off by whoever can open it once more. */
export function takeOff(state: StateOf<'open'>, event: LockEventOf<'takeOff'>, effects: LockEffect[]): LockState {
  if (!event.hasStore) return refuse(state, 'closed', effects);
  if (event.signedIn !== 'confirmed') return refuse(state, 'needsPlatform', effects);
  return begin(state, event, effects, (trial) => ({ ...state, name: 'takingOff', trial }));
}

/** A try begins with its count, which is on the disk before the secret is looked at. */
function begin(
  state: StateOf<'closed'> | StateOf<'open'>,
  { now }: LockStamp,
  effects: LockEffect[],
  trying: (trial: TryingState['trial']) => TryingState,
): LockState {
  const begun = beginTry(state.lock.tries, now);
  if (begun.allowed === 'never') return lose(state, effects, { why: 'lastWrong' });
  if (!begun.allowed) {
    answer(effects, { why: 'pause', waitMs: begun.waitMs });
    return state;
  }
  effects.push({ type: 'write', purpose: 'count', change: { tries: begun.counted }, answers: true });
  return trying({ step: 'counting', counted: begun.counted });
}

/** What a try waits for is written, or the disk refused. */
export function onWritten(state: TryingState, event: LockEventOf<'written'>, effects: LockEffect[]): LockState {
  const { purpose, problem } = event;
  const { step } = state.trial;
  if (purpose === 'encrypted' || purpose === 'strengthened') return noted(state, event, effects);
  if (step !== (purpose === 'count' ? 'counting' : 'writing')) return state;
  if (purpose === 'count') return onCounted(state, event, effects);
  if (problem !== null || purpose === 'change') return rest(noted(state, event, effects));
  const marked = rest(noted(state, { ...event, answers: false }, effects));
  if (marked.name === 'closed') return refuse(marked, 'overtaken', effects);
  effects.push({ type: 'bringRows', lockId: marked.lock.id, rows: 'opening', key: marked.key, isNew: false, answers: true });
  return marked;
}

/** A try that the disk refused to count is not made, and counts for nothing. */
function onCounted(state: TryingState, event: LockEventOf<'written'>, effects: LockEffect[]): LockState {
  const { counted } = state.trial;
  const { shut, tries: before } = state.lock;
  const { seenAt } = before;
  // Closed meanwhile: that moment is recorded with the count that came of it (`shut`, closing.ts).
  const isLater = shut === true && seenAt >= counted.seenAt;
  const tries = event.problem !== null ? before : isLater ? { ...counted, seenAt } : counted;
  if (isLater) effects.push({ type: 'note', change: { tries } });
  const lock = { ...state.lock, tries };
  if (event.problem !== null) return rest(noted({ ...state, lock }, event, effects));
  effects.push({ type: 'try', lock, rewraps: state.name === 'changing' });
  return { ...state, lock, trial: { step: 'trying', counted } };
}

/** The secret was tried: a right one is forgiven its wrong tries, of a wrong one the platform is told. */
export function tried(state: TryingState, { opened }: LockEventOf<'tried'>, effects: LockEffect[]): LockState {
  if (state.trial.step !== 'trying') return state;
  if (opened === null) {
    effects.push({ type: 'askPlatform', wrong: state.trial.counted.wrong });
    return { ...state, trial: { ...state.trial, step: 'asking' } };
  }
  const tries = forgiven(state.lock.tries);
  const lock = { ...state.lock, tries };
  effects.push({ type: 'note', change: { tries } }, { type: 'tellRight' });
  const trial = { ...state.trial, step: 'writing' } as const;
  if (state.name === 'changing' && 'change' in opened) {
    effects.push({ type: 'write', purpose: 'change', change: opened.change, answers: true });
    return { ...state, lock, trial };
  }
  if (state.name === 'takingOff' && state.key !== null) {
    effects.push({ type: 'write', purpose: 'takeOff', change: { rows: 'opening' }, answers: true });
    return { ...state, lock, trial };
  }
  // Closed once more while the secret was tried: closing wins, and the key is not kept.
  if (state.name !== 'opening' || state.overtaken || !('key' in opened)) return ended({ ...state, lock }, { why: 'overtaken' }, effects);
  const inside = goIn(lock, opened.key, effects);
  effects.push({ type: 'strengthen', lock });
  answer(effects, null);
  return inside;
}

/** The larger of both counts: the platform's cannot be reset from this device, and the device's works without the platform. */
export function platformCounted(state: TryingState, { wrong, now }: LockEventOf<'platformCounted'>, effects: LockEffect[]): LockState {
  if (state.trial.step !== 'asking') return state;
  const tries = atLeast(state.lock.tries, wrong, now);
  const lock = { ...state.lock, tries };
  // Also of the last one: the browser may end before the data is gone.
  if (tries !== state.lock.tries) effects.push({ type: 'note', change: { tries } });
  if (tries.wrong >= triesAtMost) return lose({ ...state, lock }, effects, { why: 'lastWrong' });
  effects.push({ type: 'publish' });
  return ended({ ...state, lock }, { why: 'wrong', left: triesAtMost - tries.wrong, lock }, effects);
}
