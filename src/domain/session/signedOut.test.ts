import { describe, expect, it } from 'vitest';
import type { ProblemCode } from '../../contracts/problem.ts';
import { initialSession, stepSession } from './machine.ts';
import type { SessionEffect, SessionEvent, SessionState } from './types.ts';

type Unstamped<E> = E extends unknown ? Omit<E, 'now' | 'confirmedNow'> : never;

/** No one is signed in, and the platform refused or was unreachable at start. */
function nobody(atStart: ProblemCode) {
  let state: SessionState = initialSession;
  const tell = (event: Unstamped<SessionEvent>): readonly SessionEffect[] => {
    const done = stepSession(state, { ...event, now: 1_000_000_000, confirmedNow: 1_000_000_000 } as SessionEvent); // the union, with its stamp restored
    state = done.state;
    return done.effects;
  };
  tell({ type: 'begin', remembered: null, logoutPending: null });
  tell({ type: 'meFailed', code: atStart });
  return { tell, state: () => state };
}
const waits = (effects: readonly SessionEffect[]): boolean => effects.some(({ type }) => type === 'schedule');

describe('who is asked for where nobody is in', { tags: ['C-52', 'F-22'] }, () => {
  it('a platform that could not be reached at the start is asked again, since a session may exist, until it refuses', () => {
    const { tell, state } = nobody('network');
    expect(state()).toMatchObject({ name: 'signedOut', unsure: true });
    tell({ type: 'timerFired' });
    expect(waits(tell({ type: 'meFailed', code: 'network' }))).toBe(true);
    expect(state()).toMatchObject({ unsure: true, tries: 2 });
    tell({ type: 'timerFired' });
    expect(waits(tell({ type: 'meFailed', code: 'unauthenticated' }))).toBe(false);
    expect(state()).toMatchObject({ unsure: false, asking: false });
  });

  it('whoever has just signed in and cannot be asked for stays at the door: nothing is asked by itself', () => {
    const { tell, state } = nobody('unauthenticated');
    tell({ type: 'entered' });
    expect(state()).toMatchObject({ asking: true, unsure: false });
    expect(waits(tell({ type: 'meFailed', code: 'network' }))).toBe(false);
    expect(state()).toMatchObject({ asking: false, unsure: false, tries: 0 });
  });
});
