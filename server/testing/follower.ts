import type { EventFrame, Topic } from '../../src/contracts/realtime/event.ts';
import type { DownFrame } from '../../src/contracts/realtime/down.ts';
import { openSocket, openStream } from './streamReaders.ts';

/** A client that follows a tenant's topics and, whenever its connection ends, resumes where it was. */
export interface Follower {
  readonly name: string;
  /** Received events in order of arrival, over all connections. */
  readonly events: readonly Pick<EventFrame, 'seq' | 'prev' | 'type' | 'resourceId'>[];
  connections(): number;
  /** Number of resync frames: the missed events were no longer stored. */
  resyncs(): number;
  /** Resolves once this sequence number was received. */
  reached(seq: number): Promise<void>;
  stop(): Promise<void>;
}

export interface Following {
  readonly origin: string;
  /** The Origin header of a browser page. */
  readonly page: string;
  readonly cookie: string;
  readonly tenantId: string;
  readonly topics: readonly Topic[];
}

/** One connection; resolves when it is over. Calls `hear` with each frame and resumes from `cursors`. */
type Connect = (
  hear: (frame: DownFrame) => void,
  cursors: ReadonlyMap<Topic, number>,
  onOpen: (close: () => void) => void,
) => Promise<void>;

/** Delay before reconnecting. */
const AGAIN_MS = 25;
const topicOf = (event: EventFrame): Topic => event.type.split('.', 1)[0] as Topic; // C-39: the first part of a type is its topic

function startFollower(name: string, connect: Connect): Follower {
  const events: EventFrame[] = [];
  const cursors = new Map<Topic, number>();
  const given = new Set<number>();
  const waiting = new Set<() => void>();
  let stopped = false;
  let connections = 0;
  let close = (): void => undefined;
  let resyncs = 0;
  const hear = (frame: DownFrame): void => {
    if (frame.kind === 'resync') resyncs += 1;
    if (frame.kind !== 'event') return;
    const { seq, prev } = frame;
    // Every event of the platform is numbered.
    if (seq === undefined || prev === undefined) throw new Error(`${frame.type} without a place in the log`);
    events.push({ ...frame, seq, prev });
    given.add(seq);
    cursors.set(topicOf({ ...frame, seq, prev }), seq);
    for (const look of waiting) look();
  };
  const run = async (): Promise<void> => {
    while (!stopped) {
      await connect(hear, cursors, (end) => {
        connections += 1;
        close = end;
        if (stopped) end();
      }).catch(() => undefined); // a refused connection is retried like a broken one
      if (!stopped) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  };
  const running = run();
  return {
    name,
    events,
    connections: () => connections,
    resyncs: () => resyncs,
    reached: (seq) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!given.has(seq)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    async stop() {
      stopped = true;
      close();
      await running;
    },
  };
}

/** Follows over server-sent events; resumes with Last-Event-ID. */
export const followByStream = (name: string, { origin, cookie, tenantId, topics }: Following): Follower =>
  startFollower(name, async (hear, cursors, onOpen) => {
    const last = Math.max(0, ...cursors.values());
    const query = `tenantId=${tenantId}&topics=${topics.join(',')}`;
    const stream = await openStream(origin, `/api/events?${query}`, cookie, { 'Last-Event-ID': String(last) }, hear);
    onOpen(stream.close);
    if (stream.status !== 200) stream.close();
    await stream.ended;
  });

/** Follows over a WebSocket; resumes with a cursor per topic. */
export const followBySocket = (name: string, { origin, page, cookie, tenantId, topics }: Following): Follower =>
  startFollower(name, async (hear, cursors, onOpen) => {
    const socket = await openSocket(origin, `/tenants/${tenantId}`, { cookie, origin: page }, hear);
    onOpen(socket.close);
    for (const topic of topics) socket.send({ type: 'subscribe', topic, since: cursors.get(topic) ?? 0 });
    await socket.ended;
  });

/** Follows by polling one topic after the other, each request on its own connection. */
export const followByPoll = (name: string, { origin, cookie, tenantId, topics }: Following): Follower => {
  let over = false;
  return startFollower(name, async (hear, cursors, onOpen) => {
    onOpen(() => {
      over = true;
    });
    while (!over) {
      for (const topic of topics) {
        const path = `/api/poll/${topic}?since=${cursors.get(topic) ?? 0}`;
        const answer = await fetch(`${origin}${path}`, { headers: { cookie, 'x-tenant-id': tenantId, connection: 'close' } });
        if (!answer.ok) return;
        for (const event of (await answer.json()) as EventFrame[] /* the contract's own tests check its shape */)
          hear({ ...event, kind: 'event' });
      }
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  });
};
