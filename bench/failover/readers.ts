import { request as requestPlain, type IncomingMessage } from 'node:http';
import { request as requestTls } from 'node:https';
import type { DownFrame } from '../../src/contracts/realtime/down.ts';
import { topics, type Topic, type TopicSeqs } from '../../src/contracts/realtime/event.ts';
import { exponentialDelayMs } from '../../src/domain/backoff.ts';
import { helloTimeoutMs, watchdogMs } from '../../src/domain/realtime/ladder.ts';
import { eventsUrl } from '../../src/workers/hub/events/streams.ts';
import { type Nginx, siteName } from '../../tests/deploy/nginx.ts';
import type { Instance } from './instance.ts';

/** An event as received; `at` is the event's own time, `arrivedAt` its arrival, both epoch milliseconds on one machine. */
export interface Arrival {
  readonly seq: number;
  readonly at: number;
  readonly arrivedAt: number;
}

/** A client that reads the event stream as the console does, and resumes where it was. */
export interface StreamReader {
  readonly name: string;
  readonly arrivals: readonly Arrival[];
  /** Times and causes of lost connections, epoch milliseconds. */
  readonly losses: readonly { readonly at: number; readonly why: 'closed' | 'silent' | 'refused' }[];
  /** Number of resync frames: missed events were no longer stored. */
  resyncs(): number;
  isConnected(): boolean;
  newest(): number;
  stop(): void;
}

/** Opens a stream at a path; calls back with the response or on failure. */
export type Opening = (path: string, answered: (answer: IncomingMessage) => void, failed: () => void) => () => void;

const everyTopic: readonly Topic[] = [...topics, 'system'];
const topicOf = (type: string): Topic => type.split('.', 1)[0] as Topic; // C-39: the first part of a type is its topic

/** Through nginx, like a browser. */
export function throughNginx(nginx: Nginx, cookie: string): Opening {
  return (path, answered, failed) => {
    const call = requestTls({ ...nginx.trusted, path, agent: false, headers: { host: siteName, cookie } }, answered);
    call.on('error', failed).end();
    return () => void call.destroy();
  };
}

/** Directly to one instance. */
export function straightTo({ port }: Instance, cookie: string): Opening {
  return (path, answered, failed) => {
    const call = requestPlain({ host: '127.0.0.1', port, path, agent: false, headers: { cookie } }, answered);
    call.on('error', failed).end();
    return () => void call.destroy();
  };
}

/**
 * Starts reading, with the console's timeouts for server-sent events (src/domain/realtime): retries after 1 s doubling to 30 s, 15 s for
 * a hello, two missed heartbeats plus 5 s for a silent stream.
 * @param heard called at each hello, when the connection is established
 * @param changed called when it connects or disconnects
 */
export function startReader(name: string, tenantId: string, open: Opening, heard: () => void, changed: () => void): StreamReader {
  const arrivals: Arrival[] = [];
  const losses: { at: number; why: 'closed' | 'silent' | 'refused' }[] = [];
  const cursors: TopicSeqs = {};
  let [resyncs, failures, newest, heartbeatMs] = [0, 0, 0, 0];
  let connected = false;
  let close = (): void => {};
  let timer: NodeJS.Timeout | undefined;

  const connect = (): void => {
    let over = false;
    const end = open(
      eventsUrl(tenantId, everyTopic, cursors),
      (answer) => {
        if (answer.statusCode !== 200) return lose('refused');
        read(answer, hear);
        answer.on('close', () => lose('closed'));
      },
      () => lose('closed'),
    );
    close = (): void => {
      over = true;
      clearTimeout(timer);
      end();
    };
    const lose = (why: 'closed' | 'silent' | 'refused'): void => {
      if (over) return;
      close();
      losses.push({ at: Date.now(), why });
      connected = false;
      changed();
      failures += 1;
      timer = setTimeout(connect, exponentialDelayMs(failures));
    };
    const watch = (limitMs: number): void => {
      clearTimeout(timer);
      timer = setTimeout(() => lose('silent'), limitMs);
    };
    const hear = (frame: DownFrame): void => {
      if (over) return;
      if (frame.kind === 'hello') {
        ({ heartbeatMs } = frame);
        // Topics without a cursor continue from here, as in a console that has just fetched.
        for (const topic of everyTopic) cursors[topic] ??= frame.topics[topic] ?? 0;
        connected = true;
        heard();
        changed();
      } else if (frame.kind === 'resync') {
        resyncs += 1;
        Object.assign(cursors, frame.topics);
      } else if (frame.kind === 'event' && frame.seq !== undefined) {
        failures = 0;
        arrivals.push({ seq: frame.seq, at: Date.parse(frame.ts), arrivedAt: Date.now() });
        cursors[topicOf(frame.type)] = frame.seq;
        newest = Math.max(newest, frame.seq);
      }
      if (connected) watch(watchdogMs(heartbeatMs));
    };
    watch(helloTimeoutMs);
  };
  connect();
  return {
    name,
    arrivals,
    losses,
    resyncs: () => resyncs,
    isConnected: () => connected,
    newest: () => newest,
    stop() {
      close();
      clearTimeout(timer);
      connected = false;
    },
  };
}

/**
 * Parses the frames of a stream. They are not validated against the contract: that would cost as much as the rest of the reader, and the
 * test suite does it.
 */
function read(answer: IncomingMessage, hear: (frame: DownFrame) => void): void {
  let rest = '';
  answer.setEncoding('utf8');
  answer.on('error', () => undefined); // reported by its close event
  answer.on('data', (chunk: string) => {
    const blocks = (rest + chunk).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = /(?:^|\n)data: ([^\n]*)$/.exec(block)?.[1];
      if (data !== undefined) hear(JSON.parse(data) as DownFrame);
    }
  });
}
