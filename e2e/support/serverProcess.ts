import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { root } from '../../scripts/root.mjs';
import { shortLived } from '../../server/testing/process.ts';

/** A platform in its own process. */
export interface ServerProcess {
  readonly port: number;
  /** Port of its metrics. */
  readonly metricsPort: number;
  /** Its whole output, for failure messages. */
  readonly printed: () => string;
  /** Ends it and waits until it is gone. SIGKILL also destroys its sockets, as a crash or power failure does. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** Suspends it while `work` runs, as a machine put to sleep. */
  whileHeld(work: () => Promise<void>): Promise<void>;
}

export interface ServerOptions {
  readonly dataDir: string;
  /** A free port by default. */
  readonly port?: number;
  /** A free port by default. */
  readonly metricsPort?: number;
  /** The folder whose `dist/` is run; by default this repository's (releases.ts). */
  readonly house?: string | undefined;
  readonly env?: Readonly<Record<string, string>>;
  /** For Node; by default those for short-lived processes. */
  readonly flags?: readonly string[];
}

/** Time limit from start to ready, milliseconds. Most of it is for seeding an empty folder on a busy machine. */
const readyWithinMs = 180_000;

/**
 * Starts the built platform and waits until it is ready. A port that was free is not kept: where another program of this run takes it first,
 * another one is chosen.
 */
export async function runServer(options: ServerOptions, triesLeft = 3): Promise<ServerProcess> {
  try {
    return await startServer(options);
  } catch (failure) {
    const chosen = options.port === undefined || options.metricsPort === undefined;
    if (!chosen || triesLeft === 0 || !(failure instanceof Error && failure.message.includes('is taken by another program'))) throw failure;
    return runServer(options, triesLeft - 1);
  }
}

async function startServer({
  dataDir,
  port: wanted,
  metricsPort: wantedForMetrics,
  house = root,
  env = {},
  flags = shortLived,
}: ServerOptions): Promise<ServerProcess> {
  const port = wanted ?? (await freePort());
  const metricsPort = wantedForMetrics ?? (await freePort());
  const child = spawn(process.execPath, [...flags, '--enable-source-maps', join(house, 'dist/server/server/main.js')], {
    cwd: house,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NODE_ENV: 'production',
      SIMULATION: 'off',
      ...env,
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      DATA_DIR: dataDir,
    },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const server: ServerProcess = {
    port,
    metricsPort,
    printed: () => text,
    end: (signal) => end(child, signal),
    async whileHeld(work) {
      child.kill('SIGSTOP');
      await work().finally(() => child.kill('SIGCONT'));
    },
  };
  try {
    await ready(child, port);
  } catch (failure) {
    await server.end('SIGKILL');
    throw new Error(`The platform did not become ready: ${failure instanceof Error ? failure.message : String(failure)}\n${text}`);
  }
  return server;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

async function ready(child: ChildProcess, port: number): Promise<void> {
  const deadline = performance.now() + readyWithinMs;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`it ended with code ${child.exitCode}`);
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50)); // Poll; the deadline above ends it.
  }
  throw new Error(`no answer from /readyz within ${readyWithinMs} ms`);
}

/** A port that is free at the moment. */
async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('a TCP listener without a port');
  return address.port;
}
