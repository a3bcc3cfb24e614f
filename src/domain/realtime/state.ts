import type { Topic, TopicSeqs } from '../../contracts/realtime/event.ts';
import type { Transport } from '../../contracts/rpc.ts';

/**
 * States of the realtime machine (SPEC.md). Everything is immutable; a step that changes nothing answers the same object.
 * Times are epoch milliseconds on the server's clock, as far as it is known.
 */

/** Where we stand in the platform's event log. Survives reconnections, falls back to `base` when a write fails. */
export interface LogPosition {
  /** Which log the numbers belong to; null until the first hello. */
  readonly epoch: string | null;
  /** Newest seq of each topic that was handed on to be applied. */
  readonly cursors: TopicSeqs;
  /** Newest seq of each topic known to be safe: written to the store, or covered by a resync. Where to fall back to. */
  readonly base: TopicSeqs;
  /** Newest seq of each topic that the platform told of, whether it reached us or not. */
  readonly newest: TopicSeqs;
  /** Topics with a hole that is being filled, with the tries made so far. */
  readonly filling: Readonly<Partial<Record<Topic, number>>>;
  /** Topics whose refetch is under way: their cursor is not stored until it has landed. */
  readonly resyncing: readonly Topic[];
  /** Failed writes in a row. */
  readonly failedWrites: number;
  /** True from a failed write until `writeRetry` fires: frames are not taken, they will come again from `base`. */
  readonly writeBlocked: boolean;
  /** Server time of the last frame after which nothing of the topic was missing; absent where nothing came yet. */
  readonly heardAt: Readonly<Partial<Record<Topic, number>>>;
}

/** What the owner asked for; the same through all states but `disconnected`. */
export interface Subscription {
  readonly tenantId: string;
  /** The topics that this person may see, `system` among them. */
  readonly topics: readonly Topic[];
  /** The rung to begin with and to climb back to. */
  readonly startRung: Transport;
}

/** An attempt to climb back to a better rung beside the one in use; `connection` is its number. */
export interface Climb {
  readonly transport: Transport;
  readonly connection: number;
}

interface Common {
  /** Highest connection number given out; numbers are never used twice, so late news of an old connection is known as such. */
  readonly lastConnection: number;
  readonly log: LogPosition;
}

/** Nobody wants a connection: only its owner brings it here (`stop`), nothing that the platform says. */
export interface Disconnected extends Common {
  readonly name: 'disconnected';
  readonly subscription: null;
}

/** The first try on a rung, with no failure behind it. Not yet heard: no hello, no heartbeat, no poll answer. */
export interface Connecting extends Common {
  readonly name: 'connecting';
  readonly subscription: Subscription;
  readonly transport: Transport;
  readonly connection: number;
}

/** The platform has spoken on this connection, and not longer ago than the watchdog allows. */
export interface Connected extends Common {
  readonly name: 'connected';
  readonly subscription: Subscription;
  readonly transport: Transport;
  readonly connection: number;
  readonly since: number;
  /** When the platform was last heard on this connection. */
  readonly heardAt: number;
  readonly heartbeatMs: number;
  /** Tries spent since the last connection that proved its worth (a heartbeat or an event came): a connection that is cut
   * right after its hello, again and again, must not keep us from the next rung. */
  readonly tries: number;
  readonly climb: Climb | null;
}

/** Contact was lost or not made: waiting for the next try (`connection` null) or trying. */
export interface Reconnecting extends Common {
  readonly name: 'reconnecting';
  readonly subscription: Subscription;
  readonly transport: Transport;
  /** The try under way or next on this rung: 0 is the one at once after falling to it, then 1 to 10 after a delay each. */
  readonly attempt: number;
  readonly connection: number | null;
  readonly nextTryAt: number;
  readonly since: number;
  readonly climb: Climb | null;
}

export type RealtimeState = Disconnected | Connecting | Connected | Reconnecting;
export type RealtimeStateName = RealtimeState['name'];

export const emptyLog: LogPosition = {
  epoch: null,
  cursors: {},
  base: {},
  newest: {},
  filling: {},
  resyncing: [],
  failedWrites: 0,
  writeBlocked: false,
  heardAt: {},
};

/** Where every machine begins. */
export const initialRealtime: RealtimeState = { name: 'disconnected', subscription: null, lastConnection: 0, log: emptyLog };
