import type { HeardFrame, Topic, TopicSeqs } from '../../contracts/realtime/event.ts';
import type { ConnectionStatus, Transport } from '../../contracts/rpc.ts';
import type { RealtimeTimer } from './event.ts';
import type { RealtimeState } from './state.ts';

/**
 * Why stored rows must be fetched again. `gap`, `slow`: the platform or an unfillable gap requires it. `epoch`: another log. `setBack`:
 * the log ends before our position (a backup was restored). `first`: nothing was held yet. `missed`: frames could not be kept here.
 * `owed`: an earlier hub ended before its fetch had landed.
 */
export type ResyncReason = 'gap' | 'epoch' | 'setBack' | 'slow' | 'first' | 'missed' | 'owed';

/** What the shell must do, in this order. Every result comes back as an event. */
export type RealtimeEffect =
  /** Open a stream; its events carry `connection`. Polling needs no stream. `since` goes into the URL (SSE). */
  | {
      readonly type: 'open';
      readonly connection: number;
      readonly transport: Exclude<Transport, 'polling'>;
      readonly since: TopicSeqs;
      readonly topics: readonly Topic[];
    }
  | { readonly type: 'close'; readonly connection: number }
  /** Websocket only: one `subscribe` message. */
  | { readonly type: 'subscribe'; readonly connection: number; readonly topic: Topic; readonly since: number }
  | { readonly type: 'ping'; readonly connection: number }
  /** GET /api/poll/{topic}?since= for each; answer with ONE `polled`. A topic without a cursor is requested without `since`. */
  | { readonly type: 'poll'; readonly connection: number; readonly topics: readonly Topic[]; readonly since: TopicSeqs }
  | { readonly type: 'schedule'; readonly timer: RealtimeTimer; readonly delayMs: number }
  | { readonly type: 'cancel'; readonly timer: RealtimeTimer }
  /** Pass these frames to ingest to be applied and stored together with `cursors`; answer with `writeSettled`. */
  | { readonly type: 'apply'; readonly frames: readonly HeardFrame[]; readonly cursors: TopicSeqs; readonly epoch: string }
  /** Drop everything passed on and not yet written: it will be requested again. */
  | { readonly type: 'discard' }
  /** Store these cursors alone: a refetch has completed everything up to them. */
  | { readonly type: 'saveCursors'; readonly cursors: TopicSeqs; readonly epoch: string }
  /** Refetch the data of these topics, unless it is held as of the given seq or later. Answer with `resynced`. */
  | { readonly type: 'resync'; readonly topics: TopicSeqs; readonly reason: ResyncReason; readonly epoch: string }
  | { readonly type: 'publish'; readonly status: ConnectionStatus }
  /** Ask the platform whether the session is still valid after it refused a stream or poll. The session machine interprets the answer. */
  | { readonly type: 'askSession' }
  | { readonly type: 'log'; readonly level: 'info' | 'warning' | 'error'; readonly code: RealtimeLogCode; readonly detail: string };

/** Codes of the log lines, for diagnosis. */
export type RealtimeLogCode =
  | 'malformed_frame'
  | 'foreign_frame'
  | 'unknown_topic'
  | 'gap'
  | 'resync'
  | 'epoch'
  | 'fallback'
  | 'climbed'
  | 'renewed'
  | 'dead'
  | 'write_failed'
  | 'refused';

/** Result of one event. */
export interface RealtimeStep {
  readonly state: RealtimeState;
  readonly effects: readonly RealtimeEffect[];
}
