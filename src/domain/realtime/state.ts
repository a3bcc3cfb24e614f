import type { Topic, TopicSeqs } from '../../contracts/realtime/event.ts';
import type { Transport } from '../../contracts/rpc.ts';

/**
 * States of the realtime machine (SPEC.md). All are immutable; a step that changes nothing returns the same object. Times are epoch
 * milliseconds on the server's clock, as far as it is known.
 */

/** Our position in the platform's event log. Survives reconnections; falls back to `base` when a write fails. */
export interface LogPosition {
  /** The log that the numbers belong to; null until the first hello. */
  readonly epoch: string | null;
  /** Newest seq per topic that was passed on to be applied. */
  readonly cursors: TopicSeqs;
  /** Newest seq per topic that is safe (written to the store or covered by a resync); the fallback position. */
  readonly base: TopicSeqs;
  /** Newest seq per topic that the platform has announced, whether or not it reached us. */
  readonly newest: TopicSeqs;
  /** Topics with a gap that is being filled, with the number of attempts so far. */
  readonly filling: Readonly<Partial<Record<Topic, number>>>;
  /** Topics with a refetch under way: their cursor is not stored until it has landed. */
  readonly resyncing: readonly Topic[];
  /** Failed writes in a row. */
  readonly failedWrites: number;
  /** True from a failed write until `writeRetry` fires: frames are not taken, since they are requested again from `base`. */
  readonly writeBlocked: boolean;
  /** Server time per topic of the last frame after which nothing was missing; absent if there was none yet. */
  readonly heardAt: Readonly<Partial<Record<Topic, number>>>;
}

/** What the owner asked for; unchanged in all states except `disconnected`. */
export interface Subscription {
  readonly tenantId: string;
  /** The topics that this person may see, including `system`. */
  readonly topics: readonly Topic[];
  /** The transport to begin with and to climb back to. */
  readonly startTransport: Transport;
}

/** An attempt to open a better transport beside the one in use; `connection` is its number. */
export interface Climb {
  readonly transport: Transport;
  readonly connection: number;
}

/** Outlasts the loss of a connection, so that a platform that keeps sending `renew` and closing is still answered at a limited rate. */
interface Renewed {
  /** When a successor was last opened beside a stream on the same transport; null if none since the owner's start. */
  readonly renewedAt: number | null;
}

interface Common {
  /** Highest connection number used; numbers are never reused, so late events of an old connection are recognised. */
  readonly lastConnection: number;
  readonly log: LogPosition;
}

/** No connection is wanted. Only the owner leads here (`stop`), never the platform. */
export interface Disconnected extends Common {
  readonly name: 'disconnected';
  readonly subscription: null;
}

/** The first attempt on a transport, without a failure before it. No hello, heartbeat or poll answer has arrived yet. */
export interface Connecting extends Common {
  readonly name: 'connecting';
  readonly subscription: Subscription;
  readonly transport: Transport;
  readonly connection: number;
}

/** The platform has been heard on this connection within the watchdog limit. */
export interface Connected extends Common, Renewed {
  readonly name: 'connected';
  readonly subscription: Subscription;
  readonly transport: Transport;
  readonly connection: number;
  readonly since: number;
  /** When the platform was last heard on this connection. */
  readonly heardAt: number;
  readonly heartbeatMs: number;
  /**
   * Attempts since the last connection that delivered a heartbeat or an event. A connection that is repeatedly cut right after its hello
   * must not keep us from the next transport.
   */
  readonly tries: number;
  readonly climb: Climb | null;
  /** The platform announced that this stream ends soon, and no successor has sent its hello yet. */
  readonly renewDue: boolean;
}

/** Contact was lost or never made: waiting for the next attempt (`connection` null) or trying. */
export interface Reconnecting extends Common, Renewed {
  readonly name: 'reconnecting';
  readonly subscription: Subscription;
  readonly transport: Transport;
  /** The current or next attempt on this transport: 0 is the immediate one after falling to it, 1 to 10 follow after a delay each. */
  readonly attempt: number;
  readonly connection: number | null;
  readonly nextTryAt: number;
  readonly since: number;
  readonly climb: Climb | null;
}

export type RealtimeState = Disconnected | Connecting | Connected | Reconnecting;

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

/** Initial state of every machine. */
export const initialRealtime: RealtimeState = { name: 'disconnected', subscription: null, lastConnection: 0, log: emptyLog };
