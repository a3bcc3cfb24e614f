import { exponentialDelayMs } from '../backoff.ts';

/**
 * The wall's side of the device grant (RFC 8628), like a television's: it asks for a code, shows it, asks every few seconds whether somebody has approved it,
 * and takes up its session. It never gives up and never asks anybody for anything: a code that is over is followed by a new one, a platform that is
 * away is asked again at growing distances. `now` is any clock that only goes forward, milliseconds.
 */
export interface Code {
  readonly deviceCode: string;
  /** As shown: two groups of four. */
  readonly userCode: string;
  /** Where an administrator types it. */
  readonly address: string;
  readonly expiresAt: number;
}

export type PairingState =
  /** A code is asked for now. `failures` in a row before. */
  | { readonly name: 'asking'; readonly failures: number }
  /** No code could be had; asked again when the timer fires. */
  | { readonly name: 'unreachable'; readonly failures: number }
  | { readonly name: 'showing'; readonly code: Code; readonly intervalMs: number; readonly polling: boolean; readonly failures: number }
  /** Approved: the session is being taken up. */
  | { readonly name: 'entering'; readonly idToken: string; readonly failures: number; readonly calling: boolean }
  | { readonly name: 'entered' };

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
  /** `retryAfterMs` where the platform named a time. */
  | { readonly type: 'codeRefused'; readonly retryAfterMs: number | null }
  | { readonly type: 'polled'; readonly answer: 'pending' | 'slowDown' | 'over' | 'unreachable' }
  | { readonly type: 'approved'; readonly idToken: string }
  | { readonly type: 'entered' }
  /** `over`: the platform refused the token, which will not change; otherwise it was not reached. */
  | { readonly type: 'enterFailed'; readonly over: boolean }
  | { readonly type: 'timerFired' }
);

export type PairingEffect =
  | { readonly type: 'askForCode' }
  | { readonly type: 'poll'; readonly deviceCode: string }
  | { readonly type: 'enter'; readonly idToken: string }
  /** Replaces the timer set before. */
  | { readonly type: 'schedule'; readonly delayMs: number };

export interface PairingStep {
  readonly state: PairingState;
  readonly effects: readonly PairingEffect[];
}

/** Where it begins; `begin` makes it ask. */
export const initialPairing: PairingState = { name: 'unreachable', failures: 0 };

/** What RFC 8628 adds to the interval whenever a client is told to slow down, milliseconds. */
const slowDownMs = 5_000;
/** A platform is never asked more often than this, whatever it says. */
const leastIntervalMs = 1_000;

const stay = (state: PairingState): PairingStep => ({ state, effects: [] });
const ask = (failures: number): PairingStep => ({ state: { name: 'asking', failures }, effects: [{ type: 'askForCode' }] });

/** One step. What does not belong to the state it comes in (an answer that is late) changes nothing. */
export function stepPairing(state: PairingState, event: PairingEvent): PairingStep {
  switch (event.type) {
    case 'begin':
      return state.name === 'asking' ? stay(state) : ask(0);
    case 'codeGiven': {
      if (state.name !== 'asking') return stay(state);
      const { deviceCode, userCode, address, expiresInS, intervalS, now } = event;
      const intervalMs = Math.max(leastIntervalMs, intervalS * 1000);
      const code = { deviceCode, userCode, address, expiresAt: now + expiresInS * 1000 };
      return { state: { name: 'showing', code, intervalMs, polling: false, failures: 0 }, effects: [wait(intervalMs)] };
    }
    case 'codeRefused': {
      if (state.name !== 'asking') return stay(state);
      const failures = state.failures + 1;
      return { state: { name: 'unreachable', failures }, effects: [wait(event.retryAfterMs ?? exponentialDelayMs(failures))] };
    }
    case 'polled':
      return state.name === 'showing' && state.polling ? afterPoll(state, event.answer, event.now) : stay(state);
    case 'approved':
      if (state.name !== 'showing' || !state.polling) return stay(state);
      return {
        state: { name: 'entering', idToken: event.idToken, failures: 0, calling: true },
        effects: [{ type: 'enter', idToken: event.idToken }],
      };
    case 'entered':
      return state.name === 'entering' ? { state: { name: 'entered' }, effects: [] } : stay(state);
    case 'enterFailed': {
      if (state.name !== 'entering' || !state.calling) return stay(state);
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
  // Approved, refused or forgotten: whichever it is, this code opens nothing any more.
  if (answer === 'over' || now >= state.code.expiresAt) return ask(0);
  const intervalMs = answer === 'slowDown' ? state.intervalMs + slowDownMs : state.intervalMs;
  const failures = answer === 'unreachable' ? state.failures + 1 : 0;
  const delayMs = failures === 0 ? intervalMs : Math.max(intervalMs, exponentialDelayMs(failures));
  // No later than the code's end: a code that is over does not stand there.
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
      if (state.polling) return stay(state);
      if (now >= state.code.expiresAt) return ask(0);
      return { state: { ...state, polling: true }, effects: [{ type: 'poll', deviceCode: state.code.deviceCode }] };
    case 'entering':
      if (state.calling) return stay(state);
      return { state: { ...state, calling: true }, effects: [{ type: 'enter', idToken: state.idToken }] };
    case 'asking':
    case 'entered':
      return stay(state);
    default:
      return state satisfies never;
  }
}
