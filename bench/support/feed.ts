import { once } from 'node:events';
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Topic, TopicSeqs } from '../../src/contracts/realtime/event.ts';
import { topicOf } from '../../src/domain/realtime/log.ts';
import { createDay, type Day } from './day.ts';

/**
 * A platform's address on loopback whose events are the bench's: every call goes on to the real platform, `/api/events` is answered here, after
 * the platform's own hello. So console, hub, session and store are the product's, and the load is the same in every run to the millisecond.
 */
export interface Feed {
  /** Where browsers go. */
  readonly url: string;
  /** Port of the platform behind it. */
  target(port: number): void;
  /** Sends `perSecond` events for `ms` milliseconds, evenly, to the console or to the bare page: the other rests meanwhile. */
  play(to: Audience, perSecond: number, ms: number): Promise<Played>;
  close(): Promise<void>;
}

export type Audience = 'console' | 'bare';

export interface Played {
  readonly sent: number;
  /** When each mark (day.ts) left, epoch milliseconds: [mark, at], rising. */
  readonly marks: readonly (readonly [number, number])[];
}

/** A tick of the pacing, milliseconds: at 500 a second two events leave together. */
const tickMs = 4;
const heartbeatMs = 25_000;
/** The same events for a page that is not the console: no session, no hello. */
export const barePath = '/bare';

/** Listens on a free port of this machine. */
export async function startFeed(): Promise<Feed> {
  let platformPort = 0;
  let seq = 0;
  let topics: TopicSeqs = {};
  const readers = { console: new Set<ServerResponse>(), bare: new Set<ServerResponse>() };
  const day: Day = createDay();

  const forward = (from: IncomingMessage, to: ServerResponse, answer: (answered: IncomingMessage) => void): void => {
    const onward = ask({ host: '127.0.0.1', port: platformPort, method: from.method, path: from.url, headers: from.headers }, answer);
    onward.on('error', () => to.destroy());
    to.once('close', () => onward.destroy());
    from.pipe(onward);
  };
  const enter = (as: Audience, to: ServerResponse): void => {
    to.socket?.setNoDelay(true);
    readers[as].add(to);
    to.once('close', () => readers[as].delete(to));
  };
  /** The platform says whether this session may listen, and which log it is; from there on it is the bench that speaks. */
  const stream = (answered: IncomingMessage, to: ServerResponse): void => {
    to.writeHead(answered.statusCode ?? 502, answered.rawHeaders);
    if (answered.statusCode !== 200) return void answered.pipe(to);
    let text = '';
    const listen = (chunk: Buffer): void => {
      text += chunk.toString();
      const hello = /^event: hello\ndata: (.*)\n\n/m.exec(text)?.[1];
      if (hello === undefined) return;
      answered.off('data', listen);
      answered.resume();
      const frame = JSON.parse(hello) as { readonly topics: TopicSeqs }; // the platform's own words
      for (const [topic, newest] of Object.entries(frame.topics) as [Topic, number][]) {
        topics = { ...topics, [topic]: Math.max(newest, topics[topic] ?? 0) };
        seq = Math.max(seq, newest);
      }
      to.write(`event: hello\ndata: ${JSON.stringify({ ...frame, topics })}\n\n`);
      enter('console', to);
    };
    answered.on('data', listen);
  };
  const server = createServer((from, to) => {
    if (from.url === barePath) {
      to.writeHead(200, { 'content-type': 'text/event-stream', 'access-control-allow-origin': '*' }).flushHeaders();
      return enter('bare', to);
    }
    if (!from.url?.startsWith('/api/events'))
      return forward(from, to, (answered) => answered.pipe(to.writeHead(answered.statusCode ?? 502, answered.rawHeaders)));
    return forward(from, to, (answered) => stream(answered, to));
  });
  const say = (to: Audience, text: string): void => {
    for (const reader of readers[to]) reader.write(text);
  };
  const beat = setInterval(
    () => say('console', `event: heartbeat\ndata: ${JSON.stringify({ kind: 'heartbeat', topics, at: new Date().toISOString() })}\n\n`),
    heartbeatMs,
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP listener without a port');

  return {
    url: `http://localhost:${address.port}`,
    target: (port) => void (platformPort = port),
    play: (to, perSecond, ms) =>
      new Promise((resolve) => {
        const marks: [number, number][] = [];
        const begun = performance.now();
        const total = Math.round((perSecond * ms) / 1000);
        let sent = 0;
        const send = (): void => {
          const { frame, mark } = day.next({ seq: seq + 1, prevOf: (topic) => topics[topic as Topic] ?? 0 }); // the day's own topics
          const topic = topicOf(frame.type);
          // What the bare page is told is no part of the console's log.
          if (to === 'console') seq += 1;
          if (to === 'console' && topic !== null) topics = { ...topics, [topic]: seq };
          say(to, `id: ${frame.seq}\nevent: event\ndata: ${JSON.stringify({ kind: 'event', ...frame })}\n\n`);
          if (marks.at(-1)?.[0] !== mark) marks.push([mark, Date.now()]);
          sent += 1;
        };
        const ticking = setInterval(() => {
          const due = Math.min(total, Math.floor(((performance.now() - begun) / 1000) * perSecond));
          while (sent < due) send();
          if (sent < total) return;
          clearInterval(ticking);
          resolve({ sent, marks });
        }, tickMs);
      }),
    async close() {
      clearInterval(beat);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
