import type { OutboxItem } from '../../contracts/outbox.ts';
import type { Problem } from '../../contracts/problem.ts';
import type { HoldReason } from './judge.ts';

/** State, events and effects of the outbox machine (machine.ts). */
export interface OutboxMachine {
  /** In the order in which they were decided. */
  readonly items: readonly OutboxItem[];
  readonly conditions: OutboxConditions;
  /** Set while nothing is sent, since `since`; `until` is when to try anyway, null: only when the conditions change. */
  readonly hold: { readonly waits: HoldReason; readonly since: number; readonly until: number | null } | null;
  /** Set while it is unknown whether the platform can be reached: short tries find out, without waiting for a stream. */
  readonly silent: Silence | null;
  /** When the last silence ended; a sending that began before it and fails later says nothing about the current link. */
  readonly heardAt: number;
  /** When each command in flight was sent, by place: when sending was ordered, then corrected by the `sent` event. */
  readonly sentAt: Readonly<Record<number, number>>;
  /** Consecutive sendings that failed because of the platform or the link outside a silence. */
  readonly failures: number;
  readonly stopped: boolean;
}

/** The platform has not been heard since a sending failed, the stream closed, or the machine started. */
export interface Silence {
  /** Time of the next short try (milliseconds, as `now`); tries run only while something is unsent. */
  readonly tryAt: number;
  /** Tries made in this silence. */
  readonly tries: number;
}

/** Conditions for sending. */
export interface OutboxConditions {
  /** The event transport is connected. Connecting proves the link works; being disconnected does not block sending. */
  readonly link: boolean;
  /** The platform has confirmed who is signed in: a command must not go out under another person's cookie. */
  readonly session: boolean;
  /** Read-only mode is on (D-23). */
  readonly readOnly: boolean;
}

/** `random` is in [0, 1): spreads the tries of many devices. */
export type OutboxEvent = { readonly now: number; readonly random: number } & (
  | { readonly type: 'restored'; readonly items: readonly OutboxItem[] }
  | { readonly type: 'added'; readonly items: readonly OutboxItem[] }
  | { readonly type: 'conditions'; readonly conditions: OutboxConditions }
  /** The request leaves now; marking it on disk first may have taken long. */
  | { readonly type: 'sent'; readonly place: number }
  | { readonly type: 'delivered'; readonly place: number }
  | { readonly type: 'failed'; readonly place: number; readonly problem: Problem }
  | { readonly type: 'takeBack'; readonly keys: ReadonlySet<string> }
  | { readonly type: 'dismiss'; readonly keys: ReadonlySet<string> }
  | { readonly type: 'timerFired' }
  /** The platform answered any call, so the link works now. `begunAt` is when that call began, as `now`; 0 if unknown. */
  | { readonly type: 'heard'; readonly begunAt: number }
  /** The clock these commands were stamped with was corrected by `byMs`. */
  | { readonly type: 'clockMoved'; readonly keys: ReadonlySet<string>; readonly byMs: number }
  /** The link may be back: the device is online again, the user looks at the console, or asks not to wait for the next try. */
  | { readonly type: 'nudge' }
  /** The person signs out or another hub takes over: nothing new is started. */
  | { readonly type: 'stop' }
);

/** Executed in this order; `save` and `remove` must reach the disk before the next effect starts. */
export type OutboxEffect =
  | { readonly type: 'save'; readonly item: OutboxItem }
  | { readonly type: 'remove'; readonly places: readonly number[] }
  /** Answered with `delivered` or `failed`; given up if the first byte of the answer takes longer than `firstByteMs`. */
  | { readonly type: 'send'; readonly item: OutboxItem; readonly firstByteMs: number }
  /** Stop waiting for this sending and ignore its result; the next one, under the same key, learns the outcome. */
  | { readonly type: 'drop'; readonly place: number }
  /** A short try: the smallest possible call; reports `heard` or nothing. Given up after `firstByteMs` like a sending. */
  | { readonly type: 'ask'; readonly firstByteMs: number }
  /** Replaces the current timer; null clears it. */
  | { readonly type: 'timer'; readonly delayMs: number | null }
  | { readonly type: 'settled'; readonly item: OutboxItem };

export const initialOutbox: OutboxMachine = {
  items: [],
  conditions: { link: false, session: false, readOnly: false },
  hold: null,
  silent: { tryAt: 0, tries: 0 },
  heardAt: 0,
  sentAt: {},
  failures: 0,
  stopped: false,
};
