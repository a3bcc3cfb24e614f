import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '../../server/root.ts';
import { programs, type Running, runNode } from '../../server/testing/process.ts';
import { untilDone } from '../../server/testing/untilDone.ts';

/** An instance of the platform, compiled from the current sources, in its own process; always on the same port. */
export interface Instance {
  readonly name: string;
  readonly port: number;
  /** URL of its metrics (server/http/metricsListener.ts). */
  readonly metricsUrl: string;
  /** Starts it; resolves when it is ready. */
  start(): Promise<void>;
  /** SIGKILL, like a crash or the OOM killer; resolves when it is gone. */
  kill(): Promise<void>;
  /** SIGSTOP and SIGCONT. Its sockets stay open while it is stopped. */
  freeze(): void;
  thaw(): void;
  /** Sets its machine's clock to the next setting: `movedByMs` ahead, then correct again. */
  moveClock(): void;
  /** Output of both streams since its latest start. */
  said(): string;
  /** Log lines since its first start, with the time at which the bench read them, epoch milliseconds. */
  readonly lines: readonly { readonly at: number; readonly line: string }[];
}

/** How far the clock is moved, milliseconds: the first value in F-43. */
export const movedByMs = 600_000;
/** Maximum time of a start, including seeding an empty database on a busy machine, milliseconds. */
const startWithinMs = 180_000;

/**
 * Creates an instance without starting it.
 * @param ports for HTTP and for metrics
 * @param folder an existing folder, in which its data folder is created
 * @param env additional variables, such as DATABASE_URL
 */
export function createInstance(
  name: string,
  [port, metricsPort]: readonly [number, number],
  folder: string,
  env: Readonly<Record<string, string>>,
): Instance {
  const lines: { at: number; line: string }[] = [];
  let running: Running | null = null;
  const signal = (which: NodeJS.Signals): void => void running?.child.kill(which);
  const loaded = (file: string): string => join(programs(), 'server', file);
  const dataDir = join(folder, name);
  mkdirSync(dataDir, { recursive: true });
  return {
    name,
    port,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    lines,
    async start() {
      const argv = ['--import', pathToFileURL(loaded('testing/movedClock.js')).href, loaded('main.js')];
      const own = {
        PORT: String(port),
        METRICS_PORT: String(metricsPort),
        DATA_DIR: dataDir,
        NODE_ENV: 'production',
        MOVED_CLOCK: `${movedByMs},0`,
      };
      const started = runNode(argv, { ...env, ...own }, projectRoot);
      running = started;
      let rest = '';
      started.child.stderr?.on('data', (chunk: Buffer) => {
        const parts = (rest + chunk.toString()).split('\n');
        rest = parts.pop() ?? '';
        for (const line of parts) lines.push({ at: Date.now(), line });
      });
      await started.says('Stop with Ctrl+C');
      await untilDone(async () => {
        const { status } = await fetch(`http://127.0.0.1:${port}/readyz`);
        if (status !== 200) throw new Error(`${name} answers ${status}`);
      }, startWithinMs);
    },
    said: () => running?.said() ?? '',
    async kill() {
      signal('SIGCONT'); // so that a stopped process does not remain stopped
      signal('SIGKILL');
      await running?.ended;
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    moveClock: () => signal('SIGUSR2'),
  };
}
