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

/** Everything that happens while somebody is in: refresh, inactivity, confirmation, and the three ways of leaving. */

type Entering = Pick<SignedIn, 'user' | 'tenant' | 'confirmed' | 'confirmedAt' | 'expiresAt' | 'asking' | 'askAgainAt'>;

/**
 * A person comes in. Coming in counts as activity; but where one hub has only taken over from another, `activeAt` says when somebody last acted, and the waiting goes on from there. A
 * browser that was opened again looks the same, so nobody comes in to less than the warning's time; an act that is longer ago is none of this sitting.
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

/** One event while signed in. The limits are judged first, whatever the event is; what leaves for good goes before them, in whatever way it is told. */
export function onSignedIn(state: SignedIn, event: SessionEvent, effects: SessionEffect[]): SessionState {
  if (event.type === 'signOut' || event.type === 'lockLost') return leaveForGood(state, 'user', effects);
  if (event.type === 'revoked' || tellsOfRevocation(state, event)) return putOut(state, effects);
  if (event.type === 'clockCorrected') return tend(shifted(state, event.byMs), event.now, true, effects);
  if (event.type === 'clockSettled') return settled(shifted(state, event.byMs), event.passedMs, event.now, effects);
  // Nobody sits at a wall display: it neither warns nor locks (K-10).
  if (!isDisplay(state.user) && event.now - state.lastActivityAt >= timeoutAfterMs) return timeOut(state, effects);
  // Nobody is shown what is too old; whether it goes is judged once the platform's clock is known (`aged`, machine.ts).
  if (!state.confirmed && !mayShow(state, event)) return expire(state, 'session_expired', effects);
  const next = react(state, event, effects);
  return next.name === 'signedIn' ? tend(next, event.now, event.type === 'timerFired', effects) : next;
}

/** The platform's answer to what is being asked now is that access was taken away. An answer to something older may be for the cookie of before. */
function tellsOfRevocation(state: SignedIn, event: SessionEvent): boolean {
  if (event.type === 'meFailed') return state.asking === 'me' && isRevocation(event.code);
  return event.type === 'refreshFailed' && (state.asking === 'refresh' || state.asking === 'extend') && isRevocation(event.code);
}

type InnerEvent = Exclude<SessionEvent, { type: 'signOut' | 'lockLost' | 'revoked' | 'clockCorrected' | 'clockSettled' }>;

function react(state: SignedIn, event: InnerEvent, effects: SessionEffect[]): SessionState {
  switch (event.type) {
    case 'activity':
      // With the warning up only its two buttons count: a mouse down on 'Log Out' must not close it under the pointer.
      return state.warningEndsAt !== null || event.now <= state.lastActivityAt ? state : acted(state, event.now);
    case 'clockDoubted': {
      // A second doubt before the first is settled: what was longest counts, since all that passed will be counted to it.
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
      // Offline the person is still here: the press counts as activity, the platform decides once it can be asked.
      return unreached(state.asking === 'extend' ? pressed(state, event.now) : state, event.now);
    }
    case 'unauthenticated':
      // Any call may be refused by a race with a refresh; only `me` decides who is in.
      return ask(state, effects);
    case 'moved':
    case 'entered':
      // Asked anew, whatever is under way: an answer from before would say that nothing has changed, or be for the cookie of before.
      effects.push({ type: 'loadMe' });
      return { ...state, asking: 'me', askAgainAt: null, toExtend: state.toExtend || state.asking === 'extend' };
    case 'linkReturned':
      return state.confirmed ? state : ask(state, effects);
    case 'timerFired':
      return { ...state, timerAt: null };
    case 'unlocked':
      // Signed in already, before a lock that was still closed: now the rows can be opened. Those that were read under other rights go first (C-73).
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

/** 'Extend Session' was pressed, and what comes of it is known. */
function pressed(state: SignedIn, now: number): SignedIn {
  return { ...acted(state, now), warningEndsAt: null, toExtend: false };
}

function ask(state: SignedIn, effects: SessionEffect[]): SignedIn {
  if (state.asking !== 'none') return state;
  effects.push({ type: 'loadMe' });
  return { ...state, asking: 'me', askAgainAt: null, doubt: state.doubt === null ? null : { ...state.doubt, asked: true } };
}

/** The platform has said how much of a jump did pass. All stamps have moved with the estimate already, so that none of it has been counted yet. */
function settled(state: SignedIn, passedMs: number, now: number, effects: SessionEffect[]): SessionState {
  const { doubt } = state;
  if (doubt === null) return tend(state, now, true, effects);
  if (!isDisplay(state.user) && doubt.idleMs + passedMs >= timeoutAfterMs) return timeOut(state, effects);
  // Asleep is idle; an act since then is one.
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
  // Another tenant, another person or other rights behind the same cookie: nothing of what is held may be shown on. Whom to remember changes once
  // the rows are gone: after a crash before that, the next start finds whose they were and wipes them (`confirmed`, machine.ts).
  effects.push(
    { type: 'leave', reason: asBefore ? 'tenant' : samePerson ? 'role' : 'revoked', wiped: true },
    wipeOf(state, !samePerson ? 'count' : tenant.tenantId === state.tenant.tenantId ? 'keep' : 'name'),
    remember,
  );
  return enterAs({ user, tenant, confirmed: true, confirmedAt: now, expiresAt, asking: 'none', askAgainAt: null }, now, effects);
}

/** Does what is due at `now`, and sets the timer to the next thing that will be. */
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

/** A display only asks from time to time whether it still is one, and after an outage until it was told. */
function tendDisplay(state: SignedIn, now: number, timerSpent: boolean, effects: SessionEffect[]): SignedIn {
  const next = state.asking === 'none' && (state.doubt?.asked === false || now >= displayDue(state, now)) ? ask(state, effects) : state;
  return wakeAt(next, displayDue(next, now), now, timerSpent, effects);
}

/** A timer that is set for too early does no harm: it fires, finds nothing due and is set again. So activity costs nothing. */
function wakeAt(state: SignedIn, due: number, now: number, timerSpent: boolean, effects: SessionEffect[]): SignedIn {
  if (!timerSpent && state.timerAt !== null && state.timerAt <= due) return state;
  effects.push({ type: 'schedule', delayMs: Math.max(0, due - now) });
  return { ...state, timerAt: due };
}

/** D-34: only for a person who acted since the last refresh, or within the inactivity window. */
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

/** The estimate of the server's clock moved: what we stamped moves with it, what the platform stamped does not. */
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

/** The account was deactivated or the session revoked: nothing of it stays on this device (C-73). */
function putOut(state: SignedIn, effects: SessionEffect[]): SignedOut {
  effects.push({ type: 'log', level: 'warning', code: 'session_revoked' });
  return leaveForGood(state, 'revoked', effects);
}

function outOf(reason: LeaveReason, logoutPending: LogoutReason | null, remembered: RememberedSession | null): SignedOut {
  return { name: 'signedOut', reason, logoutPending, tries: 0, remembered, asking: false, unsure: false, aged: false };
}

/** Log-out and revocation: everything of this person goes, where the device knows of whom; the marks are durable before anything else happens (D-21). */
export function leaveForGood(
  held: Pick<RememberedSession, 'user' | 'tenant'> | null,
  reason: 'user' | 'revoked',
  effects: SessionEffect[],
): SignedOut {
  // Only a log-out of the person's own has to be told: in the other cases the platform ended the session, or will.
  const pending = reason === 'user' ? 'user' : null;
  // Told at once and beside everything else: what keeps this device from being cleared must not keep the session open at the platform.
  if (pending !== null) effects.push({ type: 'setLogoutPending', pending }, { type: 'tellLogout', reason: pending });
  effects.push({ type: 'cancel' }, { type: 'leave', reason, wiped: true });
  // Whoever leaves was asked; whose access was taken away is shown what was not sent.
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

/** The app lock was closed by hand: the session waits at the platform for the key that only the lock opens, and for nobody longer than it would have without an act (D-34, D-55). */
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

/** The platform does not take the session any more; rows stay, locked, for the same person's next sign-in. */
function expire(state: SignedIn, code: 'session_expired' | 'refresh_refused', effects: SessionEffect[]): SignedOut {
  // A display that is one no more holds nothing back: whoever stands before it is nobody in particular.
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
