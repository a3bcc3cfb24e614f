import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { processorTime } from './ownClock.ts';
import { type Case, type Coverage, type Entry, hangsAfterMs, type Session } from './session.ts';

/** The result for one mutant. */
export interface Judgment {
  readonly id: number;
  /** The test that detected it, or what happened to its process; null if none did. */
  readonly by: string | null;
  /** Test files that were run, and the number skipped for lack of time. */
  readonly asked: readonly string[];
  readonly left: number;
}

/** Callbacks for the court's results. */
export interface Heard {
  covered(path: string, coverage: Coverage): void;
  judged(judgment: Judgment): void;
  /** A test that also fails without the change, both alone and with its whole file; its failure does not count. */
  dismissed(id: number, path: string, failed: string): void;
}

/** Callback for results that cannot occur, because no such work was given. */
export function notAsked(): never {
  throw new Error('The court told of what it was not asked');
}

/** Splits a list into parts of about equal length, dealing items out in turn. */
export function dealt<T>(things: readonly T[], parts: number): readonly (readonly T[])[] {
  return Array.from({ length: parts }, (_, part) => things.filter((_thing, index) => index % parts === part));
}

const program = fileURLToPath(new URL('judge.ts', import.meta.url));
/** Maximum processor-adjusted time to load the tools and all sources. */
const coverLimitMs = 300_000;

/** Works through a session with one judge process after another: a judge blocked by a mutant is killed, and the next continues. */
export async function holdCourt(work: Omit<Session, 'journal'>, heard: Heard, start: typeof fork = fork): Promise<void> {
  let cover = work.cover;
  let cases = work.cases;
  /** How often a mutant was a judge's last: once may be chance, twice is its own doing. */
  const ends = new Map<number, number>();
  const dismiss = (id: number, path: string): void => {
    cases = cases.map((one) => (one.id === id ? { ...one, files: one.files.filter((file) => file.path !== path) } : one));
  };
  const inWhole = (id: number, path: string): void => {
    cases = cases.map(
      (one): Case =>
        one.id === id ? { ...one, files: one.files.map((file) => (file.path === path ? { ...file, tests: null } : file)) } : one,
    );
  };

  while (cover.length + cases.length > 0) {
    let last: Entry | null = null;
    const held = await sit({ ...work, cover, cases }, start, (entry) => {
      last = entry;
      if (entry.at === 'covered') {
        cover = cover.filter((path) => path !== entry.path);
        heard.covered(entry.path, entry.coverage);
      } else if (entry.at === 'judged') {
        cases = cases.filter(({ id }) => id !== entry.id);
        heard.judged(entry);
      }
    });
    // TypeScript does not see that the callback sets it.
    const end = last as Entry | null;
    if (end === null) throw new Error('The judge ended before it had begun');
    if (end.at === 'covering') {
      cover = cover.filter((path) => path !== end.path);
      heard.covered(end.path, { shared: [], tests: {}, ms: 0, failed: held ? 'no end' : 'the process ends' });
    } else if (end.at === 'judging') throw new Error(`The judge ended at ${end.id} for no reason`);
    else if (end.at === 'asking' || end.at === 'unsound') {
      const { id, path } = end;
      const times = (ends.get(id) ?? 0) + 1;
      ends.set(id, times);
      if (end.at === 'asking' && (held || times > 1)) {
        cases = cases.filter((one) => one.id !== id);
        heard.judged({ id, by: `${path}: ${held ? 'no end' : 'the process ends'}`, asked: [path], left: 0 });
      } else if (end.at === 'unsound' && times === 2) inWhole(id, path);
      else if (end.at === 'unsound' && times > 2) {
        dismiss(id, path);
        heard.dismissed(id, path, end.failed);
        ends.delete(id);
      }
    }
  }
}

/** Runs one judge until it ends. @returns true if it was killed because it was blocked */
async function sit(work: Omit<Session, 'journal'>, start: typeof fork, hear: (entry: Entry) => void): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'mutation-'));
  const journal = join(folder, 'journal');
  const session: Session = { ...work, journal };
  writeFileSync(join(folder, 'session'), JSON.stringify(session));
  // A process group of its own, so that everything it started ends with it, even an endless loop.
  const child = start(program, [join(folder, 'session')], { execArgv: ['--import', 'tsx'], detached: true, stdio: 'ignore' });
  const end = (): void => endGroup(child);
  const interrupted = (): void => {
    end();
    process.exit(130);
  };
  process.once('exit', end).once('SIGINT', interrupted).once('SIGTERM', interrupted);

  let read = 0;
  let pid: number | null = null;
  let limit = coverLimitMs;
  /** Wall time minus the time for which the judge's two processes waited for a processor. */
  const waited = (one: number | null | undefined): number => (one == null ? 0 : (processorTime(one)?.waited ?? 0));
  const own = (): number => performance.now() - waited(child.pid) - waited(pid);
  let since = own();
  const listen = (): void => {
    const lines = existsSync(journal) ? readFileSync(journal, 'utf8').split('\n') : [];
    for (const line of lines.slice(read, -1)) {
      // The runner wrote it.
      const entry = JSON.parse(line) as Entry;
      if (entry.at === 'begun') ({ pid } = entry);
      limit = entry.at === 'asking' ? 2 * hangsAfterMs(entry.usualMs) : coverLimitMs;
      since = own();
      hear(entry);
    }
    read = Math.max(read, lines.length - 1);
  };
  let held = false;
  const watch = setInterval(() => {
    listen();
    if (own() - since < limit) return;
    held = true;
    end();
  }, 300);
  await new Promise<void>((resolve, reject) => child.once('exit', () => resolve()).once('error', reject)).finally(() => {
    clearInterval(watch);
    end();
    process.off('exit', end).off('SIGINT', interrupted).off('SIGTERM', interrupted);
  });
  listen();
  rmSync(folder, { recursive: true });
  return held;
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It had already ended.
  }
}
