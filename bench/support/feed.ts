import { once } from 'node:events';
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Topic, TopicSeqs } from '../../src/contracts/realtime/event.ts';
import { topicOf } from '../../src/domain/realtime/log.ts';
import { createDay, type Day } from './day.ts';

/**
 * A proxy on loopback in front of the real platform that replaces its events by the bench's: every call is forwarded, and `/api/events`
 * is answered here after the platform's own hello. So console, hub, session and store are real, and every run has the same load to the
 * millisecond.
 */
export interface Feed {
  /** Address for browsers. */
  readonly url: string;
  /** Sets the port of the platform behind it. */
  target(port: number): void;
  /** Sends `perSecond` events for `ms` milliseconds at an even rate, to either the console or the bare page. */
  play(to: Audience, perSecond: number, ms: number): Promise<Played>;
  close(): Promise<void>;
}

/** Whom events are sent to: the console, or the page without a console (`barePath`). */
export type Audience = 'console' | 'bare';

/** What one `play` sent, for comparison with what arrived. */
export interface Played {
  readonly sent: number;
  /** When each mark (day.ts) was sent, epoch milliseconds: [mark, at], ascending. */
  readonly marks: readonly (readonly [number, number])[];
}

/** Pacing interval, milliseconds: at 500 a second two events are sent together. */
const tickMs = 4;
const heartbeatMs = 25_000;
/** Path of the same events for the bare page, without session and hello. */
export const barePath = '/bare';

/** Starts the proxy on a free port of this machine. */
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
  /** The platform decides whether this session may listen, and supplies the log's epoch; from then on the bench sends the events. */
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
      const frame = JSON.parse(hello) as { readonly topics: TopicSeqs }; // sent by the platform
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
          // Events for the bare page are not part of the console's log.
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
