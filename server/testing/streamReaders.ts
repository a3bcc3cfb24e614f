import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { WebSocket } from 'ws';
import { type DownFrame, downFrameSchema } from '../../src/contracts/realtime/down.ts';
import { displacedEvent } from '../../src/contracts/realtime/ends.ts';
import { z } from '../../src/contracts/zod.ts';

/** Readers for tests: real sockets to a listening platform; every frame is validated against the contract. */
export interface Reader {
  readonly frames: DownFrame[];
  /** Resolves with the first frame, received or future, that `matches`. */
  frame<K extends DownFrame['kind']>(
    kind: K,
    matches?: (frame: Extract<DownFrame, { kind: K }>) => boolean,
  ): Promise<Extract<DownFrame, { kind: K }>>;
  /** Resolves when the other side has ended the connection. */
  readonly ended: Promise<{ readonly code: number | null }>;
  close(): void;
}

/** Parses frames, passes each to `hear`, and resolves waiting `frame` calls. */
export function createInbox(hear: (frame: DownFrame) => void = () => undefined) {
  const frames: DownFrame[] = [];
  let look = (): void => {};
  const waiting = new Set<() => void>();
  look = () => {
    for (const check of waiting) check();
  };
  return {
    frames,
    take(text: string): void {
      const frame = z.parse(downFrameSchema, JSON.parse(text));
      frames.push(frame);
      hear(frame);
      look();
    },
    frame<K extends DownFrame['kind']>(
      kind: K,
      matches: (frame: Extract<DownFrame, { kind: K }>) => boolean = () => true,
    ): Promise<Extract<DownFrame, { kind: K }>> {
      return new Promise((resolve) => {
        const check = (): void => {
          // the kind is compared, which TypeScript does not carry over to the type parameter
          const found = frames.find((frame) => frame.kind === kind && matches(frame as Extract<DownFrame, { kind: K }>));
          if (found === undefined) return;
          waiting.delete(check);
          resolve(found as Extract<DownFrame, { kind: K }>);
        };
        waiting.add(check);
        check();
      });
    },
  };
}

/** Opens GET /api/events over a raw socket, so that a test can also stop reading. */
export async function openStream(
  origin: string,
  path: string,
  cookie: string,
  headers: Readonly<Record<string, string>> = {},
  hear?: (frame: DownFrame) => void,
): Promise<Reader & { readonly socket: Socket; readonly status: number; readonly text: () => string }> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const inbox = createInbox(hear);
  // Collected in pieces: searching fifteen megabytes of growing text would take longer than the platform waits for a slow reader.
  const pieces: string[] = [];
  let rest = '';
  let status = 0;
  let headDone: () => void = () => {};
  const head = new Promise<void>((resolve) => {
    headDone = resolve;
  });
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    pieces.push(chunk);
    rest += chunk;
    if (status === 0 && rest.includes('\r\n\r\n')) {
      status = Number(rest.slice(9, 12));
      headDone();
    }
    const blocks = rest.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = /(?:^|\n)data: ([^\n]*)$/.exec(block)?.[1];
      // Not a frame, but the notice that another stream replaced this one.
      if (data !== undefined && data !== displacedEvent) inbox.take(data);
    }
  });
  const ended = new Promise<{ code: null }>((resolve) =>
    socket.once('close', () => {
      headDone(); // closed before any response: status 0
      resolve({ code: null });
    }),
  );
  socket.on('error', () => socket.destroy());
  const lines = [
    `GET ${path} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    `Cookie: ${cookie}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  await head;
  return { frames: inbox.frames, frame: inbox.frame, ended, close: () => socket.destroy(), socket, status, text: () => pieces.join('') };
}

/** Opens the WebSocket; rejects with the HTTP status if it is refused before the upgrade. */
export async function openSocket(
  origin: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  hear?: (frame: DownFrame) => void,
): Promise<Reader & { readonly socket: WebSocket; send(frame: unknown): void }> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${path}`, { headers });
  const inbox = createInbox(hear);
  socket.on('message', (data) => inbox.take(String(data)));
  const ended = new Promise<{ code: number }>((resolve) => socket.once('close', (code) => resolve({ code })));
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('unexpected-response', (_request, response) => reject(new Error(String(response.statusCode))));
    socket.once('error', reject);
  });
  return {
    frames: inbox.frames,
    frame: inbox.frame,
    ended,
    close: () => socket.terminate(),
    socket,
    send: (frame) => socket.send(JSON.stringify(frame)),
  };
}
