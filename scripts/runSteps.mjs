import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { failuresOf, firstLabels } from './failures.mjs';
import { root } from './root.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/**
 * One program to run, with Node unless `command` names another. With `report`, the tool writes a JSON report there and `count` reads it;
 * without, the step counts as one test. `missing` says what this machine lacks: the step is then skipped, or on CI failed unless it is
 * `excused`. A step that exceeds `limitMinutes` is ended and fails.
 * @typedef {{ name: string, argv: string[], command?: string, limitMinutes?: number, env?: Record<string, string>, report?: string,
 * count?: (report: any) => Counts, quiet?: boolean, missing?: string, excused?: boolean }} Step
 */

/** Vitest's JSON report. @param {any} report @returns {Counts} */
export function countVitest(report) {
  // A file that fails to load contains no failed tests, so count the file.
  const unloaded = report.testResults.filter(
    (/** @type {any} */ file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  return { passed: report.numPassedTests, failed: report.numFailedTests + unloaded, skipped: report.numPendingTests + report.numTodoTests };
}

/** Counts Playwright's JSON report; a flaky test, which passed only on retry, counts as failed. @param {any} report @returns {Counts} */
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
    const failed = process.env.CI && !step.excused ? 1 : 0;
    console.log(`${failed ? 'FAIL' : 'skip'} ${step.name} (${step.missing})`);
    return { passed: 0, failed, skipped: 1 - failed };
  }
  const report = step.report && join(root, step.report);
  if (report) {
    mkdirSync(dirname(report), { recursive: true });
    rmSync(report, { force: true });
  }
  const started = performance.now();
  const { code, output } = await ended(step);
  const counts = countsOf(step, code, report);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (step.quiet && counts.failed > 0) process.stdout.write(output);
  if (counts.failed > 0 && !report) failures.push({ step: step.name, test: 'the step itself', why: firstLabels(output) });
  console.log(
    `${counts.failed === 0 ? 'ok  ' : 'FAIL'} ${step.name} (${seconds} s${step.report ? `, ${counts.passed} passed, ${counts.failed} failed` : ''})`,
  );
  return counts;
}

/** Longer than any step takes on a slow machine, minutes. */
const usualLimit = 25;
/** Time between SIGTERM and SIGKILL, milliseconds. */
const graceMs = 20_000;
/** How long a program's children may keep its output open after it ended, milliseconds. */
const lastWordsMs = 2_000;

/**
 * Runs a step's program to its end, or to its time limit.
 * @param {Step} step
 * @returns {Promise<{ code: number, output: string }>}
 */
function ended({ argv, command = process.execPath, env, quiet, limitMinutes = usualLimit, name }) {
  return new Promise((resolve) => {
    const child = spawn(command, argv, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
        if (!quiet) process.stdout.write(chunk);
      });
    }
    let late = false;
    const limit = setTimeout(() => {
      late = true;
      console.log(`'${name}' has not ended within ${limitMinutes} minutes: it is ended.`);
      child.kill('SIGTERM');
      setTimeout(() => child.kill('SIGKILL'), graceMs).unref();
    }, limitMinutes * 60_000);
    const done = (/** @type {number | null} */ exit) => {
      clearTimeout(limit);
      resolve({ code: late ? 1 : (exit ?? 1), output });
    };
    child.once('error', (failure) => {
      output += String(failure);
      done(1);
    });
    child.once('close', done);
    // An orphaned grandchild must not block the following steps.
    child.once('exit', (exit) => setTimeout(() => done(exit), lastWordsMs).unref());
  });
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
  const told = JSON.parse(readFileSync(report, 'utf8'));
  const counts = step.count(told);
  failures.push(...failuresOf(told).map((failure) => ({ ...failure, step: step.name })));
  // The tool's exit code overrides its counts: an error outside any test, or no tests at all, is a failure too.
  const failed = counts.failed === 0 && (code !== 0 || counts.passed === 0) ? 1 : counts.failed;
  return { ...counts, failed };
}

/** All failed tests of this process so far. @type {(import('./failures.mjs').Failure & { step: string })[]} */
const failures = [];

/**
 * Counts of this process so far, for the closing line.
 * @type {Counts}
 */
const all = { passed: 0, failed: 0, skipped: 0 };

/**
 * Runs steps in order, `together` of them at a time; failures do not stop the others.
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
        for (const sum of [total, all]) {
          sum.passed += counts.passed;
          sum.failed += counts.failed;
          sum.skipped += counts.skipped;
        }
      }
    }),
  );
  return total;
}

/** Prints the failures again in short form, then one line with the totals of this process, and sets the exit code. */
export function closingLine() {
  for (const { step, test, why } of failures) console.log(`\nFAILED in ${step}: ${test}\n${why.replaceAll(/^/gm, '  ')}\n`);
  const { passed, failed, skipped } = all;
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}

/** If the process is ended from outside (a CI limit), prints the totals so far; being cut short counts as a failure. */
export function closeWhenEnded() {
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT'])) {
    process.once(signal, () => {
      console.log(`Ended by ${signal} before everything had run.`);
      all.failed += 1;
      closingLine();
      process.exit();
    });
  }
}
