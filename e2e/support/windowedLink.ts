import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * An intermittent link on loopback (F-30): a TCP proxy that passes bytes while a window is open, delayed and slowed each way. Between
 * windows it either `refuses` (resets every connection) or `swallows`: connections are accepted and stay open, and nothing begun before
 * or in the gap ever passes.
 */
export interface WindowedLink {
  /** An origin without a trailing slash. */
  readonly url: string;
  target(port: number): void;
  /** Stays open from now on until `windows` is called. */
  open(): void;
  /** Starts the windows; the first one opens after `firstAfterMs`. */
  windows(plan: { readonly openMs: number; readonly everyMs: number; readonly firstAfterMs: number }): void;
  /** Windows opened since `windows` was called. */
  opened(): number;
  close(): Promise<void>;
}

export interface WindowedLinkOptions {
  readonly between: 'refuses' | 'swallows';
  /** Each way, milliseconds. */
  readonly latencyMs: number;
  /** Each way, shared by all connections, as on one line. */
  readonly bytesPerSecond: number;
}

/** Listens on a free loopback port; open and unslowed until windows begin. */
export async function startWindowedLink({ between, latencyMs, bytesPerSecond }: WindowedLinkOptions): Promise<WindowedLink> {
  let targetPort = 0;
  let isOpen = true;
  let slowed = false;
  let opened = 0;
  let timer: NodeJS.Timeout | undefined;
  const pairs = new Set<{ readonly near: Socket; readonly far: Socket; dead: boolean }>();
  /** When the line is free again, each way. */
  const freeAt = { up: 0, down: 0 };

  const carry = (way: 'up' | 'down', bytes: Buffer, alive: () => boolean, to: Socket): void => {
    if (!slowed) return void to.write(bytes);
    const begins = Math.max(performance.now(), freeAt[way]);
    freeAt[way] = begins + (bytes.length / bytesPerSecond) * 1000;
    setTimeout(
      () => {
        if (alive() && !to.destroyed) to.write(bytes);
      },
      freeAt[way] + latencyMs - performance.now(),
    );
  };

  const server = createServer((near) => {
    near.on('error', () => near.destroy());
    if (!isOpen && between === 'refuses') return void near.resetAndDestroy();
    const far = connect(targetPort, '127.0.0.1');
    const pair = { near, far, dead: !isOpen };
    pairs.add(pair);
    near.setNoDelay(true);
    far.setNoDelay(true);
    const alive = (): boolean => !pair.dead;
    near.on('data', (bytes: Buffer) => alive() && carry('up', bytes, alive, far));
    far.on('data', (bytes: Buffer) => alive() && carry('down', bytes, alive, near));
    far.on('error', () => far.destroy());
    near.on('close', () => {
      pairs.delete(pair);
      far.destroy();
    });
    // The platform's close is passed on after its last bytes; over a dead link it is not noticed.
    far.on('close', () => {
      if (alive()) setTimeout(() => near.end(), slowed ? Math.max(0, freeAt.down - performance.now()) + latencyMs : 0);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP listener without a port');

  const shut = (): void => {
    isOpen = false;
    for (const pair of pairs) {
      pair.dead = true;
      if (between === 'refuses') pair.near.resetAndDestroy();
    }
  };
  return {
    url: `http://localhost:${address.port}`,
    target: (port) => {
      targetPort = port;
    },
    open: () => {
      clearTimeout(timer);
      isOpen = true;
      slowed = false;
      for (const { near, dead } of pairs) if (dead) near.resetAndDestroy();
    },
    windows: ({ openMs, everyMs, firstAfterMs }) => {
      opened = 0;
      slowed = true;
      shut();
      const window = (): void => {
        opened += 1;
        isOpen = true;
        timer = setTimeout(() => {
          shut();
          timer = setTimeout(window, everyMs - openMs);
        }, openMs);
      };
      timer = setTimeout(window, firstAfterMs);
    },
    opened: () => opened,
    close: async () => {
      clearTimeout(timer);
      const closed = once(server, 'close');
      server.close();
      for (const { near } of pairs) near.destroy();
      await closed;
    },
  };
}
