import type { SessionStatus } from '../../contracts/rpc.ts';
import { exponentialDelayMs } from '../backoff.ts';
import { sameRights } from './display.ts';
import { ageOf, mayShow, wipeOf } from './heldRows.ts';
import { knownAfterMs } from './limits.ts';
import { isRefusal, isRevocation } from './refusal.ts';
import { enterAs, leaveForGood, onSignedIn } from './signedIn.ts';
import type { RememberedSession, SessionEffect, SessionEvent, SessionState, SessionStep, SignedOut, Starting, Unsent } from './types.ts';

/**
 * The session machine (C-52, C-53, D-21, D-31, D-34; SPEC.md): who is signed in, when to refresh, warn and lock, and the order of signing out.
 * Decisions use times, never tick counts, so a late timer changes nothing. Inactivity is judged before the event: a click after half an
 * hour does not reset it.
 *
 * **Clock.** Inactivity uses the monotonic clock while the hub lives, so setting the wall clock neither ends nor prolongs a session. The
 * monotonic clock may stand still during sleep: when the two clocks diverge (`clockDoubted`) the platform is asked at once, and the time
 * it confirms as passed counts as idle, whatever was clicked since waking (`clockSettled`). While the platform is unreachable, only the
 * monotonic clock locks. The platform alone decides whether the session itself is over (D-34). Across hubs the last act is stored with
 * platform time, and counts if the platform confirms the time before the person is signed in.
 */
export function stepSession(state: SessionState, event: SessionEvent): SessionStep {
  const effects: SessionEffect[] = [];
  const next = decide(state, event, effects);
  if (next !== state && !sameStatus(sessionStatusOf(state), sessionStatusOf(next)))
    effects.push({ type: 'publish', status: sessionStatusOf(next) });
  return { state: next, effects };
}

/** Initial state of every machine. */
export const initialSession: SessionState = { name: 'starting', remembered: null, asking: false };

/** The session status for pages. */
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
      // Finishes a sign-out cut short by a crash first: the person was asked about unsent changes then.
      if (remembered !== null && event.logoutPending !== null && event.logoutPending !== 'timeout') {
        forget(remembered, 'drop', effects);
        remembered = null;
      }
      // Data older than 72 h is not shown (D-31). No clock is confirmed yet, so nothing is removed.
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
    // A page has just signed in; the answer in flight belongs to the old cookie. Nobody is let in from the device's memory any more either.
    case 'entered': {
      const { remembered } = state;
      const locked = remembered === null ? null : { ...remembered, locked: true };
      if (remembered?.locked === false) effects.push({ type: 'remember', session: locked });
      effects.push({ type: 'cancel' }, { type: 'loadMe' });
      return { ...state, remembered: locked, asking: true };
    }
    // Signs out whoever is signed in: a page of an earlier hub still shows the button.
    case 'signOut':
      return leaveForGood(state.remembered, 'user', effects);
    case 'unlocked': {
      if (state.remembered === null) return state;
      const remembered = unlocked(state.remembered, event);
      if (mayShow(remembered, event)) return shown(remembered, effects);
      // By a clock that is not confirmed, nobody is signed out for their rows' age: the answer on its way says who is here.
      if (ageOf(remembered, event) === 'doubtful') return { ...state, remembered };
      return aged(signedOut({ reason: 'expired', remembered: { ...remembered, locked: true } }), event, effects);
    }
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
  // `confirmed` judges the age for people who sign in; opening or losing a lock has its own check below.
  const judgedApart = event.type === 'meAnswered' || event.type === 'unlocked' || event.type === 'lockLost';
  const state = judgedApart ? before : aged(before, event, effects);
  switch (event.type) {
    case 'entered':
      // The new sign-in has replaced the cookie of the pending sign-out, which can be neither reported nor misused any more.
      if (state.logoutPending !== null) effects.push({ type: 'setLogoutPending', pending: null });
      effects.push({ type: 'cancel' }, { type: 'loadMe' });
      return { ...state, logoutPending: null, asking: true, unsure: false };
    case 'meAnswered':
      return state.asking ? confirmed(state.remembered, event, effects) : state;
    case 'meFailed': {
      // Handled even when no answer is awaited: the inactivity lock may have come while it was in flight.
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
      // Too old to be shown: stays signed out, and a pending sign-out must still be reported.
      if (!mayShow(state.remembered, event)) return aged(state, event, effects);
      // Opening the lock proves it is the person who was away, so the time-out need not be reported any more. If the platform ended the
      // session, that stands.
      if (state.logoutPending !== null) effects.push({ type: 'setLogoutPending', pending: null });
      return shown(unlocked(state.remembered, event), effects);
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

/** The access of the signed-out person was revoked: removes everything of theirs (C-73). */
function forgotten(state: SignedOut, remembered: RememberedSession, effects: SessionEffect[]): SignedOut {
  forget(remembered, 'name', effects);
  return { ...state, asking: false, unsure: false, remembered: null };
}

/** The rows of the signed-out person exceed the age limit: removes them once; unsent changes wait for their owner (D-31). */
function aged(state: SignedOut, event: SessionEvent, effects: SessionEffect[]): SignedOut {
  if (state.aged || state.remembered === null || ageOf(state.remembered, event) !== 'old') return state;
  effects.push(wipeOf(state.remembered, 'keep'));
  return { ...state, aged: true };
}

/**
 * The lock was opened: continues like a start without a lock. Asks the platform first; if it cannot be reached, shows the stored rows
 * (D-31).
 */
function shown(remembered: RememberedSession, effects: SessionEffect[]): Starting {
  effects.push({ type: 'loadMe' }, { type: 'schedule', delayMs: knownAfterMs });
  return { name: 'starting', remembered: { ...remembered, locked: false }, asking: true };
}

function unlocked(behind: RememberedSession, { session }: Extract<SessionEvent, { type: 'unlocked' }>): RememberedSession {
  return session == null ? behind : { ...session, confirmedAt: behind.confirmedAt, locked: behind.locked };
}

/** Removes a person's rows from this device, and then the record of who they are. */
function forget(remembered: RememberedSession, unsent: Unsent, effects: SessionEffect[]): void {
  effects.push(wipeOf(remembered, unsent), { type: 'remember', session: null });
}

/**
 * The platform confirmed who is signed in. Removes rows of another person (D-31), and rows that this person read under other rights: a
 * role changed while the console was closed removes as much as one changed during use (C-73).
 */
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
    // The earlier rights are encrypted under the lock; they are compared once it is open (signedIn.ts).
    else if ((remembered.sealed !== true && !sameRights(remembered.user, user)) || ageOf(remembered, event) === 'old')
      effects.push(wipeOf(remembered, 'keep'));
  }
  effects.push({ type: 'remember', session: { user, tenant, confirmedAt: now, locked: false } });
  const who = { user, tenant, confirmed: true, confirmedAt: now, expiresAt, asking: 'none', askAgainAt: null } as const;
  return enterAs(who, now, effects, remembered?.user.id === user.id ? activeAt : null);
}

/** The person whom the platform confirmed within 72 hours, unless locked; null otherwise. */
function known(remembered: RememberedSession | null, now: number, asking: 'none' | 'me', effects: SessionEffect[]): SessionState | null {
  if (remembered === null || remembered.locked) return null;
  const { user, tenant, confirmedAt } = remembered;
  return enterAs({ user, tenant, confirmed: false, confirmedAt, expiresAt: 0, asking, askAgainAt: null }, now, effects);
}

function unreachable(remembered: RememberedSession | null, effects: SessionEffect[]): SessionState {
  effects.push({ type: 'schedule', delayMs: exponentialDelayMs(1) });
  return signedOut({ reason: remembered === null ? 'none' : 'timeout', remembered, unsure: true, tries: 1 });
}
