import type { SessionStatus } from '../../contracts/rpc.ts';
import { exponentialDelayMs } from '../backoff.ts';
import { sameRights } from './display.ts';
import { ageOf, mayShow, wipeOf } from './heldRows.ts';
import { knownAfterMs } from './limits.ts';
import { isRefusal, isRevocation } from './refusal.ts';
import { enterAs, leaveForGood, onSignedIn } from './signedIn.ts';
import type { RememberedSession, SessionEffect, SessionEvent, SessionState, SessionStep, SignedOut, Starting, Unsent } from './types.ts';

/**
 * The session machine (C-52, C-53, D-21, D-31, D-34): who is at the console, when to refresh, when to warn and to lock, and
 * in which order leaving happens. Decisions come from times and never from counting ticks, so that a late timer
 * changes nothing. Inactivity is judged before the event that comes after it: a click after half an hour does not reset it.
 *
 * **Whose time.** Inactivity goes by the monotonic clock while the hub lives: setting the wall clock, to whatever, ends nobody's session and prolongs nobody's. A device that
 * was asleep may have a monotonic clock that stood still. Then the two clocks have come apart (`clockDoubted`) and the platform is asked at once; what it confirms did pass
 * and counts as idle, so that a device that slept for longer than the limit locks, whatever was clicked since it woke (`clockSettled`). Where the platform cannot be reached
 * nobody is locked by a clock that anybody could have set: whoever acts stays, and whoever does not is locked when the limit is over by the monotonic clock. That the session
 * itself is over is the platform's to say (D-34), and it does at the first answer. Across hubs the last act is kept with the platform's time on it, and counts where
 * the platform confirms the time before the person comes in.
 */
export function stepSession(state: SessionState, event: SessionEvent): SessionStep {
  const effects: SessionEffect[] = [];
  const next = decide(state, event, effects);
  if (next !== state && !sameStatus(sessionStatusOf(state), sessionStatusOf(next)))
    effects.push({ type: 'publish', status: sessionStatusOf(next) });
  return { state: next, effects };
}

/** Where every machine begins. */
export const initialSession: SessionState = { name: 'starting', remembered: null, asking: false };

/** What pages are told. */
export function sessionStatusOf(state: SessionState): SessionStatus {
  switch (state.name) {
    case 'starting':
      return { phase: 'starting' };
    case 'signedOut':
      return { phase: 'signedOut', reason: state.reason, logoutPending: state.logoutPending !== null };
    case 'signedIn':
      return {
        phase: 'signedIn',
        user: state.user,
        tenant: state.tenant,
        confirmed: state.confirmed,
        expiresAt: state.expiresAt,
        warningEndsAt: state.warningEndsAt,
      };
    default:
      return state satisfies never;
  }
}

function sameStatus(a: SessionStatus, b: SessionStatus): boolean {
  if (a.phase === 'signedIn' && b.phase === 'signedIn')
    return (
      a.user === b.user &&
      a.tenant === b.tenant &&
      a.confirmed === b.confirmed &&
      a.expiresAt === b.expiresAt &&
      a.warningEndsAt === b.warningEndsAt
    );
  if (a.phase === 'signedOut' && b.phase === 'signedOut') return a.reason === b.reason && a.logoutPending === b.logoutPending;
  return a.phase === b.phase;
}

function decide(state: SessionState, event: SessionEvent, effects: SessionEffect[]): SessionState {
  switch (state.name) {
    case 'starting':
      return onStarting(state, event, effects);
    case 'signedOut':
      return onSignedOut(state, event, effects);
    case 'signedIn':
      return onSignedIn(state, event, effects);
    default:
      return state satisfies never;
  }
}

function signedOut(change: Partial<SignedOut>): SignedOut {
  return {
    name: 'signedOut',
    reason: 'none',
    logoutPending: null,
    tries: 0,
    remembered: null,
    asking: false,
    unsure: false,
    aged: false,
    ...change,
  };
}

function onStarting(state: Starting, event: SessionEvent, effects: SessionEffect[]): SessionState {
  switch (event.type) {
    case 'begin': {
      let { remembered } = event;
      if (event.logoutPending !== null) effects.push({ type: 'tellLogout', reason: event.logoutPending });
      // A log-out cut short by a crash is finished first: whoever left was asked then.
      if (remembered !== null && event.logoutPending !== null && event.logoutPending !== 'timeout') {
        forget(remembered, 'drop', effects);
        remembered = null;
      }
      // What is older than 72 h is shown to nobody (D-31). No clock is confirmed yet: nothing is taken away.
      if (remembered !== null && !mayShow(remembered, event)) remembered = { ...remembered, locked: true };
      if (event.logoutPending !== null) return signedOut({ reason: event.logoutPending, logoutPending: event.logoutPending, remembered });
      effects.push({ type: 'loadMe' });
      if (remembered !== null && !remembered.locked) effects.push({ type: 'schedule', delayMs: knownAfterMs });
      return { name: 'starting', remembered, asking: true, activeAt: event.activeAt ?? null };
    }
    case 'meAnswered':
      return state.asking ? confirmed(state.remembered, event, effects, state.activeAt) : state;
    case 'meFailed': {
      if (!state.asking) return state;
      const { remembered } = state;
      if (!isRefusal(event.code)) return known(remembered, event.now, 'none', effects) ?? unreachable(remembered, effects);
      effects.push({ type: 'cancel' });
      if (remembered === null) return signedOut({});
      if (remembered.user.display !== undefined || isRevocation(event.code)) {
        forget(remembered, 'name', effects);
        return signedOut({ reason: 'revoked' });
      }
      const locked = { ...remembered, locked: true };
      if (!remembered.locked) effects.push({ type: 'remember', session: locked });
      return aged(signedOut({ reason: remembered.locked ? 'timeout' : 'expired', remembered: locked }), event, effects);
    }
    case 'timerFired':
      return state.asking ? (known(state.remembered, event.now, 'me', effects) ?? state) : state;
    // A page that has just signed in knows more than the answer on its way; that answer is for the old cookie.
    // Nor is anybody let in by the device's memory any more.
    case 'entered': {
      const { remembered } = state;
      const locked = remembered === null ? null : { ...remembered, locked: true };
      if (remembered?.locked === false) effects.push({ type: 'remember', session: locked });
      effects.push({ type: 'cancel' }, { type: 'loadMe' });
      return { ...state, remembered: locked, asking: true };
    }
    // Whoever it is that is in: a page that saw the hub before this one still has its button.
    case 'signOut':
      return leaveForGood(state.remembered, 'user', effects);
    case 'unlocked':
      return state.remembered === null ? state : reopened(state.remembered, event, effects);
    case 'lockLost':
      return leaveForGood(state.remembered, 'user', effects);
    case 'lockNow':
    case 'refreshAnswered':
    case 'refreshFailed':
    case 'activity':
    case 'extend':
    case 'moved':
    case 'unauthenticated':
    case 'revoked':
    case 'logoutConfirmed':
    case 'logoutFailed':
    case 'linkReturned':
    case 'clockCorrected':
    case 'clockDoubted':
    case 'clockSettled':
      return state;
    default:
      return event satisfies never;
  }
}

function onSignedOut(before: SignedOut, event: SessionEvent, effects: SessionEffect[]): SessionState {
  // Whoever comes in is judged for themselves (`confirmed`), and a lock that was opened too.
  const judgedApart = event.type === 'meAnswered' || event.type === 'unlocked' || event.type === 'lockLost';
  const state = judgedApart ? before : aged(before, event, effects);
  switch (event.type) {
    case 'entered':
      // The new sign-in has replaced the cookie that the pending log-out was for: it can no longer be told, nor misused.
      if (state.logoutPending !== null) effects.push({ type: 'setLogoutPending', pending: null });
      effects.push({ type: 'cancel' }, { type: 'loadMe' });
      return { ...state, logoutPending: null, asking: true, unsure: false };
    case 'meAnswered':
      return state.asking ? confirmed(state.remembered, event, effects) : state;
    case 'meFailed': {
      // Heard even where nobody waits for it: the person was locked out by the clock while it was on its way.
      if (isRevocation(event.code) && state.remembered !== null) return forgotten(state, state.remembered, effects);
      if (!state.asking) return state;
      if (!state.unsure || isRefusal(event.code)) return { ...state, asking: false, unsure: false };
      effects.push({ type: 'schedule', delayMs: exponentialDelayMs(state.tries + 1) });
      return { ...state, asking: false, tries: state.tries + 1 };
    }
    case 'refreshFailed':
      return isRevocation(event.code) && state.remembered !== null ? forgotten(state, state.remembered, effects) : state;
    case 'logoutConfirmed':
      if (state.logoutPending === null) return state;
      effects.push({ type: 'cancel' }, { type: 'setLogoutPending', pending: null });
      return { ...state, logoutPending: null, tries: 0 };
    case 'logoutFailed':
      if (state.logoutPending === null) return state;
      effects.push({ type: 'schedule', delayMs: exponentialDelayMs(state.tries + 1) });
      return { ...state, tries: state.tries + 1 };
    case 'timerFired':
    case 'linkReturned':
      if (state.logoutPending !== null) effects.push({ type: 'tellLogout', reason: state.logoutPending });
      else if (state.unsure && !state.asking) {
        effects.push({ type: 'loadMe' });
        return { ...state, asking: true };
      }
      return state;
    case 'unlocked': {
      if (state.remembered === null) return state;
      // Too old to be shown: as before it, and whoever left is still to be told.
      if (!mayShow(state.remembered, event)) return aged(state, event, effects);
      // Whoever opens the lock is the one who was away: the time-out need not be told any more. The platform's own end of the session stands.
      if (state.logoutPending !== null) effects.push({ type: 'setLogoutPending', pending: null });
      return reopened(state.remembered, event, effects);
    }
    case 'lockLost':
      return leaveForGood(state.remembered, 'user', effects);
    case 'lockNow':
    case 'begin':
    case 'refreshAnswered':
    case 'activity':
    case 'extend':
    case 'moved':
    case 'unauthenticated':
    case 'revoked':
    case 'signOut':
    case 'clockCorrected':
    case 'clockDoubted':
    case 'clockSettled':
      return state;
    default:
      return event satisfies never;
  }
}

/** The access of somebody who is out was taken away: nothing of it stays here (C-73). */
function forgotten(state: SignedOut, remembered: RememberedSession, effects: SessionEffect[]): SignedOut {
  forget(remembered, 'name', effects);
  return { ...state, asking: false, unsure: false, remembered: null };
}

/** What is held of somebody who is out has turned out to be older than it may be kept: it goes, once; what is unsent waits for its person (D-31). */
function aged(state: SignedOut, event: SessionEvent, effects: SessionEffect[]): SignedOut {
  if (state.aged || state.remembered === null || ageOf(state.remembered, event) !== 'old') return state;
  effects.push(wipeOf(state.remembered, 'keep'));
  return { ...state, aged: true };
}

/** The lock is open: as at a start by somebody who was never locked out. The platform is asked first; unreached, what is held is shown (D-31). */
function reopened(behind: RememberedSession, event: Extract<SessionEvent, { type: 'unlocked' }>, effects: SessionEffect[]): SessionState {
  const remembered = event.session == null ? behind : { ...event.session, confirmedAt: behind.confirmedAt, locked: behind.locked };
  if (!mayShow(remembered, event))
    return aged(signedOut({ reason: 'expired', remembered: { ...remembered, locked: true } }), event, effects);
  effects.push({ type: 'loadMe' }, { type: 'schedule', delayMs: knownAfterMs });
  return { name: 'starting', remembered: { ...remembered, locked: false }, asking: true };
}

/** Takes somebody's rows off this device, and the memory of them after that. */
function forget(remembered: RememberedSession, unsent: Unsent, effects: SessionEffect[]): void {
  effects.push(wipeOf(remembered, unsent), { type: 'remember', session: null });
}

/** The platform said who this is. Rows that another person left on this device go first (D-31), as do those that this person read under other rights: a role that was
 * changed while the console was closed takes as much away as one changed at work (C-73). */
function confirmed(
  remembered: RememberedSession | null,
  event: Extract<SessionEvent, { type: 'meAnswered' }>,
  effects: SessionEffect[],
  activeAt: number | null = null,
): SessionState {
  const { user, tenant, expiresAt, now } = event;
  if (remembered !== null) {
    if (remembered.user.id !== user.id) effects.push(wipeOf(remembered, 'count'));
    else if (remembered.tenant.tenantId !== tenant.tenantId) effects.push(wipeOf(remembered, 'name'));
    // What rights they had stands behind the lock: it is compared once that is open (signedIn.ts).
    else if ((remembered.sealed !== true && !sameRights(remembered.user, user)) || ageOf(remembered, event) === 'old')
      effects.push(wipeOf(remembered, 'keep'));
  }
  effects.push({ type: 'remember', session: { user, tenant, confirmedAt: now, locked: false } });
  const who = { user, tenant, confirmed: true, confirmedAt: now, expiresAt, asking: 'none', askAgainAt: null } as const;
  return enterAs(who, now, effects, remembered?.user.id === user.id ? activeAt : null);
}

/** The person whom the platform confirmed within 72 hours, if the lock is not on; null otherwise. */
function known(remembered: RememberedSession | null, now: number, asking: 'none' | 'me', effects: SessionEffect[]): SessionState | null {
  if (remembered === null || remembered.locked) return null;
  const { user, tenant, confirmedAt } = remembered;
  return enterAs({ user, tenant, confirmed: false, confirmedAt, expiresAt: 0, asking, askAgainAt: null }, now, effects);
}

function unreachable(remembered: RememberedSession | null, effects: SessionEffect[]): SessionState {
  effects.push({ type: 'schedule', delayMs: exponentialDelayMs(1) });
  return signedOut({ reason: remembered === null ? 'none' : 'timeout', remembered, unsure: true, tries: 1 });
}
