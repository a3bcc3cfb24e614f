import { topics as documentTopics, type Topic, type TopicSeqs } from '../../src/contracts/realtime/event.ts';
import type { Platform } from '../context.ts';
import { type LoggedEvent, type LogHead, readEvents, readHead } from './head.ts';

/** All topics, including the control topic. */
export const allTopics: readonly Topic[] = [...documentTopics, 'system'];

/** Receives a tenant's events from joining on, in rising seq, each once. */
export interface Listener {
  /** `more`: further events follow in the same turn. */
  hear(event: LoggedEvent, more: boolean): void;
}

/**
 * Fans a tenant's committed events out to the streams of this instance; knows no transport and no permissions. Order and completeness
 * come from the log: events that do not directly follow the last one are fetched from it, so the order of announcements and the
 * committing instance do not matter.
 */
export interface EventHub {
  /** Announces a commit of this instance. */
  announce(tenantId: string, events: readonly LoggedEvent[]): void;
  /** Announces that the log of any instance has reached `seq`; fetches up to there. */
  hint(tenantId: string, seq: number): void;
  /** Fetches missed events of all watched tenants (after the database was unreachable). */
  catchUp(): void;
  /**
   * Reads the log heads of all watched tenants and fetches missing events, independently of notifications.
   * @throws if the heads cannot be read
   */
  look(): Promise<void>;
  /** Returns the log's head and watches the tenant from there on. */
  watch(tenantId: string): Promise<LogHead>;
  /** Seq up to which listeners have been told; null if the tenant is not watched. */
  toldUpTo(tenantId: string): number | null;
  /** Newest seq told, by topic. */
  newest(tenantId: string): TopicSeqs;
  /**
   * Newest seq by topic as read from the log, not as told. Heartbeats carry it, so that a client that missed an event notices. Null if
   * the log could not be read for `blindAfterMs`: then no heartbeat may claim that nothing happened.
   */
  standsAt(tenantId: string): TopicSeqs | null;
  /** Adds a listener and returns how to remove it. The caller must have caught up to `toldUpTo` in the same turn. */
  join(tenantId: string, listener: Listener): () => void;
}

interface Tail {
  seq: number;
  topics: TopicSeqs;
  /** Newest seq by topic, as last read from the head. */
  read: TopicSeqs;
  readonly listeners: Set<Listener>;
  pulling: Promise<void> | null;
  /** Highest seq known to exist; pulling continues until it is reached. */
  wanted: number;
}

const PAGE = 500;
const PULL_AGAIN_MS = 1000;
/** Heartbeats stop if the log was not read for this long, milliseconds. */
export const blindAfterMs = 5000;
const UNBOUNDED = Number.MAX_SAFE_INTEGER;

function createEventHub(platform: Platform): EventHub {
  const tails = new Map<string, Tail>();
  /** When the heads were last read (monotonic); null if `look` never runs, because this instance writes every event itself. */
  let readAt: number | null = null;

  const tell = (tail: Tail, event: LoggedEvent, more: boolean): void => {
    tail.seq = event.seq;
    tail.topics = { ...tail.topics, [event.topic]: event.seq };
    for (const listener of tail.listeners) listener.hear(event, more);
  };
  const pullOnce = async (tenantId: string, tail: Tail): Promise<void> => {
    for (;;) {
      const page = await readEvents(platform.db, tenantId, { after: tail.seq, upTo: UNBOUNDED, topics: allTopics, limit: PAGE });
      // Events announced while the page was read have been told already.
      for (const event of page) if (event.seq > tail.seq) tell(tail, event, event !== page.at(-1));
      if (page.length < PAGE) return;
    }
  };
  const pull = (tenantId: string, tail: Tail): void => {
    let failed = false;
    tail.pulling ??= pullOnce(tenantId, tail)
      .catch((failure) => {
        failed = true;
        platform.log.error('events.pull', failure);
      })
      .finally(() => {
        tail.pulling = null;
        // Retry a failed pull even if no newer seq is known: it may have been the one to find out.
        if (failed || tail.wanted > tail.seq) setTimeout(() => pull(tenantId, tail), PULL_AGAIN_MS).unref();
      });
  };
  const hint = (tenantId: string, seq: number): void => {
    const tail = tails.get(tenantId);
    if (tail === undefined || seq <= tail.seq) return;
    tail.wanted = Math.max(tail.wanted, seq);
    pull(tenantId, tail);
  };

  return {
    hint,
    announce(tenantId, events) {
      const tail = tails.get(tenantId);
      if (tail === undefined) return;
      for (const event of events) {
        if (event.seq === tail.seq + 1) tell(tail, event, event !== events.at(-1));
        else if (event.seq > tail.seq) return hint(tenantId, events.at(-1)?.seq ?? event.seq);
      }
    },
    catchUp() {
      for (const [tenantId, tail] of tails) pull(tenantId, tail);
    },
    async look() {
      readAt ??= performance.now();
      const tenants = [...tails.keys()];
      const began = performance.now();
      const heads =
        tenants.length === 0
          ? []
          : await platform.database.vital
              .selectFrom('event_heads')
              .select(['tenant_id', 'seq', 'topics'])
              .where('tenant_id', 'in', tenants)
              .execute();
      readAt = began;
      for (const { tenant_id, seq, topics } of heads) {
        const tail = tails.get(tenant_id);
        if (tail !== undefined) tail.read = topics;
        hint(tenant_id, seq);
      }
    },
    standsAt(tenantId) {
      if (readAt !== null && performance.now() - readAt > blindAfterMs) return null;
      const { topics = {}, read = {} } = tails.get(tenantId) ?? {};
      return Object.fromEntries(
        allTopics.flatMap((topic) => {
          const newest = Math.max(topics[topic] ?? 0, read[topic] ?? 0);
          return newest === 0 ? [] : [[topic, newest]];
        }),
      );
    },
    async watch(tenantId) {
      const head = await readHead(platform.db, tenantId);
      if (!tails.has(tenantId)) {
        const tail: Tail = { seq: head.seq, topics: head.topics, read: head.topics, listeners: new Set(), pulling: null, wanted: head.seq };
        tails.set(tenantId, tail);
        // A commit between `readHead` and now was not announced to this tail.
        await pullOnce(tenantId, tail);
      }
      return head;
    },
    toldUpTo: (tenantId) => tails.get(tenantId)?.seq ?? null,
    newest: (tenantId) => tails.get(tenantId)?.topics ?? {},
    join(tenantId, listener) {
      const tail = tails.get(tenantId);
      if (tail === undefined) throw new Error('watch the tenant before joining');
      tail.listeners.add(listener);
      return () => void tail.listeners.delete(listener);
    },
  };
}

/** One hub per platform object, created on first use, so that tests with several platforms in one process keep them apart. */
const hubs = new WeakMap<Platform, EventHub>();

/** The platform's only hub; created when it is first asked for. */
export function eventHubOf(platform: Platform): EventHub {
  const held = hubs.get(platform);
  if (held !== undefined) return held;
  const made = createEventHub(platform);
  hubs.set(platform, made);
  return made;
}
