import { exponentialDelayMs } from '../backoff.ts';

/**
 * The display's side of the device grant (RFC 8628): requests a code, shows it, polls every few seconds for approval, and opens its
 * session. It never gives up: an expired code is replaced, an unreachable platform is retried with growing delays. `now` is a monotonic
 * clock, milliseconds.
 */
export interface Code {
  readonly deviceCode: string;
  /** As shown: two groups of four characters. */
  readonly userCode: string;
  /** Where an administrator enters it. */
  readonly address: string;
  readonly expiresAt: number;
}

/** Where the pairing stands. */
export type PairingState =
  /** A code request is in flight. `failures`: consecutive failures before it. */
  | { readonly name: 'asking'; readonly failures: number }
  /** No code was obtained; retried when the timer fires. */
  | { readonly name: 'unreachable'; readonly failures: number }
  | { readonly name: 'showing'; readonly code: Code; readonly intervalMs: number; readonly polling: boolean; readonly failures: number }
  /** Approved: the session is being opened. */
  | { readonly name: 'entering'; readonly idToken: string; readonly failures: number; readonly calling: boolean }
  | { readonly name: 'entered' };

/** What the shell reports; `now` is on the monotonic clock, milliseconds. */
export type PairingEvent = { readonly now: number } & (
  | { readonly type: 'begin' }
  | {
      readonly type: 'codeGiven';
      readonly deviceCode: string;
      readonly userCode: string;
      readonly address: string;
      readonly expiresInS: number;
      readonly intervalS: number;
    }
  /** `retryAfterMs`: set if the platform named a delay. */
  | { readonly type: 'codeRefused'; readonly retryAfterMs: number | null }
  | { readonly type: 'polled'; readonly answer: 'pending' | 'slowDown' | 'over' | 'unreachable' }
  | { readonly type: 'approved'; readonly idToken: string }
  | { readonly type: 'entered' }
  /** `over`: the platform refused the token, which is final; otherwise it was not reached. */
  | { readonly type: 'enterFailed'; readonly over: boolean }
  | { readonly type: 'timerFired' }
);

/** What the shell must do. */
export type PairingEffect =
  | { readonly type: 'askForCode' }
  | { readonly type: 'poll'; readonly deviceCode: string }
  | { readonly type: 'enter'; readonly idToken: string }
  /** Replaces the current timer. */
  | { readonly type: 'schedule'; readonly delayMs: number };

/** Result of one event: the next state, and what the shell must do. */
export interface PairingStep {
  readonly state: PairingState;
  readonly effects: readonly PairingEffect[];
}

/** Initial state; `begin` requests a code. */
export const initialPairing: PairingState = { name: 'unreachable', failures: 0 };

/** RFC 8628 adds this to the interval on each `slow_down`, milliseconds. */
const slowDownMs = 5_000;
/** Minimum poll interval, whatever the platform says. */
const leastIntervalMs = 1_000;

const unchanged = (state: PairingState): PairingStep => ({ state, effects: [] });
const ask = (failures: number): PairingStep => ({ state: { name: 'asking', failures }, effects: [{ type: 'askForCode' }] });

/** One step. An event that does not belong to the current state (a late answer) changes nothing. */
export function stepPairing(state: PairingState, event: PairingEvent): PairingStep {
  switch (event.type) {
    case 'begin':
      return state.name === 'asking' ? unchanged(state) : ask(0);
    case 'codeGiven': {
      if (state.name !== 'asking') return unchanged(state);
      const { deviceCode, userCode, address, expiresInS, intervalS, now } = event;
      const intervalMs = Math.max(leastIntervalMs, intervalS * 1000);
      const code = { deviceCode, userCode, address, expiresAt: now + expiresInS * 1000 };
      return { state: { name: 'showing', code, intervalMs, polling: false, failures: 0 }, effects: [wait(intervalMs)] };
    }
    case 'codeRefused': {
      if (state.name !== 'asking') return unchanged(state);
      const failures = state.failures + 1;
      return { state: { name: 'unreachable', failures }, effects: [wait(event.retryAfterMs ?? exponentialDelayMs(failures))] };
    }
    case 'polled':
      return state.name === 'showing' && state.polling ? afterPoll(state, event.answer, event.now) : unchanged(state);
    case 'approved':
      if (state.name !== 'showing' || !state.polling) return unchanged(state);
      return {
        state: { name: 'entering', idToken: event.idToken, failures: 0, calling: true },
        effects: [{ type: 'enter', idToken: event.idToken }],
      };
    case 'entered':
      return state.name === 'entering' ? { state: { name: 'entered' }, effects: [] } : unchanged(state);
    case 'enterFailed': {
      if (state.name !== 'entering' || !state.calling) return unchanged(state);
      if (event.over) return ask(0);
      const failures = state.failures + 1;
      return { state: { ...state, failures, calling: false }, effects: [wait(exponentialDelayMs(failures))] };
    }
    case 'timerFired':
      return onTimer(state, event.now);
    default:
      return event satisfies never;
  }
}

function wait(delayMs: number): PairingEffect {
  return { type: 'schedule', delayMs };
}

type Showing = Extract<PairingState, { name: 'showing' }>;

function afterPoll(state: Showing, answer: 'pending' | 'slowDown' | 'over' | 'unreachable', now: number): PairingStep {
  // Approved elsewhere, refused or forgotten: this code is no longer usable.
  if (answer === 'over' || now >= state.code.expiresAt) return ask(0);
  const intervalMs = answer === 'slowDown' ? state.intervalMs + slowDownMs : state.intervalMs;
  const failures = answer === 'unreachable' ? state.failures + 1 : 0;
  const delayMs = failures === 0 ? intervalMs : Math.max(intervalMs, exponentialDelayMs(failures));
  // At the latest when the code expires: an expired code must not stay on screen.
  return {
    state: { ...state, intervalMs, failures, polling: false },
    effects: [wait(Math.max(0, Math.min(delayMs, state.code.expiresAt - now)))],
  };
}

function onTimer(state: PairingState, now: number): PairingStep {
  switch (state.name) {
    case 'unreachable':
      return ask(state.failures);
    case 'showing':
      if (state.polling) return unchanged(state);
      if (now >= state.code.expiresAt) return ask(0);
      return { state: { ...state, polling: true }, effects: [{ type: 'poll', deviceCode: state.code.deviceCode }] };
    case 'entering':
      if (state.calling) return unchanged(state);
      return { state: { ...state, calling: true }, effects: [{ type: 'enter', idToken: state.idToken }] };
    case 'asking':
    case 'entered':
      return unchanged(state);
    default:
      return state satisfies never;
  }
}
