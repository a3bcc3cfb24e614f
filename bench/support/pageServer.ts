import { once } from 'node:events';
import { createServer } from 'node:http';

/** Content by path: pages and scripts in memory, so that no disk access is measured. */
export type Served = Readonly<Record<string, string>>;

/** A server of pages in memory on a free port of this machine; `url` is its origin. */
export interface PageServer {
  readonly url: string;
  close(): Promise<void>;
}

const types: Readonly<Record<string, string>> = { js: 'text/javascript; charset=utf-8', json: 'application/json' };

/** Serves `files` on a free port of this machine; a path without an extension is a page. */
export async function servePages(files: Served): Promise<PageServer> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const body = files[path];
    if (body === undefined) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': types[path.split('.')[1] ?? ''] ?? 'text/html; charset=utf-8' }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP listener without a port');
  return {
    url: `http://localhost:${address.port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A page that runs one script. */
export function pageOf(script: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>bench</title><link rel="icon" href="data:,"><div id="root"></div><script src="${script}"></script></html>`;
}
