// Before Dexie is loaded, which looks for IndexedDB only once.
import 'fake-indexeddb/auto';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject, TestRunner, vi } from 'vitest';
import { startTests } from 'vitest/internal/browser';
import { root } from '../root.mjs';
import { ownClock } from './ownClock.ts';
import { type AskedFile, type Case, type Coverage, type Entry, hangsAfterMs, limitMs } from './session.ts';
import { switchName } from './woven.ts';

type RunFile = Awaited<ReturnType<typeof startTests>>[number];
type Suite = Parameters<TestRunner['onBeforeRunSuite']>[0];
type Task = Suite['tasks'][number];
type Test = Parameters<TestRunner['onBeforeTryTask']>[0];

// The real functions, before a test installs fake timers.
const { setInterval, clearInterval, setImmediate } = globalThis;
/** A process that has grown to this size is replaced, since databases of interrupted tests remain in it. Bytes. */
const fullAt = 1_800_000_000;

const { journal, size } = inject('mutation');
const say = (entry: Entry): void => appendFileSync(journal, `${JSON.stringify(entry)}\n`);

let active: number | null = null;
const reached = new Uint8Array(size);
Object.assign(globalThis, {
  [switchName]: (id: number): boolean => {
    reached[id] = 1;
    return id === active;
  },
});
/** The mutants reached since the last call. */
function takeReached(): readonly number[] {
  const ids = [...reached.keys()].filter((id) => reached[id] === 1);
  reached.fill(0);
  return ids;
}

const errors: string[] = [];
for (const event of ['unhandledRejection', 'uncaughtException'] as const) process.on(event, (error) => void errors.push(String(error)));

/** Runs one test file in this process, optionally only some of its tests, and stops at the first failure. */
class Asking extends TestRunner {
  failed: string | null = null;
  readonly shared = new Set<number>();
  readonly found = new Map<string, { ms: number; hits: readonly number[] }>();
  private readonly only: ReadonlySet<string> | null;
  private readonly limit: number;
  private begun = 0;

  constructor(config: TestRunner['config'], only: ReadonlySet<string> | null, limit: number) {
    super(config);
    this.only = only;
    this.limit = limit;
  }

  private isAsked(task: Task): boolean {
    if (this.only === null) return true;
    return task.type === 'suite' ? task.tasks.some((one) => this.isAsked(one)) : this.only.has(task.id);
  }

  onCollected(files: readonly RunFile[]): void {
    // Sequential, so that reached mutants belong to the running test.
    const inTurn = (task: Task): void => {
      task.concurrent = false;
      if (task.type === 'suite') task.tasks.forEach(inTurn);
    };
    for (const file of files) file.tasks.forEach(inTurn);
  }

  override async onBeforeRunSuite(suite: Suite): Promise<void> {
    if (this.failed !== null || !suite.tasks.some((one) => this.isAsked(one))) suite.mode = 'skip';
    await super.onBeforeRunSuite(suite);
  }

  /** Skips Vitest's handling of obsolete snapshots and its suite reports. */
  override async onAfterRunSuite(): Promise<void> {}

  override async onBeforeRunTask(test: Parameters<TestRunner['onBeforeRunTask']>[0]): Promise<void> {
    if (this.failed !== null || (this.only !== null && !this.only.has(test.id))) test.mode = 'skip';
    for (const id of takeReached()) this.shared.add(id);
    this.begun = ownClock();
    await super.onBeforeRunTask(test);
  }

  async runTask(test: Test): Promise<void> {
    const end = ownClock() + this.limit;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setInterval(() => ownClock() > end && reject(new Error('no end')), 200);
    });
    const run = TestRunner.getTestFn(test);
    await Promise.race([run(), late]).finally(() => clearInterval(timer));
  }

  override onAfterRunTask(test: Parameters<TestRunner['onAfterRunTask']>[0]): void {
    if (test.type === 'test' && test.mode !== 'skip') this.found.set(test.id, { ms: ownClock() - this.begun, hits: takeReached() });
    if (test.result?.state === 'fail') this.failed ??= said(test.name, test.result.errors);
    super.onAfterRunTask(test);
  }
}

/** Name of the failed test with its message. */
const said = (name: string, errors: readonly { readonly message: string }[] = []): string =>
  `${name}: ${errors[0]?.message.replaceAll(/\s+/g, ' ').slice(0, 200) ?? 'no reason'}`;

/** A failure in a file outside its tests: while loading, or in shared set-up. */
function failedSuite(suite: Suite | RunFile): string | null {
  if ((suite.result?.errors?.length ?? 0) > 0) return said(suite.name, suite.result?.errors);
  for (const one of suite.tasks) {
    const failed = one.type === 'suite' ? failedSuite(one) : null;
    if (failed !== null) return failed;
  }
  return null;
}

/**
 * Vitest starts this in the test process in place of its own runner. It gets one test file as a pretext and does the work of the session.
 */
// oxlint-disable-next-line import/no-default-export -- vitest takes a runner from there
export default class Judge extends TestRunner {
  override importFile(): void {}

  async onBeforeCollect(): Promise<void> {
    say({ at: 'begun', pid: process.pid });
    const { cover, cases } = inject('mutation');
    for (const path of cover) {
      say({ at: 'covering', path });
      say({ at: 'covered', path, coverage: await this.coverage(path) });
      if (process.memoryUsage.rss() > fullAt) return;
    }
    for (const one of cases) {
      say({ at: 'judging', id: one.id });
      if (!(await this.judged(one)) || process.memoryUsage.rss() > fullAt) return;
    }
    say({ at: 'ended' });
  }

  private async run(path: string, only: readonly string[] | null, mutant: number | null, limit: number): Promise<Asking> {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
    vi.resetModules();
    // Interrupted tests leave databases behind; fake-indexeddb keeps one factory per process.
    const databases: unknown = Reflect.get(Reflect.get(globalThis, 'indexedDB') ?? {}, '_databases');
    if (databases instanceof Map) databases.clear();

    const asking = new Asking(this.config, only === null ? null : new Set(only), limit);
    // Vitest sets a runner's module loader from outside, after construction.
    Object.defineProperty(asking, 'moduleRunner', { value: Reflect.get(this, 'moduleRunner') });
    asking.__setTraces(Reflect.get(this, '_otel'));
    const file = join(root, path);
    Reflect.set(Reflect.get(this, 'workerState'), 'filepath', file);
    errors.length = 0;
    takeReached();
    active = mutant;
    const [ran] = await startTests([file], asking);
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    active = null;
    for (const id of takeReached()) asking.shared.add(id);
    process.exitCode = 0;
    asking.failed ??= ran === undefined ? 'the file' : (failedSuite(ran) ?? errors[0] ?? null);
    return asking;
  }

  private async coverage(path: string): Promise<Coverage> {
    const begun = ownClock();
    const { failed, shared, found } = await this.run(path, null, null, limitMs);
    return { shared: [...shared], tests: Object.fromEntries(found), ms: ownClock() - begun, failed };
  }

  /** @returns true if this process is still as good as a fresh one */
  private async judged({ id, files }: Case): Promise<boolean> {
    const end = ownClock() + limitMs;
    const asked: string[] = [];
    for (const file of files) {
      if (asked.length > 0 && ownClock() + file.usualMs > end) break;
      const verdict = await this.notices(file, id);
      asked.push(file.path);
      if (verdict === null) continue;
      if (!verdict.sound) {
        say({ at: 'unsound', id, path: file.path, failed: verdict.failed });
        return false;
      }
      say({ at: 'judged', id, by: `${file.path}: ${verdict.failed}`, asked, left: 0 });
      return true;
    }
    say({ at: 'judged', id, by: null, asked, left: files.length - asked.length });
    return true;
  }

  /** The test of a file that detects a mutant, and whether it passes without the mutant right afterwards; null if none does. */
  private async notices(
    { path, tests, usualMs }: AskedFile,
    id: number,
  ): Promise<{ readonly failed: string; readonly sound: boolean } | null> {
    const limit = hangsAfterMs(usualMs);
    say({ at: 'asking', id, path, usualMs });
    const mutant = await this.run(path, tests, id, limit);
    if (mutant.failed === null) return null;
    say({ at: 'asking', id, path, usualMs });
    const program = await this.run(path, tests, null, limitMs);
    if (program.failed === null) return { failed: mutant.failed, sound: true };
    return { failed: program.failed, sound: false };
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The session without the mutants' texts; ids are below `size`. */
    mutation: {
      readonly journal: string;
      readonly size: number;
      readonly cover: readonly string[];
      readonly cases: readonly Case[];
    };
  }
}
