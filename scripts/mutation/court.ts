import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Question, Verdict } from './judge.ts';

/** A judge that is replaced when it is held up. */
export interface Court {
  /** The verdict, or null where there was none within the limit. */
  ask(question: Question, limitMs: number): Promise<Verdict | null>;
  close(): void;
}

const program = fileURLToPath(new URL('judge.ts', import.meta.url));

/** @param start as `fork`; a test looks at what it starts */
export function createCourt(start: typeof fork = fork): Court {
  let judge: { readonly child: ChildProcess; readonly ready: Promise<void> } | null = null;
  /** A group of its own: what it has started ends with it, a loop without end too. */
  const seat = () => {
    const child = start(program, { execArgv: ['--import', 'tsx'], detached: true, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    const ready = new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve());
      child.once('exit', (code) => reject(new Error(`The judge ended with ${code} before it had begun`)));
    });
    return { child, ready };
  };
  const unseat = (): void => {
    const pid = judge?.child.pid;
    judge = null;
    if (pid === undefined) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It had ended.
    }
  };
  process.once('exit', unseat);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      unseat();
      process.exit(130);
    });
  return {
    async ask(question, limitMs) {
      judge ??= seat();
      const { child, ready } = judge;
      await ready;
      const verdict = await new Promise<Verdict | null>((resolve) => {
        const timer = setTimeout(() => done(null), limitMs);
        const done = (found: Verdict | null): void => {
          clearTimeout(timer);
          child.off('message', answered).off('exit', gone);
          resolve(found);
        };
        const answered = (message: Verdict): void => done(message);
        const gone = (): void => done(null);
        child.once('message', answered).once('exit', gone);
        child.send(question);
      });
      if (verdict === null) unseat();
      return verdict;
    },
    close: unseat,
  };
}
