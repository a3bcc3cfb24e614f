import { displayDue, isDisplay, sameRights } from './display.ts';
import { mayShow, wipeOf } from './heldRows.ts';
import { askAgainMs, refreshLeadMs, timeoutAfterMs, warnAfterMs } from './limits.ts';
import { isRefusal, isRevocation } from './refusal.ts';
import type {
  LeaveReason,
  LogoutReason,
  RememberedSession,
  SessionEffect,
  SessionEvent,
  SessionState,
  SignedIn,
  SignedOut,
} from './types.ts';

/** Handles everything while a person is signed in: refresh, inactivity, confirmation, and leaving. */

type Entering = Pick<SignedIn, 'user' | 'tenant' | 'confirmed' | 'confirmedAt' | 'expiresAt' | 'asking' | 'askAgainAt'>;

/**
 * Enters a person. Entering counts as activity, unless a new hub took over: then `activeAt` is the last activity and the idle time
 * continues. A reopened browser looks the same, so at least the full warning period remains; an `activeAt` beyond the time-out is
 * ignored.
 */
export function enterAs(who: Entering, now: number, effects: SessionEffect[], activeAt: number | null = null): SessionState {
  effects.push({ type: 'enter', user: who.user, tenant: who.tenant, confirmed: who.confirmed });
  const askAgainAt = who.confirmed || who.asking !== 'none' ? null : now + askAgainMs;
  const idleMs = activeAt === null ? 0 : now - activeAt;
  const lastActivityAt = idleMs > 0 && idleMs < timeoutAfterMs ? Math.max(now - idleMs, now - warnAfterMs) : now;
  return tend(
    {
      name: 'signedIn',
      ...who,
      askAgainAt,
      lastActivityAt,
      lastRefreshAt: now,
      atHardEnd: false,
      warningEndsAt: null,
      timerAt: null,
      toExtend: false,
      doubt: null,
    },
    now,
    true,
    effects,
  );
}

/**
 * Handles one event while signed in. Inactivity and age limits are judged before the event, but after sign-out, revocation and clock
 * changes.
 */
export function onSignedIn(state: SignedIn, event: SessionEvent, effects: SessionEffect[]): SessionState {
  if (event.type === 'signOut' || event.type === 'lockLost') return leaveForGood(state, 'user', effects);
  if (event.type === 'revoked' || tellsOfRevocation(state, event)) return putOut(state, effects);
  if (event.type === 'clockCorrected') return tend(shifted(state, event.byMs), event.now, true, effects);
  if (event.type === 'clockSettled') return settled(shifted(state, event.byMs), event.passedMs, event.now, effects);
  // A wall display is unattended: it neither warns nor locks (K-10).
  if (!isDisplay(state.user) && event.now - state.lastActivityAt >= timeoutAfterMs) return timeOut(state, effects);
  // Rows that are too old are not shown; whether to remove them is decided once the platform's clock is known (`aged`, machine.ts).
  if (!state.confirmed && !mayShow(state, event)) return expire(state, 'session_expired', effects);
  const next = react(state, event, effects);
  return next.name === 'signedIn' ? tend(next, event.now, event.type === 'timerFired', effects) : next;
}

/** True if the answer to the call in flight says that access was revoked. An answer to an older call may belong to the previous cookie. */
function tellsOfRevocation(state: SignedIn, event: SessionEvent): boolean {
  if (event.type === 'meFailed') return state.asking === 'me' && isRevocation(event.code);
  return event.type === 'refreshFailed' && (state.asking === 'refresh' || state.asking === 'extend') && isRevocation(event.code);
}

type InnerEvent = Exclude<SessionEvent, { type: 'signOut' | 'lockLost' | 'revoked' | 'clockCorrected' | 'clockSettled' }>;

function react(state: SignedIn, event: InnerEvent, effects: SessionEffect[]): SessionState {
  switch (event.type) {
    case 'activity':
      // While the warning is shown only its two buttons count: a mouse down on 'Log Out' must not close it under the pointer.
      return state.warningEndsAt !== null || event.now <= state.lastActivityAt ? state : acted(state, event.now);
    case 'clockDoubted': {
      // A second doubt before the first is settled: keeps the longest idle time, since all the time that passed is added to it.
      const idleMs = Math.max(state.doubt?.idleMs ?? 0, event.now - state.lastActivityAt);
      return { ...state, doubt: { idleMs, acted: state.doubt?.acted ?? false, asked: false } };
    }
    case 'extend':
      if (isDisplay(state.user)) return state;
      if (state.asking === 'me') return { ...state, toExtend: true };
      if (state.asking === 'none') effects.push({ type: 'refresh' });
      return { ...state, asking: 'extend', askAgainAt: null };
    case 'meAnswered':
      return onMe(state, event, effects);
    case 'meFailed':
      if (state.asking !== 'me') return state;
      return isRefusal(event.code)
        ? expire(state, 'session_expired', effects)
        : unreached(state.toExtend ? pressed(state, event.now) : state, event.now);
    case 'refreshAnswered': {
      if (state.asking !== 'refresh' && state.asking !== 'extend') return state;
      effects.push({ type: 'remember', session: rememberedOf(state, event.now, false) });
      return {
        ...(state.asking === 'extend' ? pressed(state, event.now) : state),
        asking: 'none',
        askAgainAt: null,
        confirmed: true,
        confirmedAt: event.now,
        lastRefreshAt: event.now,
        atHardEnd: event.expiresAt <= state.expiresAt,
        expiresAt: event.expiresAt,
      };
    }
    case 'refreshFailed': {
      if (state.asking !== 'refresh' && state.asking !== 'extend') return state;
      if (isRefusal(event.code)) return expire(state, 'refresh_refused', effects);
      effects.push({ type: 'log', level: 'warning', code: 'refresh_failed' });
      // Offline the person is still here: the press counts as activity, and the platform decides once it can be reached.
      return unreached(state.asking === 'extend' ? pressed(state, event.now) : state, event.now);
    }
    case 'unauthenticated':
      // A call may be refused because of a race with a refresh; only `me` decides who is signed in.
      return ask(state, effects);
    case 'moved':
    case 'entered':
      // Asks again even with a call in flight: its answer may predate the change or belong to the previous cookie.
      effects.push({ type: 'loadMe' });
      return { ...state, asking: 'me', askAgainAt: null, toExtend: state.toExtend || state.asking === 'extend' };
    case 'linkReturned':
      return state.confirmed ? state : ask(state, effects);
    case 'timerFired':
      return { ...state, timerAt: null };
    case 'unlocked':
      // Already signed in while the lock was closed: the rows can be opened now. Rows read under other rights are removed first (C-73).
      if (event.session != null && !sameRights(event.session.user, state.user)) effects.push(wipeOf(state, 'keep'));
      effects.push({ type: 'enter', user: state.user, tenant: state.tenant, confirmed: state.confirmed });
      return state;
    case 'lockNow':
      return event.parks ? lockUp(state, effects) : timeOut(state, effects);
    case 'begin':
    case 'logoutConfirmed':
    case 'logoutFailed':
      return state;
    default:
      return event satisfies never;
  }
}

function acted(state: SignedIn, now: number): SignedIn {
  return { ...state, lastActivityAt: now, doubt: state.doubt === null ? null : { ...state.doubt, acted: true } };
}

/** 'Extend Session' was pressed and its result is known. */
function pressed(state: SignedIn, now: number): SignedIn {
  return { ...acted(state, now), warningEndsAt: null, toExtend: false };
}

function ask(state: SignedIn, effects: SessionEffect[]): SignedIn {
  if (state.asking !== 'none') return state;
  effects.push({ type: 'loadMe' });
  return { ...state, asking: 'me', askAgainAt: null, doubt: state.doubt === null ? null : { ...state.doubt, asked: true } };
}

/** The platform told how much time passed in a clock jump. All timestamps were shifted with the estimate, so none of it is counted yet. */
function settled(state: SignedIn, passedMs: number, now: number, effects: SessionEffect[]): SessionState {
  const { doubt } = state;
  if (doubt === null) return tend(state, now, true, effects);
  if (!isDisplay(state.user) && doubt.idleMs + passedMs >= timeoutAfterMs) return timeOut(state, effects);
  // Sleep counts as idle; activity since then counts as activity.
  const lastActivityAt = doubt.acted ? state.lastActivityAt : state.lastActivityAt - passedMs;
  const warningEndsAt = state.warningEndsAt === null ? null : lastActivityAt + timeoutAfterMs;
  return tend({ ...state, lastActivityAt, warningEndsAt, doubt: null }, now, true, effects);
}

function unreached(state: SignedIn, now: number): SignedIn {
  return { ...state, asking: 'none', confirmed: false, askAgainAt: now + askAgainMs };
}

function onMe(state: SignedIn, event: Extract<SessionEvent, { type: 'meAnswered' }>, effects: SessionEffect[]): SessionState {
  if (state.asking !== 'me') return state;
  const { user, tenant, expiresAt, now } = event;
  const samePerson = user.id === state.user.id;
  const asBefore = samePerson && sameRights(user, state.user);
  const remember: SessionEffect = { type: 'remember', session: { user, tenant, confirmedAt: now, locked: false } };
  if (asBefore && tenant.tenantId === state.tenant.tenantId) {
    effects.push(remember);
    if (state.toExtend) effects.push({ type: 'refresh' });
    const asking = state.toExtend ? 'extend' : 'none';
    const answered = { confirmed: true, confirmedAt: now, asking, askAgainAt: null, atHardEnd: false, toExtend: false } as const;
    return { ...state, ...answered, user, tenant, expiresAt };
  }
  // Another tenant, person or role behind the same cookie: nothing of what is held may be shown. The remembered person changes after the
  // rows are gone, so that after a crash in between the next start knows whose they are and wipes them (`confirmed`, machine.ts).
  effects.push(
    { type: 'leave', reason: asBefore ? 'tenant' : samePerson ? 'role' : 'revoked', wiped: true },
    wipeOf(state, !samePerson ? 'count' : tenant.tenantId === state.tenant.tenantId ? 'keep' : 'name'),
    remember,
  );
  return enterAs({ user, tenant, confirmed: true, confirmedAt: now, expiresAt, asking: 'none', askAgainAt: null }, now, effects);
}

/** Does what is due at `now`, and sets the timer for the next due time. */
function tend(state: SignedIn, now: number, timerSpent: boolean, effects: SessionEffect[]): SignedIn {
  if (isDisplay(state.user)) return tendDisplay(state, now, timerSpent, effects);
  let next = state;
  if (next.warningEndsAt === null && now - next.lastActivityAt >= warnAfterMs)
    next = { ...next, warningEndsAt: next.lastActivityAt + timeoutAfterMs };
  if (next.asking === 'none') {
    if (next.doubt?.asked === false) next = ask(next, effects);
    else if (!next.confirmed && next.askAgainAt !== null && now >= next.askAgainAt) next = ask(next, effects);
    else if (next.confirmed && next.atHardEnd && now >= next.expiresAt) next = ask(next, effects);
    else if (mayRefresh(next, now) && now >= next.expiresAt - refreshLeadMs) {
      effects.push({ type: 'refresh' });
      next = { ...next, asking: 'refresh' };
    }
  }
  return wakeAt(next, nextDue(next, now), now, timerSpent, effects);
}

/** A display only checks from time to time whether it is still paired, and after an outage until it is answered. */
function tendDisplay(state: SignedIn, now: number, timerSpent: boolean, effects: SessionEffect[]): SignedIn {
  const next = state.asking === 'none' && (state.doubt?.asked === false || now >= displayDue(state, now)) ? ask(state, effects) : state;
  return wakeAt(next, displayDue(next, now), now, timerSpent, effects);
}

/** A timer that fires early is harmless: nothing is due and it is set again. So activity need not reset the timer. */
function wakeAt(state: SignedIn, due: number, now: number, timerSpent: boolean, effects: SessionEffect[]): SignedIn {
  if (!timerSpent && state.timerAt !== null && state.timerAt <= due) return state;
  effects.push({ type: 'schedule', delayMs: Math.max(0, due - now) });
  return { ...state, timerAt: due };
}

/** D-34: only if the person acted since the last refresh, or within the inactivity window. */
function mayRefresh(state: SignedIn, now: number): boolean {
  return state.confirmed && !state.atHardEnd && (state.lastActivityAt > state.lastRefreshAt || now - state.lastActivityAt < timeoutAfterMs);
}

function nextDue(state: SignedIn, now: number): number {
  const dues = [state.warningEndsAt ?? state.lastActivityAt + warnAfterMs];
  if (state.asking === 'none') {
    if (state.askAgainAt !== null) dues.push(state.askAgainAt);
    else if (mayRefresh(state, now)) dues.push(state.expiresAt - refreshLeadMs);
    else if (state.confirmed) dues.push(state.expiresAt);
  }
  return Math.min(...dues);
}

/** The server clock estimate moved: our own timestamps move with it, the platform's do not. */
function shifted(state: SignedIn, byMs: number): SignedIn {
  return {
    ...state,
    lastActivityAt: state.lastActivityAt + byMs,
    lastRefreshAt: state.lastRefreshAt + byMs,
    askAgainAt: state.askAgainAt === null ? null : state.askAgainAt + byMs,
    warningEndsAt: state.warningEndsAt === null ? null : state.warningEndsAt + byMs,
  };
}

function rememberedOf(state: SignedIn, confirmedAt: number, locked: boolean): RememberedSession {
  return { user: state.user, tenant: state.tenant, confirmedAt, locked };
}

/** The account was deactivated or the session revoked: removes everything from this device (C-73). */
function putOut(state: SignedIn, effects: SessionEffect[]): SignedOut {
  effects.push({ type: 'log', level: 'warning', code: 'session_revoked' });
  return leaveForGood(state, 'revoked', effects);
}

function outOf(reason: LeaveReason, logoutPending: LogoutReason | null, remembered: RememberedSession | null): SignedOut {
  return { name: 'signedOut', reason, logoutPending, tries: 0, remembered, asking: false, unsure: false, aged: false };
}

/** Sign-out and revocation: removes everything of this person, if known; the marks are durable before anything else happens (D-21). */
export function leaveForGood(
  held: Pick<RememberedSession, 'user' | 'tenant'> | null,
  reason: 'user' | 'revoked',
  effects: SessionEffect[],
): SignedOut {
  // Only a sign-out by the person is reported; in the other cases the platform ends the session itself.
  const pending = reason === 'user' ? 'user' : null;
  // Reported at once: a failure to clear this device must not keep the session open at the platform.
  if (pending !== null) effects.push({ type: 'setLogoutPending', pending }, { type: 'tellLogout', reason: pending });
  effects.push({ type: 'cancel' }, { type: 'leave', reason, wiped: true });
  // A person who signs out was asked about unsent changes; one whose access was revoked is shown them.
  if (held !== null) effects.push(wipeOf(held, reason === 'user' ? 'drop' : 'name'));
  effects.push({ type: 'remember', session: null });
  return outOf(reason, pending, null);
}

/** Inactivity: the session ends and the console locks; rows stay for the same person's return (C-53, D-31). */
function timeOut(state: SignedIn, effects: SessionEffect[]): SignedOut {
  const locked = rememberedOf(state, state.confirmedAt, true);
  effects.push(
    { type: 'setLogoutPending', pending: 'timeout' },
    { type: 'tellLogout', reason: 'timeout' },
    { type: 'remember', session: locked },
    { type: 'cancel' },
    { type: 'log', level: 'info', code: 'session_timeout' },
    { type: 'leave', reason: 'timeout', wiped: false },
  );
  return outOf('timeout', 'timeout', locked);
}

/**
 * The app lock was closed by hand: the session is parked at the platform until the lock releases its device key, no longer than it would
 * last without activity (D-34, D-55).
 */
function lockUp(state: SignedIn, effects: SessionEffect[]): SignedOut {
  const locked = rememberedOf(state, state.confirmedAt, true);
  effects.push(
    { type: 'park' },
    { type: 'remember', session: locked },
    { type: 'cancel' },
    { type: 'leave', reason: 'locked', wiped: false },
  );
  return outOf('locked', null, locked);
}

/** The platform no longer accepts the session; rows stay, locked, for the same person's next sign-in. */
function expire(state: SignedIn, code: 'session_expired' | 'refresh_refused', effects: SessionEffect[]): SignedOut {
  // A display that lost its pairing keeps nothing: its viewers are not identified.
  if (isDisplay(state.user)) {
    effects.push({ type: 'log', level: 'warning', code: 'session_revoked' });
    return leaveForGood(state, 'revoked', effects);
  }
  const locked = rememberedOf(state, state.confirmedAt, true);
  effects.push(
    { type: 'remember', session: locked },
    { type: 'cancel' },
    { type: 'log', level: 'warning', code },
    { type: 'leave', reason: 'expired', wiped: false },
  );
  return outOf('expired', null, locked);
}
