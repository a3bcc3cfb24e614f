import type { Problem } from '../../contracts/problem.ts';
import type { HeldState, LockEffect, LockEventOf, LockRefusal, LockState, PlainRefusal, StateOf } from './types.ts';

/** How acts end in the lock's machine. */

/** The refusal that a failed effect stands for; null if it did not fail. */
export const failure = (problem: Problem | null): LockRefusal | null => (problem === null ? null : { why: 'failed', problem });

/** Answers the act under way. */
export function answer(effects: LockEffect[], refusal: LockRefusal | null): void {
  effects.push({ type: 'answer', refusal });
}

/** Refuses the act under way; the state stays. */
export function refuse<S extends LockState>(state: S, why: PlainRefusal, effects: LockEffect[]): S {
  answer(effects, { why });
  return state;
}

/** Where a try or an interrupted act ends: open if the key is still here. */
export function rest({ lock, key }: HeldState): StateOf<'closed'> | StateOf<'open'> {
  return key === null ? { name: 'closed', lock, key } : { name: 'open', lock, key };
}

/** The act under way is over, with this answer. */
export function ended(state: HeldState, refusal: LockRefusal | null, effects: LockEffect[]): LockState {
  answer(effects, refusal);
  return rest(state);
}

/** An outcome that nothing in this state waits for: the act that does is told that it was overtaken, and nothing opens. */
export function late<S extends LockState>(
  state: S,
  event: LockEventOf<'written' | 'tried' | 'platformCounted' | 'rowsBrought'>,
  effects: LockEffect[],
): S {
  const isAwaited = 'answers' in event ? event.answers : true;
  return isAwaited ? refuse(state, 'overtaken', effects) : state;
}

/** An outcome that arrives after its lock has gone. Whoever was taking it off has what they asked for. */
export function gone<S extends LockState>(state: S, event: LockEventOf<'written' | 'rowsBrought'>, effects: LockEffect[]): S {
  const tookOff = event.type === 'written' ? event.purpose === 'takeOff' : event.rows === 'opening';
  if (!tookOff) return late(state, event, effects);
  if (event.answers) answer(effects, null);
  return state;
}

/** Given up, and the rows took the lock with them already. */
export function givenUpLate<S extends LockState>(state: S, { problem, refusal }: LockEventOf<'givenUp'>, effects: LockEffect[]): S {
  answer(effects, refusal ?? failure(problem));
  return state;
}
