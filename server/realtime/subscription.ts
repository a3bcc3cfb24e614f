import type { DownFrame } from '../../src/contracts/realtime/down.ts';
import type { Topic, TopicSeqs } from '../../src/contracts/realtime/event.ts';
import type { Platform } from '../context.ts';
import { type LoggedEvent, type LogHead, readEvents } from './head.ts';
import type { AuthSession } from '../identity/sessions.ts';
import { eventHubOf } from './hub.ts';
import { toldTo } from './told.ts';

/** The transport's side of a subscription: server-sent events or a websocket. */
export interface Sink {
  /** `more`: others may follow in this same turn, so that both can leave together. */
  event(event: LoggedEvent, more: boolean): void;
  frame(frame: DownFrame): void;
  /** Bytes handed over and not yet taken by the other side. */
  bufferedBytes(): number;
  /** Resolves true once the other side has caught up with most of them, false when `withinMs` passed first. */
  drained(withinMs: number): Promise<boolean>;
  /** Ends the connection of a reader that did not keep up. */
  drop(): void;
}

/** A burst may fill a good reader's connection for a moment: it has this long to catch up, and this many times the limit, before it is let go. */
const CATCH_UP_MS = 2000;
const BURST_FACTOR = 8;
/** How long a replay waits for its reader before it lets it go. */
const DRAIN_WITHIN_MS = 30_000;
const PAGE = 500;

/** What one connection gets of a tenant's events: topics, each from a cursor on, in rising seq, none missing, none twice. */
export interface Subscription {
  /** Adds topics, replaying from each cursor (null: only what comes from now on). Sends one `resync` where a gap is no longer held. */
  add(cursors: ReadonlyMap<Topic, number | null>, head: LogHead): Promise<void>;
  remove(topic: Topic): void;
  /** What a heartbeat says: the newest seq of each topic followed, as the log was last read. Null where it cannot be read: then there is none. */
  beat(): TopicSeqs | null;
  /** Lets the reader go if it does not keep up; false then. */
  keepsUp(): boolean;
  end(): void;
}

/** Why a cursor cannot be taken up: this log never gave it out, or events after it are gone. */
function gapAt(cursor: number, topic: Topic, head: LogHead): 'gap' | 'epoch' | null {
  if (cursor > head.seq) return 'epoch';
  return cursor < (head.pruned[topic] ?? 0) ? 'gap' : null;
}

/** `maxBufferedBytes`: a reader that keeps more than this unread is let go; it refetches when it is back, and costs nothing meanwhile. */
export function createSubscription(
  platform: Platform,
  { tenantId, session }: { readonly tenantId: string; readonly session: AuthSession },
  sink: Sink,
  maxBufferedBytes: number,
): Subscription {
  const told = toldTo(session);
  const hub = eventHubOf(platform);
  /** Seq of the newest event given, by topic; a topic is live once its replay is through. */
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
  /** Gives an event unless it was given already. */
  const give = (event: LoggedEvent, more: boolean): void => {
    const cursor = cursors.get(event.topic);
    if (cursor === undefined || event.seq <= cursor || !keepsUp()) return;
    if (event.prev > cursor) {
      // Retention took what lies between while it was being replayed; or it is a gap itself (`isGap`).
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

  /** Pages through the log until nothing lies between it and what the hub tells; then the topics go live in the same turn. */
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
