import type { Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';

/** Starts listening on loopback at a free port and returns that port. */
export function listening(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)); // a TCP address, since it listens on one
  });
}

/** A port that was free a moment ago, for servers that must know their address before they are built. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await listening(probe);
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
