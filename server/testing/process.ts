import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { projectRoot } from '../root.ts';

/** One of the platform's programs run as a process of its own, compiled from the sources as they are now. */
export interface Running {
  readonly child: ChildProcess;
  /** Everything it has said so far, both streams. */
  said(): string;
  /** Resolves once it has said this; rejects if it ends before. */
  says(words: string): Promise<void>;
  /** Resolves with the exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>;
}

/**
 * For programs that live for seconds: WebAssembly, which the embedded database is, stays as it is compiled first. Compiling it better in the background costs
 * 2.4 s of processor time in a platform's first minute, which only a longer life repays.
 */
export const shortLived: readonly string[] = ['--liftoff-only'];

let compiled: string | null = null;
/** Where the compiled programs are, made once for each test process: each start through a compiler would cost twice the start itself. */
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

/** The password that a platform printed for a demo account when it filled its database off loopback (G-7). */
export function printedPassword(said: string, email: string): string {
  const line = said.split('\n').find((one) => one.trim().startsWith(`${email} `) && one.trim().split(/\s+/).length === 2);
  const password = line?.trim().split(/\s+/)[1];
  if (password === undefined) throw new Error(`No password of ${email} was printed: ${said}`);
  return password;
}

/** Runs `file`, named from the project's root, with nothing of this process's environment but where programs are; `typed` is what its standard input holds. */
export function runProgram(
  file: string,
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
  typed: string | null = null,
): Running {
  return runNode([...shortLived, join(programs(), file.replace(/\.ts$/, '.js')), ...argv], env, projectRoot, typed);
}

/** Runs Node in `cwd` with these arguments and nothing of this process's environment but where programs are. */
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

/** A port that is free just now, on loopback. */
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
