import type { OutboxItem } from '../../contracts/outbox.ts';
import type { Problem } from '../../contracts/problem.ts';
import type { HoldReason } from './judge.ts';

/** What the outbox machine (machine.ts) knows, hears and orders. */
export interface OutboxMachine {
  /** In the order in which they were decided. */
  readonly items: readonly OutboxItem[];
  readonly world: OutboxWorld;
  /** Set while nothing at all is sent; `until` is when it is tried anyway, null: only when the world changes. */
  readonly hold: { readonly waits: HoldReason; readonly until: number | null } | null;
  /** Set while it is not known whether the platform can be reached: its own short tries find out, and nothing waits for a stream. */
  readonly silent: Silence | null;
  /** When the last silence was broken; a sending that began before and fails after says nothing of the link as it is now. */
  readonly heardAt: number;
  /** When each command on its way was sent, by place; until it is told that it was (`sent`), when that was ordered. */
  readonly sentAt: Readonly<Record<number, number>>;
  /** Sendings that failed for reasons of the platform or the link, though it had been heard, since the last one that did not. */
  readonly failures: number;
  readonly stopped: boolean;
}

/** Nothing has been heard of the platform since a sending failed, the stream went, or the machine began. */
export interface Silence {
  /** Milliseconds, as `now`: the next short try, made while something is unsent. */
  readonly tryAt: number;
  /** Tries made in this silence. */
  readonly tries: number;
}

/** What must be so for anything to be sent. */
export interface OutboxWorld {
  /** The stream, or what stands for it, is connected: that it comes is a sign of the link; that it is away stops nothing. */
  readonly link: boolean;
  /** The platform has confirmed who is at the console: a command must not go under another person's cookie. */
  readonly session: boolean;
  /** Read-only mode is on (D-23). */
  readonly readOnly: boolean;
}

/** `random` is in [0, 1): tries of many devices must not come all at once. */
export type OutboxEvent = { readonly now: number; readonly random: number } & (
  | { readonly type: 'restored'; readonly items: readonly OutboxItem[] }
  | { readonly type: 'added'; readonly items: readonly OutboxItem[] }
  | { readonly type: 'world'; readonly world: OutboxWorld }
  /** It leaves this moment: the disk, which has to mark it first, may have taken long. */
  | { readonly type: 'sent'; readonly place: number }
  | { readonly type: 'delivered'; readonly place: number }
  | { readonly type: 'failed'; readonly place: number; readonly problem: Problem }
  | { readonly type: 'takeBack'; readonly keys: ReadonlySet<string> }
  | { readonly type: 'dismiss'; readonly keys: ReadonlySet<string> }
  | { readonly type: 'timerFired' }
  /** The platform has answered a call, whichever: a link is there at this moment. `begunAt` is when the call began, as `now`; 0 where that is not known. */
  | { readonly type: 'heard'; readonly begunAt: number }
  /** What time it is turned out to be another than these were stamped by, when they were decided: it moved by `byMs`. */
  | { readonly type: 'clockMoved'; readonly keys: ReadonlySet<string>; readonly byMs: number }
  /** There may be a link: the device is online again, somebody looks at the console, or does not want to wait for the next try. */
  | { readonly type: 'nudge' }
  /** The person leaves, or another hub takes over: nothing is begun any more. */
  | { readonly type: 'stop' }
);
export type OutboxEventType = OutboxEvent['type'];

/** In this order; `save` and `remove` have reached the disk before the next one begins. */
export type OutboxEffect =
  | { readonly type: 'save'; readonly item: OutboxItem }
  | { readonly type: 'remove'; readonly places: readonly number[] }
  /** Answered with `delivered` or `failed`; given up where not a byte of an answer came within `firstByteMs`. */
  | { readonly type: 'send'; readonly item: OutboxItem; readonly firstByteMs: number }
  /** Nobody waits for this sending any more, and nothing is told of how it ends: what became of it the next one, under the same key, will tell. */
  | { readonly type: 'drop'; readonly place: number }
  /** A short try: the smallest of calls, answered with `heard` or by nothing. Given up as a sending is. */
  | { readonly type: 'ask'; readonly firstByteMs: number }
  /** Replaces the timer set before; null clears it. */
  | { readonly type: 'timer'; readonly delayMs: number | null }
  | { readonly type: 'settled'; readonly item: OutboxItem };

export const initialOutbox: OutboxMachine = {
  items: [],
  world: { link: false, session: false, readOnly: false },
  hold: null,
  silent: { tryAt: 0, tries: 0 },
  heardAt: 0,
  sentAt: {},
  failures: 0,
  stopped: false,
};
