import type { DownFrame } from '../../contracts/realtime/down.ts';
import type { HeardFrame, Topic, TopicSeqs } from '../../contracts/realtime/event.ts';
import type { Transport } from '../../contracts/rpc.ts';

/** Carried by every event: the server's clock as far as known (epoch ms), and a random number in [0, 1) for jitter. */
export interface Stamp {
  readonly now: number;
  readonly random: number;
}

/** One topic's answer of GET /api/poll/{topic}. `resync`: the platform no longer holds the events after our cursor. */
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

/**
 * `refused`: the platform doubts the session (401 or a corresponding close code), so `me` is asked. `displaced`: the platform serves
 * newer streams of the session instead. Any other end of a connection is `lost`.
 */
export type CloseReason = 'lost' | 'refused' | 'displaced';

/**
 * Named timers, at most one of each; scheduling again replaces it. retry: next attempt · watchdog: too long a silence, or no hello after
 * opening · poll: next round · climb: try a better transport · climbTimeout: the climb's own watchdog · fill: retry filling a gap ·
 * writeRetry: retry after a failed write · ping: websocket keep-alive.
 */
export type RealtimeTimer = 'retry' | 'watchdog' | 'poll' | 'climb' | 'climbTimeout' | 'fill' | 'writeRetry' | 'ping';

/** What the shell reports to the machine. */
export type RealtimeEvent = Stamp &
  /**
   * Begin, or begin again for another person. `cursors` and `epoch` come from that person's store; `owed` lists the topics whose rows an
   * earlier hub had not finished fetching.
   */
  (
    | {
        readonly type: 'start';
        readonly tenantId: string;
        readonly topics: readonly Topic[];
        readonly startTransport: Transport;
        readonly epoch: string | null;
        readonly cursors: TopicSeqs;
        readonly owed: readonly Topic[];
      }
    | { readonly type: 'stop' }
    | { readonly type: 'setTransport'; readonly transport: Transport }
    /** The transport is open; nothing was received yet. */
    | { readonly type: 'opened'; readonly connection: number }
    | { readonly type: 'frame'; readonly connection: number; readonly frame: DownFrame }
    /** A message that is not a valid frame (C-65). */
    | { readonly type: 'invalid'; readonly connection: number; readonly detail: string }
    /** All answers of one `poll` effect. */
    | { readonly type: 'polled'; readonly connection: number; readonly answers: readonly PollAnswer[] }
    | { readonly type: 'closed'; readonly connection: number; readonly reason: CloseReason }
    | { readonly type: 'timerFired'; readonly timer: RealtimeTimer }
    /** No data arrived for too long from any call, probe or stream (`domain/link`). */
    | { readonly type: 'silent' }
    /** The browser reports online, the device woke up, or a page came to the foreground. */
    | { readonly type: 'linkReturned' }
    /** The user pressed Retry. */
    | { readonly type: 'retryNow' }
    /**
     * The estimate of server time changed by `byMs`. `all`: every earlier timestamp used the clock that moved; otherwise only those taken
     * since the device's clocks diverged.
     */
    | { readonly type: 'clockMoved'; readonly byMs: number; readonly all: boolean }
    /** A batch of this epoch was written, with the cursors it covers, or the write failed. */
    | { readonly type: 'writeSettled'; readonly ok: boolean; readonly cursors: TopicSeqs; readonly epoch: string }
    /** Frames were passed on but not kept (full buffer, bad data): the topics must be fetched again. */
    | { readonly type: 'missed'; readonly topics: readonly Topic[] }
    /** Everything that a `resync` effect asked for has been stored for these topics. */
    | { readonly type: 'resynced'; readonly topics: readonly Topic[] }
  );
export type RealtimeEventType = RealtimeEvent['type'];
