import type { HeardFrame, Topic, TopicSeqs } from '../../contracts/realtime/event.ts';
import type { ConnectionStatus, Transport } from '../../contracts/rpc.ts';
import type { RealtimeTimer } from './event.ts';
import type { RealtimeState } from './state.ts';

/** Why stored rows must be fetched again: the platform or a hole that could not be filled said so, the log is another
 * one, the log ends before where we stand (a backup was put back), nothing was held yet, frames could not be kept here, or an earlier hub ended before its
 * fetch had landed. */
export type ResyncReason = 'gap' | 'epoch' | 'setBack' | 'slow' | 'first' | 'missed' | 'owed';

/** What the shell is to do, in this order. Every answer comes back as an event. */
export type RealtimeEffect =
  /** Open a stream; its news carry `connection`. Polling needs none. `since` goes into the address (SSE). */
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
  /** GET /api/poll/{topic}?since= for each; answer with ONE `polled`. A topic without a `since` is asked without one. */
  | { readonly type: 'poll'; readonly connection: number; readonly topics: readonly Topic[]; readonly since: TopicSeqs }
  | { readonly type: 'schedule'; readonly timer: RealtimeTimer; readonly delayMs: number }
  | { readonly type: 'cancel'; readonly timer: RealtimeTimer }
  /** Hand these on to be applied and stored (ingest). `cursors` are to be stored with them; answer with `writeSettled`. */
  | { readonly type: 'apply'; readonly frames: readonly HeardFrame[]; readonly cursors: TopicSeqs; readonly epoch: string }
  /** Forget everything handed on and not yet written: it will come again. */
  | { readonly type: 'discard' }
  /** Store these cursors by themselves: a refetch has made everything up to them whole. */
  | { readonly type: 'saveCursors'; readonly cursors: TopicSeqs; readonly epoch: string }
  /** Fetch again what these topics feed, unless it is held as of the given seq or later. Answer with `resynced`. */
  | { readonly type: 'resync'; readonly topics: TopicSeqs; readonly reason: ResyncReason; readonly epoch: string }
  | { readonly type: 'publish'; readonly status: ConnectionStatus }
  /** Ask the platform whether the session is still good: it refused a stream or a poll. The session machine decides what the answer means. */
  | { readonly type: 'askSession' }
  | { readonly type: 'log'; readonly level: 'info' | 'warning' | 'error'; readonly code: RealtimeLogCode; readonly detail: string };

export type RealtimeLogCode =
  | 'malformed_frame'
  | 'foreign_frame'
  | 'unknown_topic'
  | 'gap'
  | 'resync'
  | 'epoch'
  | 'fallback'
  | 'climbed'
  | 'dead'
  | 'write_failed'
  | 'refused';

export interface RealtimeStep {
  readonly state: RealtimeState;
  readonly effects: readonly RealtimeEffect[];
}
