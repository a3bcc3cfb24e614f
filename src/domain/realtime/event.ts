import type { DownFrame } from '../../contracts/realtime/down.ts';
import type { HeardFrame, Topic, TopicSeqs } from '../../contracts/realtime/event.ts';
import type { Transport } from '../../contracts/rpc.ts';

/** What every event carries: the server's clock as far as known (epoch ms), and a random number in [0, 1) for the jitter. */
export interface Stamp {
  readonly now: number;
  readonly random: number;
}

/** One topic's answer of GET /api/poll/{topic}. `resync` says that the platform no longer holds what follows our cursor. */
export type PollAnswer =
  | {
      readonly ok: true;
      readonly topic: Topic;
      readonly frames: readonly HeardFrame[];
      readonly epoch: string;
      readonly newest: number;
      readonly resync: boolean;
    }
  | { readonly ok: false; readonly topic: Topic; readonly reason: CloseReason };

/** `refused`: the platform doubts the session (401, or a close code that says so), so `me` is asked. `displaced`: newer streams of the session are served in its place.
 * Everything else that ends a connection is `lost`. */
export type CloseReason = 'lost' | 'refused' | 'displaced';

/**
 * Timers by name, one of each at most; scheduling one again replaces it.
 * retry: next try · watchdog: silence too long, or an opened connection that says nothing · poll: next round · climb: try a
 * better rung · climbTimeout: the climb's own watchdog · fill: try again to fill a hole · writeRetry: try again after a failed write ·
 * ping: websocket keep-alive.
 */
export type RealtimeTimer = 'retry' | 'watchdog' | 'poll' | 'climb' | 'climbTimeout' | 'fill' | 'writeRetry' | 'ping';

export type RealtimeEvent = Stamp &
  /**
   * Begin, or begin again for another person. `cursors` and `epoch` come from that person's store; `owed` names the topics among them
   * whose rows an earlier hub was still to fetch when it ended.
   */
  (
    | {
        readonly type: 'start';
        readonly tenantId: string;
        readonly topics: readonly Topic[];
        readonly startRung: Transport;
        readonly epoch: string | null;
        readonly cursors: TopicSeqs;
        readonly owed: readonly Topic[];
      }
    | { readonly type: 'stop' }
    | { readonly type: 'setTransport'; readonly transport: Transport }
    /** The transport is open; nothing was heard yet. */
    | { readonly type: 'opened'; readonly connection: number }
    | { readonly type: 'frame'; readonly connection: number; readonly frame: DownFrame }
    /** A message that is no frame (C-65). */
    | { readonly type: 'invalid'; readonly connection: number; readonly detail: string }
    /** All answers of one `poll` effect together. */
    | { readonly type: 'polled'; readonly connection: number; readonly answers: readonly PollAnswer[] }
    | { readonly type: 'closed'; readonly connection: number; readonly reason: CloseReason }
    | { readonly type: 'timerFired'; readonly timer: RealtimeTimer }
    /** Nothing gave a byte for too long: no call, no probe, no stream (`domain/link`). */
    | { readonly type: 'silent' }
    /** The browser says that it is online again, or the device woke up, or a page came back to the foreground. */
    | { readonly type: 'linkReturned' }
    /** A person pressed Retry. */
    | { readonly type: 'retryNow' }
    /** What time it is at the platform turned out to be another: what pages are shown ages by moved by `byMs`. `all`: whatever was stamped was stamped by what moved; else only
     * what was since the device's clocks came apart. */
    | { readonly type: 'clockMoved'; readonly byMs: number; readonly all: boolean }
    /** A batch of this epoch was written, with the cursors it covers, or could not be. */
    | { readonly type: 'writeSettled'; readonly ok: boolean; readonly cursors: TopicSeqs; readonly epoch: string }
    /** Frames were handed on but could not be kept (full buffer, bad data): the topics must be fetched again. */
    | { readonly type: 'missed'; readonly topics: readonly Topic[] }
    /** Everything that a `resync` effect asked for has landed in the store for these topics. */
    | { readonly type: 'resynced'; readonly topics: readonly Topic[] }
  );
export type RealtimeEventType = RealtimeEvent['type'];
