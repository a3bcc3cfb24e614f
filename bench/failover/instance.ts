import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '../../server/root.ts';
import { programs, type Running, runNode } from '../../server/testing/process.ts';
import { untilDone } from '../../server/testing/untilDone.ts';

/** One instance of the platform, compiled from the sources as they are, in a process of its own; always on the same port. */
export interface Instance {
  readonly name: string;
  readonly port: number;
  /** Where it tells what it counts (server/http/metricsListener.ts). */
  readonly metricsUrl: string;
  /** Starts it, and resolves when it says that it is ready. */
  start(): Promise<void>;
  /** SIGKILL, as when it crashes or is killed for its memory; resolves when it is gone. */
  kill(): Promise<void>;
  /** SIGSTOP and SIGCONT: it stands still, and goes on. Its sockets stay open meanwhile. */
  freeze(): void;
  thaw(): void;
  /** Sets the clock of its machine to the next of its settings: `movedByMs` ahead, then right again. */
  moveClock(): void;
  /** What it has said since it was started last, both streams. */
  said(): string;
  /** Lines of its log since it was first started, with when the bench read them, epoch milliseconds. */
  readonly lines: readonly { readonly at: number; readonly line: string }[];
}

/** How far the clock is moved, milliseconds: what F-43 names first. */
export const movedByMs = 600_000;
/** Longest that a start may take, seeding an empty database on a busy machine included, milliseconds. */
const startWithinMs = 180_000;

/**
 * An instance that is not started yet.
 * @param ports where it listens, and where it tells what it counts
 * @param folder an existing one, for its data folder
 * @param env beside what is its own: DATABASE_URL and the like
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
      signal('SIGCONT'); // one that stands still ends as well, but is not left standing where it does not
      signal('SIGKILL');
      await running?.ended;
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    moveClock: () => signal('SIGUSR2'),
  };
}
