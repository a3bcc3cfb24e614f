// Long: compiles a copy of the project, five programs of types, and runs the addition's tests in it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyProject, exampleSteps, takeStep } from '../../scripts/example.ts';
import { type Running, runNode } from '../../server/testing/process.ts';

/** A limit, not a wait: a busy machine takes minutes for what an idle one does in ten seconds. */
const patient = 900_000;
/** A copy of the project with the worked addition of examples/README.md, all its steps taken. */
let copy = '';
const steps = exampleSteps();
const started: Running[] = [];

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'ukweli-example-'));
  copyProject(copy);
  for (const step of steps) takeStep(copy, step);
});
afterAll(async () => {
  for (const { child } of started) child.kill();
  await Promise.all(started.map(({ ended }) => ended));
  rmSync(copy, { recursive: true, force: true });
});

/** Runs a program of a package in the copy; its output if it fails, nothing if it succeeds. */
async function complaintsOf(...argv: readonly string[]): Promise<string> {
  const running = runNode(argv, {}, copy);
  started.push(running);
  const code = await running.ended;
  return code === 0 ? '' : `${argv.join(' ')} ended with ${code}: ${running.said()}`;
}

it.each(['tsconfig.json', 'server', 'src/workers', 'tests', 'e2e'])(
  'compiles: %s',
  async (program) => {
    expect(await complaintsOf('node_modules/typescript/bin/tsc', '--noEmit', '-p', program)).toBe('');
  },
  patient,
);

it(
  'keeps the layering, and consoles of before go on working with its platform',
  async () => {
    expect(await complaintsOf('--import', 'tsx', 'scripts/imports.ts')).toBe('');
    expect(await complaintsOf('--import', 'tsx', 'scripts/wire.ts')).toBe('');
  },
  patient,
);

it(
  'passes its own tests, and those that every addition must pass',
  async () => {
    const own = steps
      .flatMap(({ files }) => files.map(({ path }) => path))
      .filter((path) => /\.test\.tsx?$/.test(path) && !path.includes('.browser.'));
    const all = [
      ...new Set(own),
      'tests/architecture/additions.test.ts',
      'src/contracts/version.test.ts',
      'server/db/rulesDocument.test.ts',
    ];
    expect(own.length).toBeGreaterThanOrEqual(steps.length);
    expect(
      await complaintsOf(
        'node_modules/vitest/vitest.mjs',
        'run',
        '--hookTimeout',
        String(patient),
        '--project',
        'node',
        '--project',
        'platform',
        ...all,
      ),
    ).toBe('');
  },
  patient,
);
