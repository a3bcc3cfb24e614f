import type { LockKey } from '../../contracts/lock.ts';
import { knownForMs } from '../session/limits.ts';
import { answer, failure, late } from './answering.ts';
import { keptForSignInMs, remove } from './closing.ts';
import type { LockRecord } from './record.ts';
import { lockNow } from './tries.ts';
import type { HeldState, LockEffect, LockEventOf, LockStamp, LockState, StateOf } from './types.ts';

/** What an open lock does: it lets its owner in, and brings the rows into their form. */

/** Whether the platform has not confirmed the person for 72 hours, by a clock that never goes back. */
export function isTooOld({ tries }: LockRecord, { signedIn, confirmedAt, platformNow }: LockStamp): boolean {
  return signedIn === 'no' && confirmedAt !== null && lockNow(tries, platformNow) - confirmedAt > knownForMs;
}

/** A key that a page has left opens its own lock only, and only if that closed because its hub ended. */
export function resume(state: StateOf<'closed'>, event: LockEventOf<'resume'>, effects: LockEffect[]): LockState {
  const { lock } = state;
  const mayOpen = lock.shut !== true && lock.id === event.lockId && !isTooOld(lock, event);
  const inside = mayOpen ? goIn(lock, event.key, effects) : state;
  answer(effects, null);
  return inside;
}

/** The lock is open. */
export function goIn(lock: LockRecord, key: LockKey, effects: LockEffect[]): LockState {
  const isShut = lock.shut === true;
  effects.push({ type: 'holdKey', key }, { type: 'keepNoRemains', userId: lock.userId });
  if (isShut) effects.push({ type: 'note', change: { shut: false } });
  effects.push(
    { type: 'schedule', delayMs: keptForSignInMs },
    { type: 'letIn', key },
    // Together with the session: in between, pages would see nobody signed in and go to the sign-in page.
    { type: 'publish' },
    { type: 'rememberAnew' },
  );
  return { name: 'open', lock: isShut ? { ...lock, shut: false } : lock, key };
}

/** Another PIN may have been chosen, or another lock set up, while the secret was judged. */
export function strengthened<S extends HeldState>(state: S, { from, change }: LockEventOf<'strengthened'>, effects: LockEffect[]): S {
  if (state.lock.id === from.id && state.lock.wrapped === from.wrapped)
    effects.push({ type: 'write', purpose: 'strengthened', change, answers: false });
  return state;
}

/** A change of the record is on the disk, or the disk refused. */
export function noted<S extends HeldState>(state: S, event: LockEventOf<'written'>, effects: LockEffect[]): S {
  effects.push({ type: 'publish' });
  if (event.answers) answer(effects, failure(event.problem));
  return event.problem === null ? { ...state, lock: { ...state.lock, ...event.change } } : state;
}

/** What no try waits for is noted; a try that waited has gone with its lock. */
export function written<S extends HeldState>(state: S, event: LockEventOf<'written'>, effects: LockEffect[]): S {
  return event.purpose === 'encrypted' || event.purpose === 'strengthened' ? noted(state, event, effects) : late(state, event, effects);
}

/** Rows that an earlier hub did not finish are gone on with. A lock that outlived its owner's rows must not cover another person's. */
export function entered<S extends HeldState>(state: S, { userId }: LockEventOf<'entered'>, effects: LockEffect[]): LockState {
  const { lock, key } = state;
  if (lock.userId !== userId) return remove(state, effects);
  if (key !== null && lock.rows !== 'sealed')
    effects.push({ type: 'bringRows', lockId: lock.id, rows: lock.rows, key, isNew: false, answers: false });
  return state;
}

/** Rows are marked as encrypted also behind a lock that has closed meanwhile; a lock is taken off only while it is open. */
export function rowsBrought(state: HeldState, event: LockEventOf<'rowsBrought'>, effects: LockEffect[]): LockState {
  const { problem, answers } = event;
  // The order to decrypt them is being written: a mark that they are encrypted would undo it.
  const isLate = event.rows === 'sealing' && state.name === 'takingOff' && state.trial.step === 'writing';
  const isWanted = problem === null && state.lock.id === event.lockId && state.lock.rows === event.rows && !isLate;
  if (isWanted && event.rows === 'sealing') {
    effects.push({ type: 'write', purpose: 'encrypted', change: { rows: 'sealed' }, answers });
    return state;
  }
  if (isWanted && state.key !== null && state.name !== 'lost') return remove(state, effects, ...(answers ? [null] : []));
  if (answers) answer(effects, isWanted ? { why: 'overtaken' } : failure(problem));
  return state;
}
