import { rmSync } from 'node:fs';
import { shortLived } from '../../server/testing/process.ts';
import { copySeededFolder } from './seededFolder.ts';
import { runServer, type ServerProcess } from './serverProcess.ts';

/** A test's own platform on the demo seed, which can lose power and restart at the same address. */
export interface TestPlatform {
  /** The origin for browsers, without a trailing slash. */
  readonly url: string;
  /** URL of its metrics (server/http/metricsListener.ts). */
  readonly metricsUrl: string;
  readonly dataDir: string;
  /**
   * Pulls the plug: the process and all its sockets die at once. Tests simulate "offline" this way (FINDINGS): network emulation does not
   * reach a shared worker.
   */
  stop(): Promise<void>;
  /** Restarts on the same port and folder; `changes` to the environment hold until the next stop. */
  start(changes?: Readonly<Record<string, string>>): Promise<void>;
  /** Shuts down cleanly and starts another release (releases.ts) on the same port and data. */
  deploy(house: string, env?: Readonly<Record<string, string>>): Promise<void>;
  /** Suspends the process while `work` runs; connections stay open. */
  whileHeld(work: () => Promise<void>): Promise<void>;
  readonly printed: () => string;
  /** Stops for good and removes the folder. */
  close(): Promise<void>;
}

/**
 * Starts a platform, with the simulation off unless `env` says otherwise, from this repository unless `house` names another folder.
 * @param flags for Node, instead of those for short-lived processes: benchmarks pass none, to measure a platform as in production
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
