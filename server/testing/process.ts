import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { projectRoot } from '../root.ts';

/** One of the platform's programs in a process of its own, compiled from the current sources. */
export interface Running {
  readonly child: ChildProcess;
  /** All output so far, from both streams. */
  said(): string;
  /** Resolves once the output contains this; rejects if the program ends before. */
  says(words: string): Promise<void>;
  /** Resolves with the exit code; null if ended by a signal. */
  readonly ended: Promise<number | null>;
}

/**
 * For programs that live for seconds: keeps WebAssembly (the embedded database) at its first compilation. Optimising it in the background
 * costs 2.4 s of processor time in the first minute, which only pays off for longer runs.
 */
export const shortLived: readonly string[] = ['--liftoff-only'];

let compiled: string | null = null;
/** Folder of the compiled programs, built once per test process: compiling at each start would cost twice the start itself. */
export function programs(): string {
  if (compiled !== null) return compiled;
  const folder = join(projectRoot, '.cache/programs', String(process.pid));
  rmSync(folder, { recursive: true, force: true });
  const compiler = join(projectRoot, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [compiler, '-p', join(projectRoot, 'server/tsconfig.programs.json'), '--outDir', folder]);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  compiled = folder;
  return folder;
}

/** The password printed for a demo account when a platform that is not on loopback seeded its database (G-7). */
export function printedPassword(said: string, email: string): string {
  const line = said.split('\n').find((one) => one.trim().startsWith(`${email} `) && one.trim().split(/\s+/).length === 2);
  const password = line?.trim().split(/\s+/)[1];
  if (password === undefined) throw new Error(`No password of ${email} was printed: ${said}`);
  return password;
}

/**
 * Runs `file` (relative to the project root) with none of this process's environment except PATH and HOME; `typed` is its standard input.
 */
export function runProgram(
  file: string,
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
  typed: string | null = null,
): Running {
  return runNode([...shortLived, join(programs(), file.replace(/\.ts$/, '.js')), ...argv], env, projectRoot, typed);
}

/** Runs Node in `cwd` with these arguments and none of this process's environment except PATH and HOME. */
export function runNode(argv: readonly string[], env: Readonly<Record<string, string>>, cwd: string, typed: string | null = null): Running {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, argv, {
    cwd,
    env: { PATH, HOME, ...env },
    stdio: [typed === null ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  child.stdin?.end(typed);
  let said = '';
  const waiting = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      for (const look of waiting) look();
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  return {
    child,
    ended,
    said: () => said,
    says: (words) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!said.includes(words)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
        void ended.then((code) => reject(new Error(`Ended with ${code} before saying '${words}': ${said}`)));
      }),
  };
}

/** A currently free port on loopback. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('No port'))));
    });
  });
}
