import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './root.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/**
 * One thing to run. With `report`, the tool writes a JSON report there and `count` reads it; without, the step counts as one test.
 * `missing` says what this machine lacks for it: it is skipped then, on CI failed.
 * @typedef {{ name: string, argv: string[], env?: Record<string, string>, report?: string, count?: (report: any) => Counts, quiet?: boolean, missing?: string }} Step
 */

/** Vitest's JSON report. @param {any} report @returns {Counts} */
export function countVitest(report) {
  // A file that does not even load holds no test that could fail, so it counts itself.
  const unloaded = report.testResults.filter(
    (/** @type {any} */ file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  return { passed: report.numPassedTests, failed: report.numFailedTests + unloaded, skipped: report.numPendingTests + report.numTodoTests };
}

/** Playwright's JSON report; a test that passed only when tried again is flaky, and counts as failed here. @param {any} report @returns {Counts} */
export function countPlaywright({ stats, errors }) {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + (stats.expected + stats.unexpected === 0 ? errors.length : 0),
    skipped: stats.skipped,
  };
}

/**
 * @param {Step} step
 * @returns {Promise<Counts>}
 */
async function run(step) {
  if (step.missing !== undefined) {
    const failed = process.env.CI ? 1 : 0;
    console.log(`${failed ? 'FAIL' : 'skip'} ${step.name} (${step.missing})`);
    return { passed: 0, failed, skipped: 1 - failed };
  }
  const report = step.report && join(root, step.report);
  if (report) {
    mkdirSync(dirname(report), { recursive: true });
    rmSync(report, { force: true });
  }
  const started = performance.now();
  const { code, output } = await new Promise((resolve) => {
    const child = spawn(process.execPath, step.argv, {
      cwd: root,
      env: { ...process.env, ...step.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        text += chunk;
        if (!step.quiet) process.stdout.write(chunk);
      });
    }
    child.once('error', (failure) => resolve({ code: 1, output: String(failure) }));
    child.once('close', (exit) => resolve({ code: exit ?? 1, output: text }));
  });
  const counts = countsOf(step, code, report);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (step.quiet && counts.failed > 0) process.stdout.write(output);
  console.log(
    `${counts.failed === 0 ? 'ok  ' : 'FAIL'} ${step.name} (${seconds} s${step.report ? `, ${counts.passed} passed, ${counts.failed} failed` : ''})`,
  );
  return counts;
}

/**
 * @param {Step} step
 * @param {number} code
 * @param {string | undefined} report
 * @returns {Counts}
 */
function countsOf(step, code, report) {
  if (!report || !step.count) return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 };
  const counts = step.count(JSON.parse(readFileSync(report, 'utf8')));
  // The tool's own verdict stands above its figures: an error outside any test, or no test at all, is a failure too.
  const failed = counts.failed === 0 && (code !== 0 || counts.passed === 0) ? 1 : counts.failed;
  return { ...counts, failed };
}

/**
 * Runs steps in order, `together` of them at a time, every one whatever became of the others.
 * @param {Step[]} steps
 * @param {{ together?: number }} [how]
 * @returns {Promise<Counts>}
 */
export async function runSteps(steps, { together = 1 } = {}) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  const waiting = [...steps];
  await Promise.all(
    Array.from({ length: together }, async () => {
      for (let step = waiting.shift(); step; step = waiting.shift()) {
        const counts = await run(step);
        total.passed += counts.passed;
        total.failed += counts.failed;
        total.skipped += counts.skipped;
      }
    }),
  );
  return total;
}
