import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy between the platform and its PostgreSQL that can withhold PostgreSQL's responses. It ends no connection. */
export interface HeldLines {
  /** The database's address through this proxy. */
  readonly url: string;
  /** Withholds responses to connections with this application name, or to all if null. They stay open, and their requests still arrive. */
  hold(name: string | null): void;
  /** Delivers what was withheld and stops withholding. */
  release(): void;
  close(): Promise<void>;
}

interface Line {
  readonly client: Socket;
  name: string;
  readonly kept: Buffer[];
}

/** Listens on loopback and forwards to the PostgreSQL at `url`. */
export async function startHeldLines(url: string): Promise<HeldLines> {
  const to = new URL(url);
  const lines = new Set<Line>();
  let held: { readonly name: string | null } | null = null;
  const isHeld = ({ name }: Line): boolean => held !== null && (held.name === null || held.name === name);
  const server = createServer((client) => {
    const upstream = connect(Number(to.port), to.hostname);
    const line: Line = { client, name: '', kept: [] };
    lines.add(line);
    client.setNoDelay(true);
    upstream.setNoDelay(true);
    // The startup message contains the application name, as zero-terminated keys and values.
    client.once('data', (first: Buffer) => {
      line.name = /application_name\0([^\0]*)\0/.exec(first.toString('latin1'))?.[1] ?? '';
    });
    client.pipe(upstream);
    upstream.on('data', (bytes: Buffer) => void (isHeld(line) ? line.kept.push(bytes) : client.write(bytes)));
    upstream.on('close', () => client.destroy());
    client.on('close', () => {
      lines.delete(line);
      upstream.destroy();
    });
    for (const socket of [client, upstream]) socket.on('error', () => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = new URL(url);
  own.searchParams.delete('host'); // it would lead past this proxy
  own.hostname = '127.0.0.1';
  own.port = String((server.address() as AddressInfo).port); // listening on TCP
  return {
    url: own.href,
    hold: (name) => void (held = { name }),
    release() {
      held = null;
      for (const { client, kept } of lines) for (const bytes of kept.splice(0)) client.write(bytes);
    },
    async close() {
      server.close();
      for (const { client } of lines) client.destroy();
      await once(server, 'close');
    },
  };
}
