import type { DownFrame } from '../../src/contracts/realtime/down.ts';
import type { Topic, TopicSeqs } from '../../src/contracts/realtime/event.ts';
import type { Platform } from '../context.ts';
import { type LoggedEvent, type LogHead, readEvents } from './head.ts';
import type { AuthSession } from '../identity/sessions/sessions.ts';
import { eventHubOf } from './hub.ts';
import { toldTo } from './told.ts';

/** The transport side of a subscription: server-sent events or a WebSocket. */
export interface Sink {
  /** `more`: further events may follow in this turn, so that they can be sent together. */
  event(event: LoggedEvent, more: boolean): void;
  frame(frame: DownFrame): void;
  /** Bytes written and not yet taken by the client. */
  bufferedBytes(): number;
  /** Resolves true once most of them are taken, false if `withinMs` passed first. */
  drained(withinMs: number): Promise<boolean>;
  /** Disconnects a reader that is too slow. */
  drop(): void;
}

/**
 * A burst may fill a good reader's connection for a moment: it may exceed the limit by this factor for this long, milliseconds, before it
 * is disconnected.
 */
const CATCH_UP_MS = 2000;
const BURST_FACTOR = 8;
/** Maximum wait for the reader during a replay, milliseconds. */
const DRAIN_WITHIN_MS = 30_000;
const PAGE = 500;

/** A connection's share of a tenant's events: per topic from a cursor on, in rising seq, none missing, none twice. */
export interface Subscription {
  /** Adds topics, replaying from each cursor (null: only new events). Sends one `resync` if events after a cursor are no longer kept. */
  add(cursors: ReadonlyMap<Topic, number | null>, head: LogHead): Promise<void>;
  remove(topic: Topic): void;
  /**
   * The newest seq of each followed topic for a heartbeat, as last read from the log. Null if the log cannot be read: then no heartbeat
   * is sent.
   */
  beat(): TopicSeqs | null;
  /** Returns false and disconnects the reader if it is too slow. */
  keepsUp(): boolean;
  end(): void;
}

/** Why a cursor cannot be resumed: another log issued it (`epoch`), or events after it were deleted (`gap`). */
function gapAt(cursor: number, topic: Topic, head: LogHead): 'gap' | 'epoch' | null {
  if (cursor > head.seq) return 'epoch';
  return cursor < (head.pruned[topic] ?? 0) ? 'gap' : null;
}

/**
 * Creates a subscription without topics.
 * @param maxBufferedBytes slow consumers are disconnected above this buffer size; they resync after reconnecting
 */
export function createSubscription(
  platform: Platform,
  { tenantId, session }: { readonly tenantId: string; readonly session: AuthSession },
  sink: Sink,
  maxBufferedBytes: number,
): Subscription {
  const told = toldTo(session);
  const hub = eventHubOf(platform);
  /** Seq of the newest event sent, by topic; a topic is live once its replay is complete. */
  const cursors = new Map<Topic, number>();
  const live = new Set<Topic>();
  let epoch = '';
  let ended = false;
  let leave: (() => void) | null = null;

  const end = (): void => {
    ended = true;
    leave?.();
  };
  const resync = (reason: 'gap' | 'epoch' | 'slow', topics: TopicSeqs): void => sink.frame({ kind: 'resync', epoch, topics, reason });
  const letGo = (): void => {
    end();
    platform.metrics.count('ukweli_streams_dropped_total');
    resync('slow', hub.newest(tenantId));
    sink.drop();
  };
  let fullSince: number | null = null;
  const keepsUp = (): boolean => {
    if (ended) return false;
    const bytes = sink.bufferedBytes();
    if (bytes <= maxBufferedBytes) {
      fullSince = null;
      return true;
    }
    fullSince ??= performance.now();
    if (bytes <= maxBufferedBytes * BURST_FACTOR && performance.now() - fullSince < CATCH_UP_MS) return true;
    letGo();
    return false;
  };
  /** Sends an event unless it was sent already. */
  const give = (event: LoggedEvent, more: boolean): void => {
    const cursor = cursors.get(event.topic);
    if (cursor === undefined || event.seq <= cursor || !keepsUp()) return;
    if (event.prev > cursor) {
      // Retention deleted events during the replay, or the event itself is a gap (`isGap`).
      const newest = hub.newest(tenantId);
      for (const topic of cursors.keys()) cursors.set(topic, newest[topic] ?? 0);
      resync('gap', Object.fromEntries(cursors));
      return;
    }
    cursors.set(event.topic, event.seq);
    sink.event(told(event), more);
  };
  const listener = {
    hear(event: LoggedEvent, more: boolean): void {
      if (!ended && live.has(event.topic)) give(event, more);
    },
  };

  /** Reads the log page by page up to the hub's position; then the topics go live in the same turn. */
  const replay = async (topics: readonly Topic[]): Promise<void> => {
    let at = Math.min(...topics.map((topic) => cursors.get(topic) ?? 0));
    while (!ended) {
      const told = hub.toldUpTo(tenantId) ?? 0;
      if (at >= told) {
        for (const topic of topics) if (cursors.has(topic)) live.add(topic);
        return;
      }
      const page = await readEvents(platform.db, tenantId, { after: at, upTo: told, topics, limit: PAGE });
      for (const event of page) give(event, event !== page.at(-1));
      at = page.length < PAGE ? told : (page.at(-1)?.seq ?? told);
      if (!ended && sink.bufferedBytes() > maxBufferedBytes / 4 && !(await sink.drained(DRAIN_WITHIN_MS))) letGo();
    }
  };

  return {
    end,
    keepsUp,
    beat() {
      const head = hub.standsAt(tenantId);
      return head === null ? null : Object.fromEntries([...cursors].map(([topic, given]) => [topic, Math.max(given, head[topic] ?? 0)]));
    },
    remove(topic) {
      live.delete(topic);
      cursors.delete(topic);
    },
    async add(wanted, head) {
      if (ended) return;
      epoch = head.epoch;
      leave ??= hub.join(tenantId, listener);
      const gaps = [...wanted].flatMap(([topic, cursor]) => (cursor === null ? [] : (gapAt(cursor, topic, head) ?? [])));
      for (const [topic, cursor] of wanted) {
        live.delete(topic);
        cursors.set(topic, cursor === null || gaps.length > 0 ? (head.topics[topic] ?? 0) : cursor);
      }
      const topics = [...wanted.keys()];
      if (gaps.length > 0)
        resync(gaps.includes('epoch') ? 'epoch' : 'gap', Object.fromEntries(topics.map((topic) => [topic, head.topics[topic] ?? 0])));
      await replay(topics);
    },
  };
}
