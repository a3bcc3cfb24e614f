import { rmSync } from 'node:fs';
import { shortLived } from '../../server/testing/process.ts';
import { copySeededFolder } from './seededFolder.ts';
import { runServer, type ServerProcess } from './serverProcess.ts';

/** One test's own platform on the demo seed, which can lose power and come back at the same address. */
export interface TestPlatform {
  /** Where browsers find it, the origin without a slash at the end. */
  readonly url: string;
  /** Where it tells what it counts (server/http/metricsListener.ts). */
  readonly metricsUrl: string;
  readonly dataDir: string;
  /** Pulls the plug: the process dies at once and every socket with it. Offline means this (FINDINGS): emulation does not reach a shared worker. */
  stop(): Promise<void>;
  /** Comes back at the same port on the same folder; `changes` to its environment hold for this life. */
  start(changes?: Readonly<Record<string, string>>): Promise<void>;
  /** Ends in good order and comes back as another release (releases.ts), at the same port on the same data. */
  deploy(house: string, env?: Readonly<Record<string, string>>): Promise<void>;
  /** Stops it in its tracks while `work` is done; connections stay open. */
  whileHeld(work: () => Promise<void>): Promise<void>;
  readonly printed: () => string;
  /** Ends for good and removes the folder. */
  close(): Promise<void>;
}

/**
 * Starts a platform with simulation off unless `env` says otherwise, from this house unless another is named.
 * @param flags for Node in place of those of a short life: whoever measures wants a platform as it is in earnest, and gives none
 */
export async function startPlatform(
  env: Readonly<Record<string, string>> = {},
  house?: string,
  flags: readonly string[] = shortLived,
): Promise<TestPlatform> {
  const dataDir = await copySeededFolder();
  let server: ServerProcess = await runServer({ dataDir, env, house, flags });
  const { port, metricsPort } = server;
  let before = '';
  let running: { readonly house: string | undefined; readonly env: Readonly<Record<string, string>> } = { env, house };
  return {
    url: `http://localhost:${port}`,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    dataDir,
    printed: () => before + server.printed(),
    stop: () => server.end('SIGKILL'),
    whileHeld: (work) => server.whileHeld(work),
    async start(changes = {}) {
      before += server.printed();
      server = await runServer({ dataDir, port, metricsPort, flags, ...running, env: { ...running.env, ...changes } });
    },
    async deploy(house, more = {}) {
      await server.end('SIGTERM');
      before += server.printed();
      running = { house, env: { ...env, ...more } };
      server = await runServer({ dataDir, port, metricsPort, flags, ...running });
    },
    async close() {
      await server.end('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
