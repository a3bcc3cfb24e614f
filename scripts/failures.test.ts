import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { failuresOf } from './failures.mjs';
import { root } from './root.mjs';

const vitest = {
  testResults: [
    { name: '/x/a.test.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'adds', failureMessages: [] }] },
    {
      name: '/x/b.test.ts',
      status: 'failed',
      assertionResults: [
        { status: 'passed', fullName: 'subtracts', failureMessages: [] },
        { status: 'failed', fullName: 'divides by zero', failureMessages: ['\u001B[31mexpected 1 to be 2\u001B[39m', 'another'] },
      ],
    },
    { name: '/x/c.test.ts', status: 'failed', assertionResults: [], message: 'Cannot find module' },
  ],
};
const failed = { errors: [{ message: `first\n${'long '.repeat(1000)}` }] };
const playwright = {
  errors: [{ message: 'no browser' }],
  suites: [
    {
      specs: [{ ok: true, file: 'a.e2e.ts', title: 'opens', tests: [{ results: [{ errors: [] }] }] }],
      suites: [{ specs: [{ ok: false, file: 'b.e2e.ts', title: 'is quick', tests: [{ results: [failed] }] }] }],
    },
  ],
};

describe('what failed in a long run', { tags: ['D-2'] }, () => {
  it('is read from what each tool reports, in its first words', () => {
    expect(failuresOf(vitest)).toEqual([
      { test: 'divides by zero', why: 'expected 1 to be 2' },
      { test: '/x/c.test.ts', why: 'Cannot find module' },
    ]);
    const [story, outside] = failuresOf(playwright);
    expect(story?.test).toBe('b.e2e.ts › is quick');
    expect(story?.why).toMatch(/^first\nlong .{600,700}…$/s);
    expect(outside).toEqual({ test: 'outside any story', why: 'no browser' });
    expect(failuresOf({ suites: [], errors: [] })).toEqual([]);
  });

  it('is named once more at the end, above the closing line, of which there is one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ukweli-failures-'));
    const report = join('.cache/reports', `failures-test-${process.pid}.json`);
    const kept = { numPassedTests: 2, numFailedTests: 1, numPendingTests: 0, numTodoTests: 0, ...vitest };
    writeFileSync(
      join(folder, 'writes.cjs'),
      `require('node:fs').writeFileSync(${JSON.stringify(report)}, ${JSON.stringify(JSON.stringify(kept))});`,
    );
    writeFileSync(
      join(folder, 'run.mjs'),
      `import { closingLine, countVitest, runSteps } from ${JSON.stringify(pathToFileURL(join(root, 'scripts/runSteps.mjs')).href)};
       await runSteps([{ name: 'units', argv: [${JSON.stringify(join(folder, 'writes.cjs'))}], report: ${JSON.stringify(report)}, count: countVitest, quiet: true },
         { name: 'types', argv: ['-e', 'console.log("x is not assignable"); process.exit(2)'], quiet: true }]);
       closingLine();`,
    );
    const lines = await new Promise<string[]>((resolve) => {
      execFile(process.execPath, [join(folder, 'run.mjs')], (_failure, out) => resolve(out.trimEnd().split('\n')));
    });
    for (const path of [folder, join(root, report)]) rmSync(path, { recursive: true, force: true });
    expect(lines).toContain('FAILED in units: divides by zero');
    expect(lines).toContain('  expected 1 to be 2');
    expect(lines).toContain('FAILED in types: the step itself');
    expect(lines).toContain('  x is not assignable');
    expect(lines.at(-1)).toBe('2 passed, 3 failed');
    expect(lines.filter((line) => /^\d+ passed/.test(line))).toHaveLength(1);
  });
});
