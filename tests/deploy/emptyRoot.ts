import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres } from '../../scripts/postgres.mjs';
import { projectRoot } from '../../server/root.ts';

/** The result of a command. */
export interface Ran {
  readonly code: number | null;
  /** Standard output and standard error together. */
  readonly said: string;
}

interface Typing {
  readonly as?: string;
  /** Text for standard input; a function is called when the command asks for a password. */
  readonly answers?: string | (() => string);
}

/**
 * An empty machine as far as its programs can tell: its own root folder, processes and network, with the packages that docs/DEPLOY.md
 * names.
 */
export interface EmptyRoot {
  /** Types this into a shell, as `operator` unless another user is named. A failing line ends it. */
  type(text: string, typing?: Typing): Promise<Ran>;
  /** The same, but fails unless the command succeeds. Returns its output. */
  done(text: string, typing?: Typing): Promise<string>;
  /** Command lines of all its processes, as `ps` shows them to every user. */
  commandLines(): string;
  close(): Promise<void>;
}

/** Whether this machine has the programs and this process is root, for mounts and accounts. */
export function mayHaveEmptyRoot(): boolean {
  return (
    findPostgres() !== undefined &&
    ['nginx', 'nsenter', 'setpriv', 'useradd', 'openssl', 'ip'].every((name) => spawnSync('which', [name]).status === 0) &&
    spawnSync('unshare', ['--mount', '--net', '--pid', '--fork', 'mount', '--make-rprivate', '/']).status === 0
  );
}

/** @param dist result of the stand-in for `npm run build`; `npm ci` installs the packages present here */
export async function startEmptyRoot(dist: string): Promise<EmptyRoot> {
  const folder = mkdtempSync(join(tmpdir(), 'ukweli-root-'));
  const programs = findPostgres() ?? '';
  const scripts = join(projectRoot, 'tests/deploy');
  const setUp = [
    join(scripts, 'emptyRoot.sh'),
    folder,
    programs,
    process.execPath,
    join(scripts, 'standIns'),
    dist,
    join(projectRoot, 'node_modules'),
  ];
  const holder = spawn('unshare', ['--mount', '--net', '--pid', '--fork', '--kill-child', 'sh', ...setUp], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await ready(holder);
  // unshare's child is the first process inside.
  const inside = execFileSync('pgrep', ['-P', String(holder.pid)], { encoding: 'utf8' }).trim();
  const enter = ['--target', inside, '--mount', '--net', '--pid', '--root', '--'];
  const path = `/stand-ins:${programs}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`;

  const type: EmptyRoot['type'] = (text, { as = 'operator', answers = '' } = {}) =>
    new Promise((resolve, reject) => {
      const shell = [
        'setpriv',
        '--reuid',
        as,
        '--regid',
        as,
        '--init-groups',
        '--',
        'sh',
        '-euc',
        `cd ${as === 'operator' ? '/home/operator' : '/'}\n${text}`,
      ];
      // In a session of its own: without a terminal, programs read passwords from standard input.
      const child = spawn('nsenter', [...enter, 'env', '-C', '/', '-i', `PATH=${path}`, 'HOME=/home/operator', ...shell], {
        detached: true,
        cwd: '/',
      });
      let said = '';
      let answered = false;
      const hear = (chunk: Buffer): void => {
        said += chunk.toString();
        if (answered || typeof answers === 'string' || !said.includes('Password:')) return;
        answered = true;
        child.stdin.end(answers());
      };
      for (const stream of [child.stdout, child.stderr]) stream.on('data', hear);
      child.once('error', reject);
      child.once('close', (code) => resolve({ code, said }));
      child.stdin.on('error', () => undefined); // It ended without reading its input.
      if (typeof answers === 'string') child.stdin.end(answers);
    });
  return {
    type,
    async done(text, options) {
      const { code, said } = await type(text, options);
      if (code !== 0) throw new Error(`${text}\nended with ${code}: ${said}`);
      return said;
    },
    commandLines: () =>
      execFileSync('nsenter', [...enter, 'sh', '-c', 'cat /proc/[0-9]*/cmdline 2>/dev/null | tr "\\0" " "'], { encoding: 'utf8' }),
    async close() {
      const ended = new Promise((resolve) => holder.once('close', resolve));
      holder.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function ready(holder: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const hear = (chunk: Buffer): void => {
      said += chunk.toString();
      if (said.includes('ready\n')) resolve();
    };
    holder.stdout?.on('data', hear);
    holder.stderr?.on('data', hear);
    holder.once('close', (code) => reject(new Error(`The empty root ended with ${code}: ${said}`)));
  });
}
