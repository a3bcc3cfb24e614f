import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Many readers of one platform's event stream on raw sockets, which only count events. */
export interface Readers {
  readonly count: number;
  /** Total of events received by all readers. */
  readonly got: () => number;
  /** Resolves once they have received this many; rejects if a connection ends before. */
  reaches(events: number): Promise<void>;
  close(): void;
}

const mark = Buffer.from('\nevent: event\n');

/** Opens `count` streams, in groups that fit a server's backlog, and waits for the hello of each. */
export async function openReaders(url: string, cookies: readonly string[], count: number, perSession: number): Promise<Readers> {
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  let got = 0;
  let fail: (why: Error) => void = () => {};
  let look = () => {};

  const open = async (cookie: string): Promise<void> => {
    const socket = connect(Number(port), hostname);
    sockets.push(socket);
    await once(socket, 'connect');
    socket.write(`GET /api/events?tenantId=demo HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${cookie}\r\n\r\n`);
    await new Promise<void>((resolve, reject) => {
      let rest: Buffer = Buffer.alloc(0);
      let greeted = false;
      socket.on('data', (chunk: Buffer) => {
        const text = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
        if (!greeted && text.includes('event: hello')) {
          greeted = true;
          resolve();
        }
        let from = 0;
        for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, from)) {
          got += 1;
          from = at + mark.length;
        }
        // The marker may be split across chunks.
        rest = text.subarray(Math.max(from, text.length - mark.length + 1));
        look();
      });
      socket.once('close', () => {
        reject(new Error('a stream was refused'));
        fail(new Error('a stream ended'));
      });
      socket.once('error', reject);
    });
  };

  for (let at = 0; at < count; at += 50) {
    await Promise.all(Array.from({ length: Math.min(50, count - at) }, (_, n) => open(cookies[Math.floor((at + n) / perSession)] ?? '')));
  }
  return {
    count,
    got: () => got,
    reaches: (events) =>
      new Promise((resolve, reject) => {
        fail = reject;
        look = () => {
          if (got >= events) resolve();
        };
        look();
      }),
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}
