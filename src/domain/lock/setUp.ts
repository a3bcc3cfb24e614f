import { answer, failure, refuse } from './answering.ts';
import { remove } from './closing.ts';
import type { LockEffect, LockEventOf, LockState, StateOf } from './types.ts';

/** How a lock comes to be. */

/** The first reason why no lock can be set up now, whether there is one or not. */
export function hindrance({ signedIn, hasStore, isDisplay }: LockEventOf<'setUp'>): 'unconfirmed' | 'display' | null {
  if (signedIn !== 'confirmed' || !hasStore) return 'unconfirmed';
  return isDisplay ? 'display' : null;
}

/** Without a lock: its key is made from the new secret. */
export function setUp(state: StateOf<'absent'>, event: LockEventOf<'setUp'>, effects: LockEffect[]): LockState {
  const why = hindrance(event) ?? (event.isWeak ? 'weak' : event.owesUnsent ? 'owesUnsent' : null);
  const { userId } = event;
  if (why !== null || userId === null) return refuse(state, why ?? 'unconfirmed', effects);
  effects.push({ type: 'make' });
  return { name: 'settingUp', userId, made: null, overtaken: false };
}

/** The new lock is written before anybody uses its key. */
export function made(state: StateOf<'settingUp'>, { lock, key }: LockEventOf<'made'>, effects: LockEffect[]): LockState {
  if (state.made !== null) return state;
  if (state.overtaken) return refuse({ name: 'absent' }, 'unconfirmed', effects);
  effects.push({ type: 'put', lock });
  return { ...state, made: { lock, key } };
}

/** The new lock stands. Pages get its key before the first row is encrypted: without it they would take such rows for damaged. */
export function putUp(state: StateOf<'settingUp'>, { problem }: LockEventOf<'put'>, effects: LockEffect[]): LockState {
  if (state.made === null) return state;
  const { lock, key } = state.made;
  if (problem !== null) {
    // It may be on the disk although only its side data found no space: remove it, as the user is told that there is no lock.
    effects.push({ type: 'put', lock: null });
    answer(effects, failure(problem));
    return { name: 'absent' };
  }
  if (state.overtaken) return remove({ name: 'closed', lock, key: null }, effects, { why: 'unconfirmed' });
  effects.push(
    { type: 'holdKey', key },
    { type: 'tellPages', key },
    { type: 'publish' },
    { type: 'bringRows', lockId: lock.id, rows: 'sealing', key, isNew: true, answers: true },
  );
  return { name: 'open', lock, key };
}
