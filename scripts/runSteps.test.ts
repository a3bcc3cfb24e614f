import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { countPlaywright, countVitest, runSteps } from './runSteps.mjs';

describe('the closing line counts what the tools report', { tags: ['D-2'] }, () => {
  let folder = '';
  const script = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return [join(folder, name)];
  };
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'ukweli-steps-'));
    vi.spyOn(console, 'log').mockImplementation(() => undefined);
    vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  });
  afterAll(() => {
    vi.restoreAllMocks();
    rmSync(folder, { recursive: true, force: true });
  });

  it('adds up Vitest, a file that does not load included', () => {
    const file = (status: string, tests: number) => ({ status, assertionResults: Array.from({ length: tests }) });
    const report = {
      numPassedTests: 5,
      numFailedTests: 1,
      numPendingTests: 1,
      numTodoTests: 0,
      testResults: [file('passed', 5), file('failed', 2), file('failed', 0)],
    };
    expect(countVitest(report)).toEqual({ passed: 5, failed: 2, skipped: 1 });
  });

  it('counts a flaky end-to-end test as failed', () => {
    expect(countPlaywright({ stats: { expected: 4, unexpected: 1, flaky: 2, skipped: 3 }, errors: [] })).toEqual({
      passed: 4,
      failed: 3,
      skipped: 3,
    });
    expect(countPlaywright({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }, errors: [{}] }).failed).toBe(1);
  });

  it('goes on after a failure, and counts a step that reported nothing, or no test, as failed', async () => {
    const report = join('.cache/reports', `steps-test-${process.pid}.json`);
    const writes = (passed: number) => `require('node:fs').writeFileSync(${JSON.stringify(report)}, JSON.stringify({ passed: ${passed} }))`;
    const count = ({ passed }: { passed: number }) => ({ passed, failed: 0, skipped: 0 });
    const quiet = true;
    const total = await runSteps([
      { name: 'fails', argv: script('a.cjs', 'process.exit(3)'), quiet },
      { name: 'passes', argv: script('b.cjs', ''), quiet },
      { name: 'reports', argv: script('c.cjs', writes(7)), report, count, quiet },
      { name: 'reports no test', argv: script('d.cjs', writes(0)), report, count, quiet },
      { name: 'reports nothing', argv: script('e.cjs', ''), report, count, quiet },
      { name: 'reports, then breaks', argv: script('f.cjs', `${writes(2)}; process.exit(1)`), report, count, quiet },
    ]);
    rmSync(report, { force: true });
    expect(total).toEqual({ passed: 10, failed: 4, skipped: 0 });
  });

  it('ends a step at its limit, goes on past what a step left behind, and counts the one as failed and not the other', {
    tags: ['M-14'],
  }, async () => {
    const quiet = true;
    const begun = performance.now();
    const total = await runSteps([
      { name: 'never ends', argv: script('g.cjs', 'setInterval(() => {}, 1000)'), limitMinutes: 1 / 120, quiet },
      {
        name: 'leaves one behind',
        argv: script(
          'h.cjs',
          `const { spawn } = require('node:child_process');
           const left = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 10_000)'], { detached: true, stdio: 'inherit' });
           left.unref();`,
        ),
        quiet,
      },
      { name: 'is not there', argv: [], command: join(folder, 'no-such-program'), quiet },
    ]);
    expect(total).toEqual({ passed: 1, failed: 2, skipped: 0 });
    expect(performance.now() - begun).toBeLessThan(9_000);
  });

  it('skips what this machine lacks something for, and fails it on CI', async () => {
    const step = { name: 'x', argv: [], missing: 'no such thing' };
    vi.stubEnv('CI', '');
    expect(await runSteps([step])).toEqual({ passed: 0, failed: 0, skipped: 1 });
    vi.stubEnv('CI', 'true');
    expect(await runSteps([step])).toEqual({ passed: 0, failed: 1, skipped: 0 });
    vi.unstubAllEnvs();
  });
});
