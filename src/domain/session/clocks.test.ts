import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Tenant, User } from '../../contracts/session.ts';
import { compareClocks, confirmedNow, hearServer, startClock, steadyNow } from '../clock/deviceClock.ts';
import { timeoutAfterMs, warnAfterMs } from './limits.ts';
import { initialSession, stepSession } from './machine.ts';
import type { SessionEvent, SessionState } from './types.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const yearMs = 365 * 24 * hourMs;
const user: User = { id: 'u-operator', email: 'operator@ukweli.example', role: 'operator', tenantId: 'demo', name: 'Wanjiru Kamau' };
const tenant: Tenant = {
  tenantId: 'demo',
  name: 'Demo',
  place: 'Nairobi',
  region: 'af-south-1',
  currency: 'KES',
  timeZone: 'Africa/Nairobi',
};
type Unstamped<E> = E extends unknown ? Omit<E, 'now' | 'confirmedNow'> : never;

/** A person at a device with two clocks, wired as in the hub: timers use the monotonic clock, and each reading may report a jump. */
function atDevice(options: { readonly up: boolean } = { up: true }) {
  let trueMs = Date.UTC(2026, 10, 21, 8);
  let wallAheadMs = 0;
  let mono = 5_000;
  let { up } = options;
  let clock = startClock(null, { wall: trueMs, mono });
  let state: SessionState = initialSession;
  let timerAt: number | null = null;
  const reading = () => ({ wall: trueMs + wallAheadMs, mono });
  const look = (): void => {
    const compared = compareClocks(clock, reading());
    clock = compared.clock;
    if (compared.jumped) step({ type: 'clockDoubted' });
  };
  const step = (event: Unstamped<SessionEvent>): void => {
    const done = stepSession(state, { ...event, now: steadyNow(clock, mono), confirmedNow: confirmedNow(clock, mono) } as SessionEvent); // the union, with its stamps restored
    state = done.state;
    for (const effect of done.effects) {
      if (effect.type === 'schedule') timerAt = mono + effect.delayMs;
      if (effect.type === 'cancel') timerAt = null;
      if (effect.type === 'loadMe') answer(() => ({ type: 'meAnswered', user, tenant, expiresAt: trueMs + 15 * minuteMs }), 'meFailed');
      if (effect.type === 'refresh') answer(() => ({ type: 'refreshAnswered', expiresAt: trueMs + 15 * minuteMs }), 'refreshFailed');
    }
  };
  /** Every answer reports the server time first. */
  const answer = (good: () => Unstamped<SessionEvent>, failed: 'meFailed' | 'refreshFailed'): void => {
    if (!up) return tell({ type: failed, code: 'network' });
    mono += 20;
    trueMs += 20;
    look();
    const heard = hearServer(clock, trueMs - 10, reading(), 20);
    clock = heard.clock;
    if (heard.settled) step({ type: 'clockSettled', byMs: heard.movedMs, passedMs: heard.passedMs });
    else if (heard.movedMs !== 0) step({ type: 'clockCorrected', byMs: heard.movedMs });
    tell(good());
  };
  const tell = (event: Unstamped<SessionEvent>): void => {
    look();
    step(event);
  };
  up = true;
  tell({ type: 'begin', remembered: null, logoutPending: null });
  up = options.up;
  return {
    tell,
    look,
    state: () => state,
    mono: () => mono,
    link: (to: boolean) => {
      up = to;
      if (up) tell({ type: 'linkReturned' });
    },
    set: (byMs: number) => {
      wallAheadMs += byMs;
      look();
    },
    sleep: (ms: number) => void (trueMs += ms),
    pass: (ms: number) => {
      const until = mono + ms;
      for (;;) {
        // The hub compares the clocks every other second; here it is enough at every timer and at the end.
        const next = timerAt !== null && timerAt <= until ? timerAt : until;
        trueMs += Math.max(0, next - mono);
        mono = Math.max(mono, next);
        look();
        if (timerAt === null || timerAt > mono) {
          if (mono >= until) return;
          continue;
        }
        timerAt = null;
        tell({ type: 'timerFired' });
      }
    },
  };
}

const jumps = fc.oneof(
  fc.integer({ min: -2 * hourMs, max: 2 * hourMs }),
  fc.constantFrom(40 * minuteMs, hourMs, -hourMs, 3 * hourMs, 80 * hourMs, yearMs, -yearMs, 20 * yearMs, -20 * yearMs),
);

describe('inactivity and the clocks', () => {
  it('40 minutes forward, years either way: nobody at work is warned or locked, with the platform or without it', {
    tags: ['M-5', 'F-20'],
  }, () => {
    for (const up of [true, false])
      for (const byMs of [40 * minuteMs, 20 * yearMs, -20 * yearMs, -40 * minuteMs]) {
        const one = atDevice({ up });
        one.pass(2 * minuteMs);
        one.tell({ type: 'activity' });
        one.set(byMs);
        one.tell({ type: 'activity' });
        one.pass(minuteMs);
        expect(one.state()).toMatchObject({ name: 'signedIn', warningEndsAt: null });
      }
  });

  it('arbitrary jumps of the wall clock never end the session of a person who acts', { tags: ['M-5', 'F-20'] }, () => {
    const happens = fc.record({
      afterMs: fc.integer({ min: 1, max: warnAfterMs - minuteMs }),
      jump: fc.option(jumps),
      link: fc.option(fc.boolean()),
      /** Whether the first of the two is activity or the jump. */
      first: fc.constantFrom('act' as const, 'jump' as const),
    });
    fc.assert(
      fc.property(fc.boolean(), fc.array(happens, { maxLength: 40 }), (up, story) => {
        const one = atDevice({ up });
        for (const { afterMs, jump, link, first } of story) {
          one.pass(afterMs);
          if (link !== null) one.link(link);
          if (first === 'act') one.tell({ type: 'activity' });
          if (jump !== null) one.set(jump);
          one.tell({ type: 'activity' });
          expect(one.state()).toMatchObject({ name: 'signedIn', warningEndsAt: null });
        }
      }),
      { numRuns: 500 },
    );
  });

  it('nor do they keep an idle one in beyond the limit by the monotonic clock', { tags: ['M-5', 'F-20'] }, () => {
    const happens = fc.record({
      afterMs: fc.integer({ min: 1, max: 10 * minuteMs }),
      jump: fc.option(jumps),
      link: fc.option(fc.boolean()),
    });
    fc.assert(
      fc.property(fc.boolean(), fc.array(happens, { minLength: 1, maxLength: 20 }), (up, story) => {
        const one = atDevice({ up });
        one.tell({ type: 'activity' });
        const began = one.mono();
        for (const { afterMs, jump, link } of story) {
          one.pass(afterMs);
          if (jump !== null) one.set(jump);
          if (link !== null) one.link(link);
        }
        const idle = one.mono() - began;
        // An answer takes 20 ms in this simulation.
        if (idle >= timeoutAfterMs + 5_000) expect(one.state().name).toBe('signedOut');
        else if (idle < timeoutAfterMs - 5_000) expect(one.state().name).toBe('signedIn');
        one.pass(timeoutAfterMs + 5_000);
        expect(one.state()).toMatchObject({ name: 'signedOut', reason: 'timeout' });
      }),
      { numRuns: 500 },
    );
  });

  it('a device that slept for longer than the limit locks when the platform has said so, whatever was clicked since it woke', {
    tags: ['M-5', 'F-21'],
  }, () => {
    const one = atDevice();
    one.pass(minuteMs);
    one.tell({ type: 'activity' });
    one.link(false);
    one.sleep(8 * hourMs);
    // The link takes a moment, and the mouse moves meanwhile. While in doubt, nobody is locked.
    one.tell({ type: 'activity' });
    one.pass(3_000);
    expect(one.state().name).toBe('signedIn');
    one.link(true);
    expect(one.state()).toMatchObject({ name: 'signedOut', reason: 'timeout' });
  });

  it('a sleep of minutes counts as idle and no more: the warning comes at its time, and an act after it is one', {
    tags: ['M-5', 'F-21'],
  }, () => {
    const slept = () => {
      const one = atDevice();
      one.pass(10 * minuteMs);
      one.sleep(10 * minuteMs);
      one.look();
      return one;
    };
    const idle = slept();
    idle.pass(warnAfterMs - 20 * minuteMs - 1_000);
    expect(idle.state()).toMatchObject({ warningEndsAt: null });
    idle.pass(2_000);
    expect(idle.state()).not.toMatchObject({ warningEndsAt: null });
    const acting = slept();
    acting.tell({ type: 'activity' });
    acting.pass(warnAfterMs - minuteMs);
    expect(acting.state()).toMatchObject({ name: 'signedIn', warningEndsAt: null });
  });

  it('an act ends no doubt and begins none', { tags: ['M-13', 'M-5'] }, () => {
    const one = atDevice();
    one.pass(minuteMs);
    one.tell({ type: 'activity' });
    expect(one.state()).toMatchObject({ name: 'signedIn', doubt: null });
    one.link(false);
    one.sleep(5 * minuteMs);
    one.look();
    one.pass(1_000);
    const before = one.state();
    one.tell({ type: 'activity' });
    const after = one.state();
    if (before.name !== 'signedIn' || after.name !== 'signedIn') throw new Error('nobody is in');
    expect(before.doubt).toMatchObject({ acted: false });
    expect(after.doubt).toEqual({ ...before.doubt, acted: true });
  });

  it('asleep with the warning up: the time that passed is gone from it', { tags: ['M-5'] }, () => {
    const one = atDevice();
    one.pass(warnAfterMs + 1_000);
    const before = one.state();
    one.sleep(2 * minuteMs);
    one.look();
    const after = one.state();
    if (before.name !== 'signedIn' || after.name !== 'signedIn') throw new Error('nobody is in');
    expect(after.doubt).toBeNull();
    expect(one.state()).toMatchObject({ warningEndsAt: after.lastActivityAt + timeoutAfterMs });
    one.pass(3 * minuteMs);
    expect(one.state().name).toBe('signedOut');
  });

  it('a hub that takes over goes on waiting where the one before was, and never begins with less than the warning', {
    tags: ['M-5', 'D-34'],
  }, () => {
    const now = Date.UTC(2026, 10, 21, 8);
    const begun = (agoMs: number, who: User = user) => {
      const remembered = { user, tenant, confirmedAt: now - hourMs, locked: false };
      const first = stepSession(initialSession, { type: 'begin', remembered, logoutPending: null, activeAt: now - agoMs, now });
      const { state } = stepSession(first.state, { type: 'meAnswered', user: who, tenant, expiresAt: now + 15 * minuteMs, now });
      return state.name === 'signedIn' ? now - state.lastActivityAt : null;
    };
    expect(begun(20 * minuteMs)).toBe(20 * minuteMs);
    expect(begun(29 * minuteMs)).toBe(warnAfterMs);
    // Beyond the time-out, another person, or a clock set differently.
    expect([begun(timeoutAfterMs), begun(31 * minuteMs)]).toEqual([0, 0]);
    expect(begun(20 * minuteMs, { ...user, id: 'u-other' })).toBe(0);
    expect(begun(-20 * minuteMs)).toBe(0);
  });
});
