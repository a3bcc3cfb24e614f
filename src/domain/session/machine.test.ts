import { describe, expect, it } from 'vitest';
import type { Tenant, User } from '../../contracts/session.ts';
import { initialSession, sessionStatusOf, stepSession } from './machine.ts';
import type { RememberedSession, SessionEffect, SessionEvent, SessionState, Unsent } from './types.ts';

const minute = 60_000;
const user: User = { id: 'u-operator', email: 'operator@ukweli.example', role: 'operator', tenantId: 'demo', name: 'Wanjiru Kamau' };
const tenant: Tenant = {
  tenantId: 'demo',
  name: 'Demo',
  place: 'Nairobi',
  region: 'af-south-1',
  currency: 'KES',
  timeZone: 'Africa/Nairobi',
};
const other: User = { ...user, id: 'u-auditor', email: 'auditor@ukweli.example', role: 'auditor' };
const start = 1_000_000_000;

type Unstamped<E> = E extends unknown ? Omit<E, 'now' | 'confirmedNow'> : never;

/** The machine with its own clock and timer. */
function person() {
  let state: SessionState = initialSession;
  let now = start;
  let timerAt: number | null = null;
  const all: SessionEffect[] = [];
  /** Whether the platform has confirmed the time. */
  let confirmed = true;
  function tell(event: Unstamped<SessionEvent>): readonly SessionEffect[] {
    const done = stepSession(state, { ...event, now, confirmedNow: confirmed ? now : null } as SessionEvent); // the union, with its stamp restored
    state = done.state;
    for (const effect of done.effects) {
      all.push(effect);
      if (effect.type === 'schedule') timerAt = now + effect.delayMs;
      if (effect.type === 'cancel') timerAt = null;
    }
    return done.effects;
  }
  return {
    tell,
    all,
    state: () => state,
    now: () => now,
    confirmClock: (to: boolean) => {
      confirmed = to;
    },
    /** Advances time; the timer fires when due, or not at all while the device sleeps. */
    pass(ms: number, asleep = false): readonly SessionEffect[] {
      const until = now + ms;
      const seen: SessionEffect[] = [];
      while (!asleep && timerAt !== null && timerAt <= until) {
        now = timerAt;
        timerAt = null;
        seen.push(...tell({ type: 'timerFired' }));
      }
      now = until;
      return seen;
    },
  };
}

function wipe(unsent: Unsent): SessionEffect {
  return { type: 'wipe', tenantId: 'demo', userId: user.id, unsent };
}

function remembered(change: Partial<RememberedSession> = {}): RememberedSession {
  return { user, tenant, confirmedAt: start - 60 * minute, locked: false, ...change };
}

function signedIn() {
  const who = person();
  who.tell({ type: 'begin', remembered: null, logoutPending: null });
  who.tell({ type: 'meAnswered', user, tenant, expiresAt: start + 15 * minute });
  return who;
}

const types = (effects: readonly SessionEffect[]) => effects.map((effect) => effect.type);

describe('coming in', () => {
  it('is authenticated once me returns a user, not before', { tags: ['C-52'] }, () => {
    const who = person();
    expect(types(who.tell({ type: 'begin', remembered: null, logoutPending: null }))).toContain('loadMe');
    expect(sessionStatusOf(who.state()).phase).toBe('starting');
    const effects = who.tell({ type: 'meAnswered', user, tenant, expiresAt: start + 15 * minute });
    expect(sessionStatusOf(who.state())).toMatchObject({ phase: 'signedIn', confirmed: true, user });
    expect(types(effects).slice(0, 2)).toEqual(['remember', 'enter']);
  });

  it('a refusal at start leads to the way in, and locks what is held for the same person', () => {
    const who = person();
    who.tell({ type: 'begin', remembered: remembered(), logoutPending: null });
    const effects = who.tell({ type: 'meFailed', code: 'unauthenticated' });
    expect(who.state()).toMatchObject({ name: 'signedOut', reason: 'expired' });
    expect(effects).toContainEqual({ type: 'remember', session: remembered({ locked: true }) });
    expect(types(effects)).not.toContain('wipe');
  });

  it('with the platform gone the person of the last 72 hours is known, unconfirmed; an hour more and nobody is, but nothing goes before the platform says what time it is', {
    tags: ['D-31', 'M-3'],
  }, () => {
    const who = person();
    who.tell({ type: 'begin', remembered: remembered({ confirmedAt: start - 71 * 60 * minute }), logoutPending: null });
    who.tell({ type: 'meFailed', code: 'network' });
    expect(sessionStatusOf(who.state())).toMatchObject({ phase: 'signedIn', confirmed: false });
    const late = person();
    late.confirmClock(false);
    late.tell({ type: 'begin', remembered: remembered({ confirmedAt: start - 73 * 60 * minute }), logoutPending: null });
    late.tell({ type: 'meFailed', code: 'network' });
    expect(late.state()).toMatchObject({ name: 'signedOut', remembered: { user: { id: user.id } } });
    expect(types(late.all)).not.toContain('wipe');
    // The platform answers, which also confirms the time.
    late.tell({ type: 'linkReturned' });
    late.confirmClock(true);
    late.tell({ type: 'meFailed', code: 'unauthenticated' });
    expect(late.all.filter(({ type }) => type === 'wipe')).toEqual([wipe('keep')]);
    late.tell({ type: 'linkReturned' });
    expect(
      late.all.filter(({ type }) => type === 'wipe'),
      'once',
    ).toHaveLength(1);
  });

  it('an answer that comes before the device’s memory was read brings nobody in and forgets nobody', { tags: ['M-13', 'C-52'] }, () => {
    const who = person();
    expect(who.tell({ type: 'meFailed', code: 'gone' })).toEqual([]);
    expect(who.tell({ type: 'meAnswered', user: other, tenant, expiresAt: start + 15 * minute })).toEqual([]);
    who.tell({ type: 'begin', remembered: remembered(), logoutPending: null });
    expect(who.state()).toMatchObject({ name: 'starting', remembered: { user: { id: user.id } }, asking: true });
  });

  it('a platform that does not answer holds nobody up for more than a second; its refusal still counts', { tags: ['K-5'] }, () => {
    const who = person();
    who.tell({ type: 'begin', remembered: remembered(), logoutPending: null });
    who.pass(1000);
    expect(sessionStatusOf(who.state())).toMatchObject({ phase: 'signedIn', confirmed: false });
    const effects = who.tell({ type: 'meFailed', code: 'unauthenticated' });
    expect(effects).toContainEqual({ type: 'leave', reason: 'expired', wiped: false });
  });

  it('a locked console stays locked through a restart without the platform', { tags: ['D-31'] }, () => {
    const who = person();
    who.tell({ type: 'begin', remembered: remembered({ locked: true }), logoutPending: null });
    who.tell({ type: 'meFailed', code: 'network' });
    expect(sessionStatusOf(who.state())).toMatchObject({ phase: 'signedOut', reason: 'timeout' });
  });

  it("somebody else's sign-in wipes what the last person left", { tags: ['D-31'] }, () => {
    const who = person();
    who.tell({ type: 'begin', remembered: remembered({ locked: true }), logoutPending: null });
    who.tell({ type: 'meFailed', code: 'unauthenticated' });
    who.tell({ type: 'entered' });
    const effects = who.tell({ type: 'meAnswered', user: other, tenant, expiresAt: start + 15 * minute });
    expect(types(effects).slice(0, 3)).toEqual(['wipe', 'remember', 'enter']);
    expect(effects[0]).toEqual(wipe('count'));
  });

  it('who has just signed in is asked for anew, whatever is under way: its answer is for the cookie of before, and nobody is let in by memory meanwhile', {
    tags: ['F-22', 'D-31'],
  }, () => {
    const starting = person();
    starting.tell({ type: 'begin', remembered: remembered(), logoutPending: null });
    expect(types(starting.tell({ type: 'entered' }))).toEqual(['remember', 'cancel', 'loadMe']);
    expect(starting.all).toContainEqual({ type: 'remember', session: remembered({ locked: true }) });
    starting.pass(5_000);
    starting.tell({ type: 'meFailed', code: 'network' });
    expect(starting.state()).toMatchObject({ name: 'signedOut', remembered: { user: { id: user.id } } });

    const atWork = signedIn();
    expect(types(atWork.pass(10 * minute))).toContain('refresh');
    expect(types(atWork.tell({ type: 'entered' }))).toContain('loadMe');
    atWork.tell({ type: 'refreshFailed', code: 'unauthenticated' });
    expect(atWork.state()).toMatchObject({ name: 'signedIn', asking: 'me' });
    atWork.tell({ type: 'meAnswered', user: other, tenant, expiresAt: atWork.now() + 15 * minute });
    expect(atWork.state()).toMatchObject({ name: 'signedIn', user: { id: other.id } });
  });

  it('a captive portal is not a refusal', () => {
    const who = signedIn();
    who.tell({ type: 'unauthenticated' });
    who.tell({ type: 'meFailed', code: 'bad_shape' });
    expect(who.state()).toMatchObject({ name: 'signedIn', confirmed: false });
    expect(types(who.pass(15_000))).toContain('loadMe');
    who.tell({ type: 'meAnswered', user, tenant, expiresAt: who.now() + 15 * minute });
    expect(who.state()).toMatchObject({ confirmed: true });
  });
});

describe('refresh', () => {
  it('comes 5 minutes before the end, while the person acts', { tags: ['C-52', 'D-34'] }, () => {
    const who = signedIn();
    expect(types(who.pass(10 * minute - 1))).not.toContain('refresh');
    expect(types(who.pass(1))).toContain('refresh');
  });

  it('once answered is what the device remembers: for how long it may be used offline counts from there', {
    tags: ['M-13', 'D-31'],
  }, () => {
    const who = signedIn();
    who.pass(10 * minute);
    const effects = who.tell({ type: 'refreshAnswered', expiresAt: who.now() + 15 * minute });
    expect(effects).toContainEqual({ type: 'remember', session: expect.objectContaining({ confirmedAt: who.now(), locked: false }) });
  });

  it('without activity a session is refreshed within the 30 minutes only, and then ends', { tags: ['D-34'] }, () => {
    const who = signedIn();
    let refreshes = 0;
    for (let minutes = 0; minutes < 120; minutes += 1) {
      for (const effect of who.pass(minute)) {
        if (effect.type !== 'refresh') continue;
        refreshes += 1;
        who.tell({ type: 'refreshAnswered', expiresAt: who.now() + 15 * minute });
      }
    }
    expect(refreshes).toBe(2);
    expect(who.state()).toMatchObject({ name: 'signedOut', reason: 'timeout' });
  });

  it('nobody who has done nothing since the sign-in is refreshed after half an hour, even if a corrected clock is the first news after a sleep', {
    tags: ['M-13', 'D-34'],
  }, () => {
    const who = signedIn();
    who.pass(31 * minute, true);
    const corrected = stepSession(who.state(), { type: 'clockCorrected', byMs: minute, now: who.now() + minute });
    expect(types(corrected.effects)).not.toContain('refresh');
    expect(stepSession(corrected.state, { type: 'timerFired', now: who.now() + minute }).state).toMatchObject({ reason: 'timeout' });
  });

  it('a refused refresh logs out, locks, and keeps the rows', { tags: ['C-53'] }, () => {
    const who = signedIn();
    who.pass(10 * minute);
    const effects = who.tell({ type: 'refreshFailed', code: 'unauthenticated' });
    expect(effects).toContainEqual({ type: 'leave', reason: 'expired', wiped: false });
    expect(effects).toContainEqual({ type: 'log', level: 'warning', code: 'refresh_refused' });
  });

  it('a refresh that does not reach the platform is tried again and signs nobody out', () => {
    const who = signedIn();
    who.pass(10 * minute);
    expect(who.tell({ type: 'refreshFailed', code: 'network' })).toContainEqual({ type: 'log', level: 'warning', code: 'refresh_failed' });
    expect(who.state()).toMatchObject({ name: 'signedIn', confirmed: false });
    expect(types(who.tell({ type: 'linkReturned' }))).toEqual(['loadMe']);
  });

  it('at the hard end refreshing stops, and the platform is asked once the session is over', { tags: ['D-34'] }, () => {
    const who = signedIn();
    who.pass(10 * minute);
    who.tell({ type: 'refreshAnswered', expiresAt: start + 15 * minute });
    expect(types(who.pass(5 * minute - 1))).not.toContain('refresh');
    expect(types(who.pass(1))).toContain('loadMe');
    who.tell({ type: 'meFailed', code: 'unauthenticated' });
    expect(who.state()).toMatchObject({ reason: 'expired' });
  });
});

describe('inactivity', () => {
  /** Signed in, with every refresh extended by the platform. */
  function idleFor(ms: number) {
    const who = signedIn();
    const seen: SessionEffect[] = [];
    for (let passed = 0; passed < ms; passed += minute) {
      for (const effect of who.pass(Math.min(minute, ms - passed))) {
        seen.push(effect);
        if (effect.type === 'refresh') who.tell({ type: 'refreshAnswered', expiresAt: who.now() + 15 * minute });
      }
    }
    return { who, seen };
  }

  it('warns at 25 minutes with 300 s left, and times out at 30', { tags: ['C-53'] }, () => {
    const { who } = idleFor(25 * minute - 1);
    expect(who.state()).toMatchObject({ warningEndsAt: null });
    who.pass(1);
    expect(sessionStatusOf(who.state())).toMatchObject({ warningEndsAt: who.now() + 300_000 });
    who.pass(300_000 - 1);
    expect(who.state().name).toBe('signedIn');
    const effects = who.pass(1);
    expect(who.state()).toMatchObject({ name: 'signedOut', reason: 'timeout' });
    expect(effects).toContainEqual({ type: 'log', level: 'info', code: 'session_timeout' });
  });

  it('the time-out locks before anything else, keeps the rows and tells the platform', { tags: ['D-31'] }, () => {
    const { who, seen } = idleFor(30 * minute);
    const last = types(seen).slice(-7);
    expect(last).toEqual(['setLogoutPending', 'tellLogout', 'remember', 'cancel', 'log', 'leave', 'publish']);
    expect(seen).toContainEqual({ type: 'leave', reason: 'timeout', wiped: false });
    expect(types(seen)).not.toContain('wipe');
    expect(who.state()).toMatchObject({ logoutPending: 'timeout' });
  });

  it('activity resets the timers', { tags: ['C-53'] }, () => {
    const { who } = idleFor(24 * minute);
    who.tell({ type: 'activity' });
    who.pass(5 * minute);
    expect(who.state()).toMatchObject({ name: 'signedIn', warningEndsAt: null });
  });

  it("'Extend Session' closes the warning only once the platform agreed; refused, it logs out", { tags: ['C-53'] }, () => {
    const { who } = idleFor(26 * minute);
    expect(types(who.tell({ type: 'extend' }))).toContain('refresh');
    expect(who.state()).not.toMatchObject({ warningEndsAt: null });
    who.tell({ type: 'refreshAnswered', expiresAt: who.now() + 15 * minute });
    expect(who.state()).toMatchObject({ warningEndsAt: null, lastActivityAt: who.now() });
    const refused = idleFor(26 * minute).who;
    refused.tell({ type: 'extend' });
    refused.tell({ type: 'refreshFailed', code: 'unauthenticated' });
    expect(refused.state()).toMatchObject({ name: 'signedOut' });
  });

  it('with the warning up, a mouse down does not close it', { tags: ['C-53'] }, () => {
    const { who } = idleFor(26 * minute);
    const before = who.state();
    expect(before).not.toMatchObject({ warningEndsAt: null });
    who.tell({ type: 'activity' });
    expect(who.state()).toEqual(before);
    // It does not delay the announced end either: the session ends when the warning said.
    who.pass(4 * minute - 1);
    expect(who.state().name).toBe('signedIn');
    who.pass(1);
    expect(who.state()).toMatchObject({ name: 'signedOut', reason: 'timeout' });
  });

  it('an act that is told of late, from before the last one, does not count for less than that one', { tags: ['C-53'] }, () => {
    const who = signedIn();
    who.pass(10 * minute);
    who.tell({ type: 'activity' });
    const acted = who.now();
    const late = stepSession(who.state(), { type: 'activity', now: acted - 5 * minute, confirmedNow: null });
    expect(late.state).toMatchObject({ lastActivityAt: acted });
  });

  it('after a sleep the click that wakes the device does not save the session', { tags: ['D-34', 'C-53'] }, () => {
    const who = signedIn();
    who.pass(8 * 60 * minute, true);
    who.tell({ type: 'activity' });
    expect(who.state()).toMatchObject({ name: 'signedOut', reason: 'timeout' });
  });

  it('a corrected clock neither times out nor extends', { tags: ['D-29'] }, () => {
    const ahead = signedIn();
    ahead.pass(10 * minute - 1);
    const idle = ahead.now() - start;
    const state = stepSession(ahead.state(), { type: 'clockCorrected', byMs: 8 * 60 * minute, now: ahead.now() + 8 * 60 * minute }).state;
    expect(state).toMatchObject({ name: 'signedIn', lastActivityAt: ahead.now() + 8 * 60 * minute - idle });
  });
});

describe('leaving', () => {
  it('marks the log-out before anything else and tells the platform at once, beside the wipe', { tags: ['D-21', 'M-2'] }, () => {
    const who = signedIn();
    const effects = who.tell({ type: 'signOut' });
    expect(types(effects)).toEqual(['setLogoutPending', 'tellLogout', 'cancel', 'leave', 'wipe', 'remember', 'publish']);
    expect(effects).toContainEqual({ type: 'leave', reason: 'user', wiped: true });
  });

  it('while the log-out is pending nothing but the log-out is sent, through a restart too', { tags: ['D-21'] }, () => {
    const who = person();
    const effects = who.tell({ type: 'begin', remembered: remembered(), logoutPending: 'user' });
    // The crash may have come before the wipe, so it is repeated.
    expect(types(effects)).toEqual(['tellLogout', 'wipe', 'remember', 'publish']);
    who.tell({ type: 'logoutFailed' });
    const later = [...who.pass(1000), ...who.tell({ type: 'linkReturned' }), ...who.tell({ type: 'activity' })];
    expect(new Set(types(later))).toEqual(new Set(['tellLogout']));
    expect(types(who.tell({ type: 'logoutConfirmed' }))).toEqual(['cancel', 'setLogoutPending', 'publish']);
  });

  it('a sign-in takes a log-out that is still to be told with it: the new session is not ended by it, now or after a restart', {
    tags: ['D-21'],
  }, () => {
    const who = signedIn();
    who.tell({ type: 'signOut' });
    const effects = who.tell({ type: 'entered' });
    expect(effects).toContainEqual({ type: 'setLogoutPending', pending: null });
    expect(types(effects)).not.toContain('tellLogout');
    who.tell({ type: 'meAnswered', user, tenant, expiresAt: who.now() + 15 * minute });
    expect(types([...who.pass(minute), ...who.tell({ type: 'linkReturned' })])).not.toContain('tellLogout');
    // Without a pending sign-out the mark is not touched.
    const fresh = person();
    fresh.tell({ type: 'begin', remembered: null, logoutPending: null });
    fresh.tell({ type: 'meFailed', code: 'unauthenticated' });
    expect(types(fresh.tell({ type: 'entered' }))).toEqual(expect.arrayContaining(['loadMe']));
    expect(types(fresh.all)).not.toContain('setLogoutPending');
  });

  it('who signs out before it is known who is in is out: whoever is remembered goes, and no answer that was on its way brings anybody in', {
    tags: ['D-21'],
  }, () => {
    for (const held of [remembered(), null]) {
      const who = person();
      who.tell({ type: 'begin', remembered: held, logoutPending: null });
      const effects = types(who.tell({ type: 'signOut' }));
      expect(effects.slice(0, 2)).toEqual(['setLogoutPending', 'tellLogout']);
      expect([effects.includes('wipe'), effects.includes('remember')]).toEqual([held !== null, true]);
      who.tell({ type: 'meAnswered', user, tenant, expiresAt: start + 15 * minute });
      who.pass(5_000);
      expect(who.state()).toMatchObject({ name: 'signedOut', reason: 'user', logoutPending: 'user', remembered: null });
    }
  });

  it('a revocation wipes at once', () => {
    const who = signedIn();
    expect(who.tell({ type: 'revoked' })).toContainEqual(wipe('name'));
    expect(who.state()).toMatchObject({ reason: 'revoked', remembered: null });
  });

  it('an account that was deactivated while its console was asleep or cut off loses its rows at the next word of the platform', {
    tags: ['C-73'],
  }, () => {
    const atWork = signedIn();
    atWork.tell({ type: 'unauthenticated' });
    expect(atWork.tell({ type: 'meFailed', code: 'gone' })).toContainEqual(wipe('name'));
    expect(atWork.state()).toMatchObject({ name: 'signedOut', reason: 'revoked', remembered: null });

    const refreshing = signedIn();
    refreshing.tell({ type: 'extend' });
    expect(refreshing.tell({ type: 'refreshFailed', code: 'gone' })).toContainEqual(wipe('name'));

    const opened = person();
    opened.tell({ type: 'begin', remembered: remembered(), logoutPending: null });
    const effects = opened.tell({ type: 'meFailed', code: 'gone' });
    expect(effects).toEqual(expect.arrayContaining([wipe('name'), { type: 'remember', session: null }]));
    expect(opened.state()).toMatchObject({ name: 'signedOut', reason: 'revoked', remembered: null });

    const locked = person();
    locked.tell({ type: 'begin', remembered: remembered({ locked: true }), logoutPending: null });
    locked.tell({ type: 'meFailed', code: 'network' });
    locked.tell({ type: 'entered' });
    expect(locked.tell({ type: 'meFailed', code: 'gone' })).toContainEqual(wipe('name'));
  });

  it('that access was taken away is logged, whether the stream said so or an answer', { tags: ['M-13', 'C-73'] }, () => {
    const revoked: SessionEffect = { type: 'log', level: 'warning', code: 'session_revoked' };
    expect(signedIn().tell({ type: 'revoked' })).toContainEqual(revoked);
    const asking = signedIn();
    asking.tell({ type: 'unauthenticated' });
    expect(asking.tell({ type: 'meFailed', code: 'gone' })).toContainEqual(revoked);
  });

  it('a refresh that comes by itself and is answered with a revocation removes the rows; an answer for the cookie of before puts nobody out', {
    tags: ['M-13', 'C-73'],
  }, () => {
    const refreshing = signedIn();
    expect(types(refreshing.pass(10 * minute))).toContain('refresh');
    expect(refreshing.tell({ type: 'refreshFailed', code: 'gone' })).toContainEqual(wipe('name'));
    expect(refreshing.state()).toMatchObject({ name: 'signedOut', reason: 'revoked', remembered: null });

    const returned = signedIn();
    returned.pass(10 * minute);
    returned.tell({ type: 'entered' });
    expect(returned.tell({ type: 'refreshFailed', code: 'gone' })).toEqual([]);
    expect(returned.state()).toMatchObject({ name: 'signedIn', asking: 'me' });
  });

  it('the word that access was taken away is heard whatever else is due at that moment: an idle half hour, rows that are too old, a console that is out already', {
    tags: ['C-73'],
  }, () => {
    const idle = signedIn();
    idle.tell({ type: 'unauthenticated' });
    idle.pass(31 * minute, true);
    expect(idle.tell({ type: 'meFailed', code: 'gone' })).toContainEqual(wipe('name'));
    expect(idle.state()).toMatchObject({ name: 'signedOut', reason: 'revoked', remembered: null });

    const refreshing = signedIn();
    refreshing.tell({ type: 'extend' });
    refreshing.pass(31 * minute, true);
    expect(refreshing.tell({ type: 'refreshFailed', code: 'gone' })).toContainEqual(wipe('name'));

    // Entered with a slow clock; the answer brings the true time and the platform's decision together.
    const aged = person();
    aged.confirmClock(false);
    aged.tell({ type: 'begin', remembered: remembered(), logoutPending: null });
    aged.tell({ type: 'meFailed', code: 'network' });
    aged.tell({ type: 'linkReturned' });
    aged.pass(73 * 60 * minute, true);
    aged.confirmClock(true);
    expect(aged.tell({ type: 'meFailed', code: 'gone' })).toContainEqual(wipe('name'));
    expect(aged.state()).toMatchObject({ name: 'signedOut', reason: 'revoked', remembered: null });

    const out = signedIn();
    out.tell({ type: 'unauthenticated' });
    out.pass(31 * minute, true);
    out.tell({ type: 'activity' });
    expect(out.state()).toMatchObject({ name: 'signedOut', reason: 'timeout' });
    expect(out.tell({ type: 'meFailed', code: 'gone' })).toContainEqual(wipe('name'));
    expect(out.state()).toMatchObject({ name: 'signedOut', remembered: null });
  });

  it('a changed role starts over with nothing of what was held; another person behind the same cookie is a revocation', {
    tags: ['C-73'],
  }, () => {
    const who = signedIn();
    who.tell({ type: 'unauthenticated' });
    const effects = who.tell({ type: 'meAnswered', user: { ...user, role: 'auditor' }, tenant, expiresAt: start + 15 * minute });
    expect(types(effects)).toEqual(['leave', 'wipe', 'remember', 'enter', 'schedule', 'publish']);
    expect(effects[0]).toEqual({ type: 'leave', reason: 'role', wiped: true });
    who.tell({ type: 'unauthenticated' });
    expect(who.tell({ type: 'meAnswered', user: other, tenant, expiresAt: start + 15 * minute })[0]).toEqual({
      type: 'leave',
      reason: 'revoked',
      wiped: true,
    });
  });

  it('a role changed while the console was closed takes away what was read before, at the first answer', { tags: ['C-73'] }, () => {
    for (const locked of [false, true]) {
      const who = person();
      who.tell({ type: 'begin', remembered: remembered({ locked }), logoutPending: null });
      const effects = who.tell({ type: 'meAnswered', user: { ...user, role: 'auditor' }, tenant, expiresAt: start + 15 * minute });
      expect(types(effects).slice(0, 3)).toEqual(['wipe', 'remember', 'enter']);
    }
  });

  it('the news of another role is not lost on a refresh that is under way', { tags: ['C-73'] }, () => {
    const who = signedIn();
    expect(types(who.pass(10 * minute))).toContain('refresh');
    expect(types(who.tell({ type: 'moved' }))).toEqual(['loadMe']);
    who.tell({ type: 'refreshAnswered', expiresAt: who.now() + 15 * minute });
    who.tell({ type: 'meAnswered', user: { ...user, role: 'auditor' }, tenant, expiresAt: who.now() + 15 * minute });
    expect(sessionStatusOf(who.state())).toMatchObject({ phase: 'signedIn', user: { role: 'auditor' } });
  });

  it('the news of another role is not lost on an extension that is asked for meanwhile', { tags: ['C-73'] }, () => {
    const who = signedIn();
    who.tell({ type: 'moved' });
    who.tell({ type: 'extend' });
    const effects = who.tell({ type: 'meAnswered', user: { ...user, role: 'auditor' }, tenant, expiresAt: start + 15 * minute });
    expect(types(effects).slice(0, 3)).toEqual(['leave', 'wipe', 'remember']);
    expect(sessionStatusOf(who.state())).toMatchObject({ phase: 'signedIn', user: { role: 'auditor' } });
  });

  it('an extension that is asked for beside the question who is in is had all the same, whichever was asked first', {
    tags: ['C-53'],
  }, () => {
    for (const asked of [['extend', 'moved'] as const, ['moved', 'extend'] as const]) {
      const who = signedIn();
      for (let passed = 0; passed < 26; passed += 1)
        for (const effect of who.pass(minute))
          if (effect.type === 'refresh') who.tell({ type: 'refreshAnswered', expiresAt: who.now() + 15 * minute });
      for (const type of asked) who.tell({ type });
      who.tell({ type: 'refreshAnswered', expiresAt: who.now() + 15 * minute });
      who.tell({ type: 'meAnswered', user, tenant, expiresAt: who.now() + 15 * minute });
      who.tell({ type: 'refreshAnswered', expiresAt: who.now() + 15 * minute });
      expect(who.state(), asked.join()).toMatchObject({ name: 'signedIn', warningEndsAt: null, lastActivityAt: who.now(), asking: 'none' });
    }
  });

  describe('with a lock', () => {
    const away = () => {
      const who = signedIn();
      who.tell({ type: 'signOut' });
      return who;
    };
    const timedOut = (heldFor: number) => {
      const who = person();
      who.tell({ type: 'begin', remembered: remembered({ confirmedAt: start - heldFor, locked: true }), logoutPending: 'timeout' });
      return who;
    };

    it('opened, the platform is asked first, and without it what is held is shown after a second', { tags: ['D-31'] }, () => {
      const who = timedOut(60 * minute);
      expect(types(who.tell({ type: 'unlocked' }))).toEqual(['setLogoutPending', 'loadMe', 'schedule', 'publish']);
      expect(who.state()).toMatchObject({ name: 'starting' });
      who.pass(1_000);
      expect(who.state()).toMatchObject({ name: 'signedIn', confirmed: false });
      // The platform is back and does not know the session: sign in again.
      who.tell({ type: 'meFailed', code: 'unauthenticated' });
      expect(who.state()).toMatchObject({ name: 'signedOut', reason: 'expired' });
    });

    it('opened while the console is still asking who is here, what is held is shown after a second; with nothing held nothing changes', {
      tags: ['M-13', 'D-31'],
    }, () => {
      const who = person();
      who.tell({ type: 'begin', remembered: remembered({ locked: true }), logoutPending: null });
      expect(types(who.tell({ type: 'unlocked' }))).toEqual(['loadMe', 'schedule']);
      who.pass(1_000);
      expect(who.state()).toMatchObject({ name: 'signedIn', confirmed: false });
      const nobody = person();
      nobody.tell({ type: 'begin', remembered: null, logoutPending: null });
      expect(nobody.tell({ type: 'unlocked' })).toEqual([]);
      expect(nobody.state()).toMatchObject({ name: 'starting', remembered: null });
    });

    it('opened after 72 hours of a clock that is not confirmed, while the console is still asking, it shows and removes nothing: the answer on its way decides', {
      tags: ['M-13', 'D-31'],
    }, () => {
      for (const isHere of [true, false]) {
        const who = person();
        who.confirmClock(false);
        who.tell({ type: 'begin', remembered: remembered({ confirmedAt: start - 73 * 60 * minute, locked: true }), logoutPending: null });
        expect(who.tell({ type: 'unlocked' })).toEqual([]);
        who.pass(5_000);
        expect(who.state()).toMatchObject({ name: 'starting', remembered: { locked: true } });
        if (isHere) who.tell({ type: 'meAnswered', user, tenant, expiresAt: who.now() + 15 * minute });
        else who.tell({ type: 'meFailed', code: 'unavailable' });
        expect(who.state()).toMatchObject(isHere ? { name: 'signedIn', confirmed: true } : { name: 'signedOut', reason: 'timeout' });
        expect(types(who.all)).not.toContain('wipe');
      }
    });

    it('opened with the session over, it asks to sign in and shows nothing', { tags: ['D-31'] }, () => {
      const who = timedOut(60 * minute);
      who.tell({ type: 'unlocked' });
      expect(types(who.tell({ type: 'meFailed', code: 'unauthenticated' }))).not.toContain('enter');
      expect(who.state()).toMatchObject({ name: 'signedOut', reason: 'expired', remembered: { locked: true } });
    });

    it('opened after 72 hours it shows nothing; by the platform’s clock the rows go, by any other they stay, and what waits to be sent stays either way', {
      tags: ['D-31', 'M-3'],
    }, () => {
      for (const confirmed of [true, false]) {
        const who = timedOut(71 * 60 * minute);
        who.pass(60 * minute + 1, true);
        who.confirmClock(confirmed);
        expect(who.tell({ type: 'unlocked' })).toEqual(confirmed ? [wipe('keep')] : []);
        expect(who.state()).toMatchObject({
          name: 'signedOut',
          logoutPending: 'timeout',
          remembered: { user: { id: user.id }, locked: true },
        });
      }
    });

    it('opened after 72 hours while the console is still asking who is here, it shows nothing, and the rows go', {
      tags: ['M-13', 'D-31'],
    }, () => {
      const who = person();
      who.tell({ type: 'begin', remembered: remembered({ confirmedAt: start - 73 * 60 * minute, locked: true }), logoutPending: null });
      expect(who.tell({ type: 'unlocked' }).filter(({ type }) => type !== 'publish')).toEqual([wipe('keep')]);
      expect(who.state()).toMatchObject({ name: 'signedOut', reason: 'expired', remembered: { user: { id: user.id }, locked: true } });
      who.pass(5_000);
      expect(types(who.all)).not.toContain('enter');
    });

    it('given up after 72 hours, the log-out is marked before any row goes, and what waits to be sent goes with the rows', {
      tags: ['M-13', 'D-21', 'D-31'],
    }, () => {
      const who = timedOut(73 * 60 * minute);
      const effects = who.tell({ type: 'lockLost' });
      expect(types(effects)).toEqual(['setLogoutPending', 'tellLogout', 'cancel', 'leave', 'wipe', 'remember', 'publish']);
      expect(effects).toContainEqual(wipe('drop'));
    });

    it('a lock that is given up ends the session first and takes the rows along, whoever is before it; opening a lock opens nothing for somebody who left', {
      tags: ['D-31', 'G-3', 'A-24'],
    }, () => {
      const who = timedOut(60 * minute);
      const ending = ['setLogoutPending', 'tellLogout', 'cancel', 'leave', 'wipe', 'remember', 'publish'];
      expect(types(who.tell({ type: 'lockLost' }))).toEqual(ending);
      expect(who.tell({ type: 'unlocked' })).toEqual([]);
      expect(away().tell({ type: 'unlocked' })).toEqual([]);
      const inside = signedIn();
      expect(types(inside.tell({ type: 'unlocked' }))).toEqual(['enter']);
      expect(types(inside.tell({ type: 'lockLost' }))).toEqual(ending);
      expect(inside.state()).toMatchObject({ name: 'signedOut', reason: 'user', logoutPending: 'user', remembered: null });
    });

    it('a lock that is closed by hand parks the session before anything else, tells of no log-out, and is opened by whoever closed it; a session that cannot be parked ends', {
      tags: ['G-3', 'D-55'],
    }, () => {
      const who = signedIn();
      expect(types(who.tell({ type: 'lockNow', parks: true }))).toEqual(['park', 'remember', 'cancel', 'leave', 'publish']);
      expect(who.state()).toMatchObject({ name: 'signedOut', reason: 'locked', logoutPending: null, remembered: { locked: true } });
      // No session is active behind the lock: no call is made, however long it stays closed.
      expect(who.pass(60 * minute)).toEqual([]);
      expect(types(who.tell({ type: 'unlocked' }))).toEqual(['loadMe', 'schedule', 'publish']);
      const unbound = signedIn();
      expect(types(unbound.tell({ type: 'lockNow', parks: false }))).toContain('tellLogout');
      expect(unbound.state()).toMatchObject({ reason: 'timeout', logoutPending: 'timeout' });
    });
  });

  const kampala: Tenant = { ...tenant, tenantId: 'kampala', name: 'Kampala' };
  const inKampala = {
    type: 'meAnswered',
    user: { ...user, tenantId: 'kampala' },
    tenant: kampala,
    expiresAt: start + 15 * minute,
  } as const;

  it('in another tenant nothing of the former one stays: pages leave, its rows go, and only then is it remembered where the person is', {
    tags: ['C-59'],
  }, () => {
    const who = signedIn();
    expect(types(who.tell({ type: 'moved' }))).toContain('loadMe');
    const effects = who.tell(inKampala);
    expect(types(effects)).toEqual(['leave', 'wipe', 'remember', 'enter', 'schedule', 'publish']);
    expect(effects[0]).toEqual({ type: 'leave', reason: 'tenant', wiped: true });
    expect(effects[1]).toEqual(wipe('name'));
    expect(who.state()).toMatchObject({ name: 'signedIn', tenant: { tenantId: 'kampala' }, confirmed: true });
  });

  it('a crash between the switch and the wipe is made up for by the next start', { tags: ['C-59'] }, () => {
    const who = person();
    who.tell({ type: 'begin', remembered: remembered(), logoutPending: null });
    const effects = who.tell(inKampala);
    expect(effects[0]).toEqual(wipe('name'));
  });

  it('a switch asks anew even while another question is under way', { tags: ['C-59'] }, () => {
    const who = signedIn();
    who.tell({ type: 'unauthenticated' });
    expect(who.state()).toMatchObject({ asking: 'me' });
    expect(types(who.tell({ type: 'moved' }))).toContain('loadMe');
    who.pass(10 * minute);
    const refreshing = signedIn();
    refreshing.pass(10 * minute);
    expect(refreshing.state()).toMatchObject({ asking: 'refresh' });
    refreshing.tell({ type: 'moved' });
    // This answer predates the move and does not tell where the session is.
    refreshing.tell({ type: 'refreshAnswered', expiresAt: refreshing.now() + 15 * minute });
    expect(refreshing.state()).toMatchObject({ asking: 'me' });
  });

  it('a switch that did not take place leaves everything as it was', { tags: ['C-59'] }, () => {
    const who = signedIn();
    who.tell({ type: 'moved' });
    const effects = who.tell({ type: 'meAnswered', user, tenant, expiresAt: start + 15 * minute });
    expect(types(effects)).not.toContain('leave');
    expect(who.state()).toMatchObject({ tenant: { tenantId: 'demo' }, asking: 'none' });
  });
});
