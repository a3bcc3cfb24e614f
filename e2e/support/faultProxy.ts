import { once } from 'node:events';
import { createServer, type IncomingMessage, request as callUpstream, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ProblemAnswer } from '../../src/contracts/problem.ts';
import { type Cut, relay, type Shape } from './faultRelay.ts';

/**
 * A bad network between a browser and a platform, on loopback: requests, streams and websockets pass, and any of them can be answered by
 * another server, slowed, sliced, cut or swallowed. The platform gets the proxy's address as its PUBLIC_URL, so that origins, cookies and
 * the provider's redirects are realistic.
 */
export interface FaultProxy {
  /** The origin for browsers, without a trailing slash. */
  readonly url: string;
  /** Sets the platform's port. */
  target(port: number): void;
  /** The platform's own origin, bypassing the proxy: for oracles, not for browsers. */
  readonly direct: () => string;
  /**
   * The whole link. `refused`: every connection is reset, existing and new. `swallowed`: connections stay open but no byte passes either
   * way, as behind a router that lost its state; they are reset when the link opens again.
   */
  turn(state: 'open' | 'refused' | 'swallowed'): void;
  readonly state: () => 'open' | 'refused' | 'swallowed';
  /** Applies a fault to all matching requests from now on; the first matching fault wins. Returns a function that ends it. */
  fault(fault: Fault): () => void;
  /** Resets matching requests in flight. */
  drop(matches: Matcher): void;
  /** How many requests and upgrades have matched since the start, whatever their outcome. */
  seen(matches: Matcher): number;
  close(): Promise<void>;
}

/** The properties of a request that faults match on. */
export interface Asked {
  readonly path: string;
  readonly upgrade: boolean;
}
export type Matcher = (asked: Asked) => boolean;

/** What happens to matching requests: another server answers, the connection is reset, or the answer is slowed, sliced or cut. */
export interface Fault {
  readonly on: Matcher;
  readonly does:
    | {
        readonly kind: 'answer';
        readonly status: number;
        readonly contentType?: string;
        readonly body?: string;
        /** Answers with the call's correlation id, as the platform would (D-50). Otherwise the answer counts as a foreign server's. */
        readonly ofPlatform?: true;
        /** Answers with another call's id, as a replayed or forged answer does; it must be ignored (D-50). */
        readonly ofAnotherCall?: true;
      }
    | { readonly kind: 'reset' }
    | ({ readonly kind: 'shape' } & Shape)
    | ({ readonly kind: 'cut' } & Cut);
}

/** A refusal in the platform's own form. */
export function refusalOf(status: number, error: ProblemAnswer['error']): Extract<Fault['does'], { readonly kind: 'answer' }> {
  return { kind: 'answer', status, contentType: 'application/json', body: JSON.stringify({ error }), ofPlatform: true };
}

/** Matchers for the three transports and for all other calls. */
export const transport = {
  sse: ({ path }: Asked): boolean => path.startsWith('/api/events'),
  websocket: ({ upgrade }: Asked): boolean => upgrade,
  polling: ({ path }: Asked): boolean => path.startsWith('/api/poll/'),
} as const;
export const anyCall = ({ path }: Asked): boolean => path.startsWith('/api/');

/** What a request needs to know of the link at every moment. */
interface Link {
  readonly upstreamPort: () => number;
  /** Whether bytes pass over this socket of a browser. */
  readonly passes: (socket: Socket) => boolean;
  readonly faultFor: (asked: Asked) => Fault['does'] | null;
  /** How each request in flight is reset. */
  readonly underWay: Map<Asked, () => void>;
}

/** Listens on a free loopback port. Serves nothing until `target` is called. */
export async function startFaultProxy(): Promise<FaultProxy> {
  const faults = new Set<Fault>();
  const sockets = new Set<Socket>();
  /** Sockets that were open while the link swallowed: no byte passes over them any more. */
  const muted = new WeakSet<Socket>();
  const log: Asked[] = [];
  let state: 'open' | 'refused' | 'swallowed' = 'open';
  let upstreamPort = 0;

  const link: Link = {
    upstreamPort: () => upstreamPort,
    passes: (socket) => state === 'open' && !muted.has(socket),
    faultFor: (asked) => [...faults].find((fault) => fault.on(asked))?.does ?? null,
    underWay: new Map(),
  };

  const server = createServer((request, answer) => {
    const asked: Asked = { path: request.url ?? '/', upgrade: false };
    log.push(asked);
    if (!link.passes(request.socket)) return;
    const does = link.faultFor(asked);
    if (does?.kind === 'reset') {
      request.socket.resetAndDestroy();
      return;
    }
    if (does?.kind === 'answer') {
      request.resume();
      const asOurs =
        does.ofPlatform === true
          ? { 'x-correlation-id': request.headers['x-correlation-id'] ?? 'made-here' } // The platform also makes an id if none was sent.
          : does.ofAnotherCall === true
            ? { 'x-correlation-id': 'of-another-call' }
            : {};
      answer.writeHead(does.status, { 'content-type': does.contentType ?? 'text/plain', ...asOurs });
      answer.end(does.body ?? '');
      return;
    }
    forward(link, asked, request, answer);
  });

  server.on('upgrade', (request: IncomingMessage, client: Duplex, head: Buffer) => {
    const asked: Asked = { path: request.url ?? '/', upgrade: true };
    log.push(asked);
    upgrade(link, asked, request, client, head);
  });

  server.on('connection', (socket) => {
    if (state === 'refused') {
      socket.resetAndDestroy();
      return;
    }
    sockets.add(socket);
    if (state === 'swallowed') muted.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  server.keepAliveTimeout = 0; // The browser decides how long to keep a connection.
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP listener without a port');

  return {
    url: `http://localhost:${address.port}`,
    target: (port) => {
      upstreamPort = port;
    },
    direct: () => `http://127.0.0.1:${upstreamPort}`,
    turn: (next) => {
      const before = state;
      state = next;
      for (const socket of sockets) {
        if (next === 'swallowed') muted.add(socket);
        else if (next === 'refused' || (before === 'swallowed' && muted.has(socket))) socket.resetAndDestroy();
      }
    },
    state: () => state,
    fault: (fault) => {
      faults.add(fault);
      return () => void faults.delete(fault);
    },
    drop: (matches) => {
      for (const [asked, reset] of link.underWay) if (matches(asked)) reset();
    },
    seen: (matches) => log.filter(matches).length,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Forwards a request; the fault in effect when the answer begins applies to it. */
function forward({ upstreamPort, passes, faultFor, underWay }: Link, asked: Asked, request: IncomingMessage, answer: ServerResponse): void {
  const { socket } = request;
  const onward = callUpstream({
    host: '127.0.0.1',
    port: upstreamPort(),
    method: request.method,
    path: request.url,
    headers: request.headers,
  });
  const reset = (): void => {
    onward.destroy();
    socket.resetAndDestroy();
  };
  underWay.set(asked, reset);
  answer.once('close', () => {
    underWay.delete(asked);
    onward.destroy();
  });
  onward.on('response', (from) => {
    if (!passes(socket)) return;
    answer.writeHead(from.statusCode ?? 502, from.rawHeaders);
    answer.flushHeaders();
    socket.setNoDelay(true);
    relay(
      from,
      answer,
      () => faultFor(asked),
      () => passes(socket),
      reset,
    );
  });
  // The platform is down: reset the connection, as the platform's own would have been.
  onward.on('error', () => {
    if (passes(socket)) reset();
  });
  request.pipe(onward);
}

/** Opens a websocket to the platform, unless a fault refuses it. */
function upgrade(
  { upstreamPort, passes, faultFor, underWay }: Link,
  asked: Asked,
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
): void {
  const { socket } = request;
  if (!passes(socket)) return;
  const does = faultFor(asked);
  if (does?.kind === 'answer') {
    const body = does.body ?? '';
    const lines = [`Content-Type: ${does.contentType ?? 'text/plain'}`, `Content-Length: ${Buffer.byteLength(body)}`];
    // A 204 has neither.
    const head = [`HTTP/1.1 ${does.status} Refused`, 'Connection: close', ...(does.status === 204 ? [] : lines)];
    client.end(`${head.join('\r\n')}\r\n\r\n${body}`);
    return;
  }
  if (does?.kind === 'reset') {
    socket.resetAndDestroy();
    return;
  }
  const onward = connect(upstreamPort(), '127.0.0.1');
  const reset = (): void => {
    onward.destroy();
    socket.resetAndDestroy();
  };
  underWay.set(asked, reset);
  const lines = request.rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${request.rawHeaders[at + 1] ?? ''}`] : []));
  onward.write(`${request.method} ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  onward.write(head);
  client.on('data', (chunk: Buffer) => {
    if (passes(socket)) onward.write(chunk);
  });
  relay(
    onward,
    client,
    () => faultFor(asked),
    () => passes(socket),
    reset,
  );
  onward.on('error', reset);
  client.on('error', () => onward.destroy());
  client.once('close', () => {
    underWay.delete(asked);
    onward.destroy();
  });
}
