import { join } from 'node:path';
import { createVitest } from 'vitest/node';
import type { Plugin } from 'vite';
import { root } from '../root.mjs';

/** What the judge is asked: the tests to run, and the one file that is to be other than on the disk. */
export interface Question {
  /** Path from the root and its whole source; null: everything as it is. */
  readonly change: { readonly path: string; readonly source: string } | null;
  /** Paths of test files from the root, in the order in which they are run. */
  readonly tests: readonly string[];
}

/** What came of it. */
export interface Verdict {
  /** The first test that failed, by its file and name; null where all passed. */
  readonly failed: string | null;
  /** Milliseconds that each test file took, by its path. */
  readonly took: Readonly<Record<string, number>>;
}

/**
 * A process that runs tests over a tree with one file changed, as often as it is asked; `mutate.ts` ends it where a change makes it run for ever. The change is in
 * memory alone: nothing on the disk is touched.
 */
let change: Question['change'] = null;
const replaced: Plugin = {
  name: 'ukweli:mutant',
  enforce: 'pre',
  transform: (_code, id) => (change !== null && id.split('?')[0] === join(root, change.path) ? { code: change.source, map: null } : null),
};
const vitest = await createVitest(
  'test',
  {
    root,
    config: false,
    watch: false,
    run: true,
    bail: 1,
    isolate: false,
    pool: 'forks',
    maxWorkers: 1,
    // A mutant may make a test wait for what never comes: its limit is the judge's own.
    testTimeout: 20_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 5_000 } },
    strictTags: false,
    include: ['{src,server,scripts,tests}/**/*.test.{ts,tsx}'],
    reporters: [{}],
  },
  { define: { __BUILD__: JSON.stringify('test') }, cacheDir: join(root, '.cache/mutation'), plugins: [replaced] },
);
// It says what it has to say by its answer.
process.stdout.write = () => true;
process.stderr.write = () => true;

async function judge({ change: next, tests }: Question): Promise<Verdict> {
  for (const one of [change, next]) if (one !== null) vitest.invalidateFile(join(root, one.path));
  change = next;
  const project = vitest.getRootProject();
  const run = await vitest.runTestSpecifications(tests.map((path) => project.createSpecification(join(root, path))));
  // Vitest's answer holds what ran before too, with its failures.
  const testModules = run.testModules.filter(({ relativeModuleId }) => tests.includes(relativeModuleId));
  const { unhandledErrors } = run;
  let failed: string | null = unhandledErrors.length > 0 ? `an error outside of a test: ${String(unhandledErrors[0])}` : null;
  for (const module of testModules) {
    if (module.state() !== 'failed') continue;
    const [first] = [...module.children.allTests('failed')];
    failed = `${module.relativeModuleId}: ${first?.fullName ?? module.errors()[0]?.message ?? 'did not load'}`;
    break;
  }
  const took = Object.fromEntries(
    testModules.map((module) => [module.relativeModuleId, module.diagnostic().duration + module.diagnostic().collectDuration]),
  );
  process.exitCode = 0; // vitest sets it where a test fails
  return { failed, took };
}

process.on('message', (question: Question) => {
  void judge(question).then(
    (verdict) => process.send?.(verdict),
    (failure: unknown) => process.send?.({ failed: `the run itself: ${String(failure)}`, took: {} } satisfies Verdict),
  );
});
process.send?.('ready');
