// Long: runs the script of CI with stand-ins.
import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { root } from './root.mjs';
import { ifTime, tooLate, turned } from './timeLeft.mjs';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Runs `.ci/run` with a fake `npm` that runs these shell commands for its two parts; there is nothing to install with. */
async function runCi(test: string, long: string): Promise<{ readonly code: number; readonly lines: readonly string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'ukweli-ci-'));
  folders.push(folder);
  for (const name of ['.ci', 'bin']) mkdirSync(join(folder, name));
  copyFileSync(join(root, '.ci/run'), join(folder, '.ci/run'));
  const program = (name: string, text: string): void => {
    writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(folder, 'bin', name), 0o755);
  };
  program('npm', `if [ "$1" = test ]; then\n${test}\nelse\n${long}\nfi`);
  program('id', 'echo 1000');
  return new Promise((resolve) => {
    const env = { PATH: `${join(folder, 'bin')}:${process.env['PATH']}` };
    execFile('bash', [join(folder, '.ci/run')], { env }, (failure, out) => {
      resolve({ code: failure === null ? 0 : Number(failure.code), lines: out.trimEnd().split('\n') });
    });
  });
}

/** Lines in the format that CI reads. */
const closing = (lines: readonly string[]) => lines.filter((line) => /^\d+ passed, \d+ failed/.test(line));

describe.runIf(process.platform === 'linux')('CI runs both parts and ends with one line, their sum', { tags: ['M-14', 'D-2'] }, () => {
  it('adds both up', async () => {
    const { code, lines } = await runCi('echo "40 passed, 0 failed, 1 skipped"', 'echo hello; echo "2 passed, 0 failed"');
    expect(code).toBe(0);
    expect(lines.at(-1)).toBe('42 passed, 0 failed');
    expect(closing(lines)).toHaveLength(1);
    expect(lines).toContain('npm test: 40 passed, 0 failed, 1 skipped');
    expect(lines).toContain('hello');
  });

  it('runs the second part whatever became of the first, and counts a part that ends without its line, or badly with a good one', async () => {
    const broken = await runCi('echo "40 passed, 3 failed"; exit 1', 'echo "2 passed, 0 failed"');
    expect([broken.code, broken.lines.at(-1)]).toEqual([1, '42 passed, 3 failed']);
    const silent = await runCi('exit 7', 'echo "2 passed, 0 failed"');
    expect([silent.code, silent.lines.at(-1)]).toEqual([1, '2 passed, 1 failed']);
    const liar = await runCi('echo "40 passed, 0 failed"', 'echo "2 passed, 0 failed"; exit 1');
    expect([liar.code, liar.lines.at(-1)]).toEqual([1, '42 passed, 1 failed']);
  });

  it('tells its parts when it ends what still runs: 75 minutes from its beginning', async () => {
    const began = Math.floor(Date.now() / 1000);
    const { lines } = await runCi('echo "1 passed, 0 failed"', 'echo "ends $END_AT"; echo "1 passed, 0 failed"');
    const endAt = Number(lines.find((line) => line.startsWith('ends '))?.slice('ends '.length));
    expect(endAt - began).toBeGreaterThanOrEqual(75 * 60 - 1);
    expect(endAt - began).toBeLessThanOrEqual(75 * 60 + 30);
  });

  it('leaves out what could not be done before the end, and says so; another one each hour', () => {
    const now = Date.parse('2026-11-27T09:00:00Z');
    expect(tooLate(undefined, now, 14)).toBeNull();
    expect(tooLate(String(now / 1000 + 14 * 60), now, 14)).toBeNull();
    expect(tooLate(String(now / 1000 + 13 * 60), now, 14)).toBe('not run: 13 minutes are left, and it may take 14');
    expect(tooLate(String(now / 1000 - 60), now, 14)).toBe('not run: 0 minutes are left, and it may take 14');

    const step = { name: 'stories', argv: [] };
    vi.stubEnv('END_AT', String(Date.now() / 1000 + 20 * 60));
    expect(ifTime(step, 15)).toBe(step);
    expect(ifTime(step, 25)).toMatchObject({ excused: true, missing: expect.stringMatching(/^not run: \d+ minutes are left/) });
    vi.unstubAllEnvs();

    const hours = [0, 1, 2, 3].map((hour) => turned(['a', 'b', 'c'], now + hour * 3_600_000));
    expect(new Set(hours.map(([first]) => first))).toEqual(new Set(['a', 'b', 'c']));
    for (const order of hours) expect(order.toSorted()).toEqual(['a', 'b', 'c']);
  });

  it('does not wait for a process that a part left behind', async () => {
    const { code, lines } = await runCi(
      'sleep 300 & echo $! > left; echo "40 passed, 0 failed"',
      'kill $(cat left); echo "2 passed, 0 failed"',
    );
    expect([code, lines.at(-1)]).toEqual([0, '42 passed, 0 failed']);
  });
});
