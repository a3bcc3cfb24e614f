import type { Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';

/** Lets a server listen on loopback, at a port of the system's choice, and answers that. */
export function listening(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)); // a TCP address, since it listens on one
  });
}

/** A port that was free a moment ago: for what must know its own address before it is built. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await listening(probe);
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
