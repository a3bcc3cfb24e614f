import { answer, ended, failure } from './answering.ts';
import { lockNow } from './tries.ts';
import type { HeldState, LockEffect, LockEventOf, LockRefusal, LockStamp, LockState, StandingState, StateOf } from './types.ts';

/** How a lock closes, is given up, and goes. */

/**
 * How long the key is kept for the next sign-in after the platform ended a session, or after unlocking showed the session to be over,
 * milliseconds.
 */
export const keptForSignInMs = 10 * 60_000;

/** The session was left. Moving to another tenant or role closes nothing; where the platform ended it, the key waits for the sign-in. */
export function left(state: StandingState, event: LockEventOf<'left'>, effects: LockEffect[]): LockState {
  if (event.reason === 'tenant' || event.reason === 'role') return state;
  if (event.reason !== 'expired') return shut(state, event, effects);
  effects.push({ type: 'schedule', delayMs: keptForSignInMs });
  return state;
}

/** The sign-in that the key waited for did not come. */
export function timerFired(state: StandingState, event: LockEventOf<'timerFired'>, effects: LockEffect[]): LockState {
  return event.signedIn === 'no' ? shut(state, event, effects) : state;
}

/** Closes the lock, so that only its secret opens it. The moment is recorded: setting the clock back later gains nothing. */
function shut(state: StandingState, { now }: LockStamp, effects: LockEffect[]): LockState {
  const { tries: before } = state.lock;
  const tries = { ...before, seenAt: lockNow(before, now) };
  // Written alone and first: a count needs time for its MAC, and the browser may end at any moment.
  effects.push({ type: 'cancel' }, { type: 'dropKey' }, { type: 'note', change: { shut: true } });
  // A count on its way may be refused by the disk: what becomes of it is known once it was written (`onWritten`).
  if (!('trial' in state && state.trial.step === 'counting')) effects.push({ type: 'note', change: { tries } });
  effects.push({ type: 'publish' });
  return withoutKey({ ...state, lock: { ...state.lock, shut: true, tries } });
}

/** The same state without its key; an opening is overtaken. */
function withoutKey(state: StandingState): LockState {
  if (state.name === 'open') return { name: 'closed', lock: state.lock, key: null };
  return state.name === 'opening' ? { ...state, overtaken: true } : { ...state, key: null };
}

/** The hub ends, and the key with it. */
export function stop(state: StandingState, _event: LockEventOf<'stop'>, effects: LockEffect[]): LockState {
  effects.push({ type: 'cancel' });
  return withoutKey(state);
}

/** Closed by hand: the session goes first. One that was not confirmed has not left, and the lock closes all the same. */
export function sessionLocked(state: StateOf<'open'>, event: LockEventOf<'sessionLocked'>, effects: LockEffect[]): LockState {
  const closed = shut(state, event, effects);
  answer(effects, null);
  return closed;
}

/** Ends the session first and deletes the rows; while the lock stands nobody gets in without its secret, even if this is interrupted. */
export function lose({ lock, key }: HeldState, effects: LockEffect[], refusal: LockRefusal | null): LockState {
  effects.push({ type: 'giveUp', lock, refusal });
  return { name: 'lost', lock, key };
}

/** The lock goes last, and stays while what waits to be sent could be opened by it alone. */
export function givenUp(state: StateOf<'lost'>, { problem, refusal }: LockEventOf<'givenUp'>, effects: LockEffect[]): LockState {
  const said = refusal ?? failure(problem);
  return problem === null ? remove(state, effects, said) : ended(state, said, effects);
}

/** The rows are gone, and the lock with them. */
export function ownerGone<S extends HeldState>(state: S, { userId }: LockEventOf<'ownerGone'>, effects: LockEffect[]): LockState {
  return state.lock.userId === userId ? remove(state, effects) : state;
}

/** Takes the key and then the record; pages hear of it once the disk has. `said`: what an act that waits for it is answered then. */
export function remove({ lock }: HeldState, effects: LockEffect[], ...said: readonly (LockRefusal | null)[]): LockState {
  effects.push({ type: 'cancel' }, { type: 'put', lock: null }, { type: 'freeKey' }, { type: 'tellPages', key: null }, { type: 'publish' });
  for (const refusal of said) answer(effects, refusal);
  return { name: 'removing', lock, key: null };
}
