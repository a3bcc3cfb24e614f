import { request as requestPlain, type IncomingMessage } from 'node:http';
import { request as requestTls } from 'node:https';
import type { DownFrame } from '../../src/contracts/realtime/down.ts';
import { topics, type Topic, type TopicSeqs } from '../../src/contracts/realtime/event.ts';
import { exponentialDelayMs } from '../../src/domain/backoff.ts';
import { helloTimeoutMs, watchdogMs } from '../../src/domain/realtime/ladder.ts';
import { eventsUrl } from '../../src/workers/hub/streams.ts';
import { type Nginx, siteName } from '../../tests/deploy/nginx.ts';
import type { Instance } from './instance.ts';

/** An event as it reached a reader; `at` is the moment that the event carries, `arrivedAt` when it came, both epoch milliseconds of one machine. */
export interface Arrival {
  readonly seq: number;
  readonly at: number;
  readonly arrivedAt: number;
}

/** One that reads the stream of events as the console does, and takes it up again where it stood. */
export interface StreamReader {
  readonly name: string;
  readonly arrivals: readonly Arrival[];
  /** When its connections were lost, epoch milliseconds, and why. */
  readonly losses: readonly { readonly at: number; readonly why: 'closed' | 'silent' | 'refused' }[];
  /** How often it was told that what it lacks is not held any more. */
  resyncs(): number;
  isConnected(): boolean;
  newest(): number;
  stop(): void;
}

/** Opens a stream at a path; the answer, or why there is none, comes by the callbacks. */
export type Opening = (path: string, answered: (answer: IncomingMessage) => void, failed: () => void) => () => void;

const everyTopic: readonly Topic[] = [...topics, 'system'];
const topicOf = (type: string): Topic => type.split('.', 1)[0] as Topic; // C-39: the first part of a type is its topic

/** Through nginx, as a browser comes. */
export function throughNginx(nginx: Nginx, cookie: string): Opening {
  return (path, answered, failed) => {
    const call = requestTls({ ...nginx.trusted, path, agent: false, headers: { host: siteName, cookie } }, answered);
    call.on('error', failed).end();
    return () => void call.destroy();
  };
}

/** Straight to one instance. */
export function straightTo({ port }: Instance, cookie: string): Opening {
  return (path, answered, failed) => {
    const call = requestPlain({ host: '127.0.0.1', port, path, agent: false, headers: { cookie } }, answered);
    call.on('error', failed).end();
    return () => void call.destroy();
  };
}

/**
 * Starts reading. Its waits are the console's for server-sent events (src/domain/realtime): 1 s doubling to 30 s between tries, 15 s for a hello, two missed heartbeats
 * and 5 s for a stream that is silent.
 * @param heard told of each hello, when the connection is one
 * @param changed told when it is connected and when it is not any more
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
        // Who has no cursor on a topic goes on from here, as a console does that has fetched.
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

/** Takes the frames out of a stream. They are not held against the contract here: that costs as much as all else that a reader does, and the suite does it. */
function read(answer: IncomingMessage, hear: (frame: DownFrame) => void): void {
  let rest = '';
  answer.setEncoding('utf8');
  answer.on('error', () => undefined); // its close tells
  answer.on('data', (chunk: string) => {
    const blocks = (rest + chunk).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = /(?:^|\n)data: ([^\n]*)$/.exec(block)?.[1];
      if (data !== undefined) hear(JSON.parse(data) as DownFrame);
    }
  });
}
