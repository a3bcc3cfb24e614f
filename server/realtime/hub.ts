import { topics as documentTopics, type Topic, type TopicSeqs } from '../../src/contracts/realtime/event.ts';
import type { Platform } from '../context.ts';
import { type LoggedEvent, type LogHead, readEvents, readHead } from './head.ts';

/** All topics, the control topic included. */
export const allTopics: readonly Topic[] = [...documentTopics, 'system'];

/** Who hears of a tenant's events as they come; called in rising seq, each once, from when it joined. */
export interface Listener {
  /** `more`: others follow in this same turn. */
  hear(event: LoggedEvent, more: boolean): void;
}

/**
 * Fans a tenant's committed events out to the streams of this instance. It knows no transport and no permission. Order and
 * completeness come from the log: news that does not follow on what was told last is fetched, never guessed, so it does
 * not matter in which order commits are heard of, or whether another instance made them.
 */
export interface EventHub {
  /** News of a commit made here. */
  announce(tenantId: string, events: readonly LoggedEvent[]): void;
  /** News of a commit made anywhere: fetches up to there. */
  hint(tenantId: string, seq: number): void;
  /** Fetches whatever was missed, for all tenants watched (after the database was out of reach). */
  catchUp(): void;
  /** Reads where the logs of all tenants watched stand, and fetches what is lacking: whether another instance's news came or not. Throws where they cannot be read. */
  look(): Promise<void>;
  /** Where the log stands, having made sure that this tenant is watched from there on. */
  watch(tenantId: string): Promise<LogHead>;
  /** Seq up to which listeners have been told; null where nobody watches. */
  toldUpTo(tenantId: string): number | null;
  /** Newest seq told, by topic. */
  newest(tenantId: string): TopicSeqs;
  /**
   * Newest seq by topic as read from the log, not as told: what heartbeats say, so that whoever was not told something learns that it is there. Null once the log could not be
   * read for `blindAfterMs`: then nobody may be told that nothing has happened.
   */
  standsAt(tenantId: string): TopicSeqs | null;
  /** From now on `listener` is told; the caller has caught up to `toldUpTo` in the same turn. */
  join(tenantId: string, listener: Listener): () => void;
}

interface Tail {
  seq: number;
  topics: TopicSeqs;
  /** As last read. */
  read: TopicSeqs;
  readonly listeners: Set<Listener>;
  pulling: Promise<void> | null;
  /** Highest seq heard of; pulling goes on until it is reached. */
  wanted: number;
}

const PAGE = 500;
const PULL_AGAIN_MS = 1000;
/** Heartbeats end where the log was not read for so long, milliseconds. */
export const blindAfterMs = 5000;
const UNBOUNDED = Number.MAX_SAFE_INTEGER;

function createEventHub(platform: Platform): EventHub {
  const tails = new Map<string, Tail>();
  /** When the logs were last read, monotonic; null where nobody looks: then every event is written here, and told. */
  let readAt: number | null = null;

  const tell = (tail: Tail, event: LoggedEvent, more: boolean): void => {
    tail.seq = event.seq;
    tail.topics = { ...tail.topics, [event.topic]: event.seq };
    for (const listener of tail.listeners) listener.hear(event, more);
  };
  const pullOnce = async (tenantId: string, tail: Tail): Promise<void> => {
    for (;;) {
      const page = await readEvents(platform.db, tenantId, { after: tail.seq, upTo: UNBOUNDED, topics: allTopics, limit: PAGE });
      // What was announced while the page was read has been told already.
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
        // A failed pull is owed, even where nothing newer was heard of: it may have been the one that was to find out.
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
        // A commit between the reading above and this moment was announced to nobody.
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

/** One hub for each platform, made when first needed, so that tests with several platforms in a process keep them apart. */
const hubs = new WeakMap<Platform, EventHub>();

export function eventHubOf(platform: Platform): EventHub {
  const held = hubs.get(platform);
  if (held !== undefined) return held;
  const made = createEventHub(platform);
  hubs.set(platform, made);
  return made;
}
