import { once } from 'node:events';
import { createServer, type IncomingMessage, request as callUpstream, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ProblemAnswer } from '../../src/contracts/problem.ts';
import { type Cut, relay, type Shape } from './faultRelay.ts';

/**
 * A bad network between a browser and a platform, on loopback: requests, streams and websockets go through, and any of
 * them can be answered by somebody else, slowed, sliced, cut or swallowed. The platform is told the proxy's address as its
 * PUBLIC_URL, so that origins, cookies and the provider's redirects are those of the real thing.
 */
export interface FaultProxy {
  /** Where browsers go: an origin without a slash at the end. */
  readonly url: string;
  /** The platform's own port from now on. */
  target(port: number): void;
  /** The platform's own origin, around the proxy: for whoever asks as an oracle and not as a browser. */
  readonly direct: () => string;
  /**
   * The whole link. `refused`: every connection is reset, now and when it comes. `swallowed`: connections stand, and not a byte
   * passes either way, as behind a router that forgot them; they are reset when the link opens again.
   */
  turn(state: 'open' | 'refused' | 'swallowed'): void;
  readonly state: () => 'open' | 'refused' | 'swallowed';
  /** Does this to everything from now on that matches; the first fault that matches counts. Returns how to end it. */
  fault(fault: Fault): () => void;
  /** Resets what is under way and matches. */
  drop(matches: Matcher): void;
  /** How many requests and upgrades matched since the start, whatever became of them. */
  seen(matches: Matcher): number;
  close(): Promise<void>;
}

/** What is asked for, as faults tell it apart. */
export interface Asked {
  readonly path: string;
  readonly upgrade: boolean;
}
export type Matcher = (asked: Asked) => boolean;

/** What happens to what matches: somebody else answers, the connection is reset, or the answer is slowed, sliced or cut. */
export interface Fault {
  readonly on: Matcher;
  readonly does:
    | {
        readonly kind: 'answer';
        readonly status: number;
        readonly contentType?: string;
        readonly body?: string;
        /** Answers as the platform itself would, with the id of the call (D-50). Otherwise it is somebody else who answers. */
        readonly ofPlatform?: true;
        /** Answers with the id of another call, as a kept or forged answer does: nobody's word (D-50). */
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

/** The three rungs of the ladder, and everything that is called. */
export const rung = {
  sse: ({ path }: Asked): boolean => path.startsWith('/api/events'),
  websocket: ({ upgrade }: Asked): boolean => upgrade,
  polling: ({ path }: Asked): boolean => path.startsWith('/api/poll/'),
} as const;
export const anyCall = ({ path }: Asked): boolean => path.startsWith('/api/');

/** Listens on a free loopback port. Nothing is served until `target` was told. */
export async function startFaultProxy(): Promise<FaultProxy> {
  const faults = new Set<Fault>();
  const sockets = new Set<Socket>();
  /** Sockets open while the link swallowed: nothing passes over them any more. */
  const muted = new WeakSet<Socket>();
  const underWay = new Map<Asked, () => void>();
  const log: Asked[] = [];
  let state: 'open' | 'refused' | 'swallowed' = 'open';
  let upstreamPort = 0;

  const passes = (socket: Socket): boolean => state === 'open' && !muted.has(socket);
  const faultFor = (asked: Asked): Fault['does'] | null => [...faults].find((fault) => fault.on(asked))?.does ?? null;

  /** Sends a request on; what comes back goes through whatever fault stands when the answer begins. */
  const forward = (asked: Asked, request: IncomingMessage, answer: ServerResponse): void => {
    const { socket } = request;
    const onward = callUpstream({
      host: '127.0.0.1',
      port: upstreamPort,
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
    // The platform is gone: a proxy that knows no better ends the connection as the platform's own would have.
    onward.on('error', () => {
      if (passes(socket)) reset();
    });
    request.pipe(onward);
  };

  const server = createServer((request, answer) => {
    const asked: Asked = { path: request.url ?? '/', upgrade: false };
    log.push(asked);
    if (!passes(request.socket)) return;
    const does = faultFor(asked);
    if (does?.kind === 'reset') {
      request.socket.resetAndDestroy();
      return;
    }
    if (does?.kind === 'answer') {
      request.resume();
      const asOurs =
        does.ofPlatform === true
          ? { 'x-correlation-id': request.headers['x-correlation-id'] ?? 'made-here' } // as the platform does where none came
          : does.ofAnotherCall === true
            ? { 'x-correlation-id': 'of-another-call' }
            : {};
      answer.writeHead(does.status, { 'content-type': does.contentType ?? 'text/plain', ...asOurs });
      answer.end(does.body ?? '');
      return;
    }
    forward(asked, request, answer);
  });

  server.on('upgrade', (request: IncomingMessage, client: Duplex, head: Buffer) => {
    const asked: Asked = { path: request.url ?? '/', upgrade: true };
    log.push(asked);
    const { socket } = request;
    if (!passes(socket)) return;
    const does = faultFor(asked);
    if (does?.kind === 'answer') {
      const body = does.body ?? '';
      const lines = [`Content-Type: ${does.contentType ?? 'text/plain'}`, `Content-Length: ${Buffer.byteLength(body)}`];
      // 204 has neither.
      const head = [`HTTP/1.1 ${does.status} Refused`, 'Connection: close', ...(does.status === 204 ? [] : lines)];
      client.end(`${head.join('\r\n')}\r\n\r\n${body}`);
      return;
    }
    if (does?.kind === 'reset') {
      socket.resetAndDestroy();
      return;
    }
    const onward = connect(upstreamPort, '127.0.0.1');
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
  server.keepAliveTimeout = 0; // the browser decides how long it keeps a connection
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
      for (const [asked, reset] of underWay) if (matches(asked)) reset();
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
