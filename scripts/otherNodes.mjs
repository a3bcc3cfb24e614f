import { execFile } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { root } from './root.mjs';
import { nodeTestsStep, platformTestsStep, postgresTestsStep, storiesStep } from './steps.mjs';
import { tooLate } from './timeLeft.mjs';

/** @typedef {import('./runSteps.mjs').Step} Step */

/** The major versions in `engines` of package.json; all of them are tested. */
export const testedNodes = ['20', '22', '24'];
/** All except the version running this script. */
export const otherNodes = testedNodes.filter((major) => major !== process.versions.node.split('.')[0]);

/** A story that covers the platform, its sessions and its streams. */
const story = 'e2e/link/serverGone.e2e.ts';

/** Duration per version on a slow CI machine, minutes: six on two free cores. */
const takesMinutes = 14;

/**
 * @param {string} command
 * @param {string[]} argv
 * @returns {Promise<string | null>} its output, null if it failed
 */
function printed(command, argv) {
  return new Promise((resolve) => {
    execFile(command, argv, { cwd: root, timeout: 300_000 }, (failure, out) => resolve(failure === null ? out.trim() : null));
  });
}

/**
 * Path of a Node version, fetched through npm's cache if needed. Null if unavailable.
 * @param {string} major
 * @returns {Promise<{ path: string, version: string } | null>}
 */
async function findNode(major) {
  const path = await printed('npx', ['--yes', '--package', `node@${major}`, '--call', 'command -v node']);
  const version = path === null ? null : await printed(path, ['--version']);
  return path !== null && version?.startsWith(`v${major}.`) ? { path, version } : null;
}

/**
 * Unit tests, platform tests without the long ones, and one story, run by another Node version. If it cannot be fetched, the steps are
 * reported as not run, which fails on CI only if the registry answers otherwise. Also skipped if CI has too little time left.
 * @param {string} major
 * @returns {Promise<Step[]>}
 */
export async function otherNodeSteps(major) {
  const late = tooLate(process.env.END_AT, Date.now(), takesMinutes);
  if (late !== null)
    return [{ name: `Node ${major}`, argv: [], missing: `${late}; what it repeats ran on Node ${process.versions.node}`, excused: true }];
  const found = await findNode(major);
  if (found === null) {
    const answers = (await printed('npm', ['view', `node@${major}`, 'version'])) !== null;
    return [
      {
        name: `Node ${major}`,
        argv: [],
        missing: `not run: npx could not fetch node@${major}${answers ? ', though the registry answers' : ', and the registry does not answer'}`,
        excused: !answers,
      },
    ];
  }
  const { path, version } = found;
  // Programs that tests start by name use this version too.
  const env = { PATH: `${dirname(path)}${delimiter}${process.env.PATH ?? ''}` };
  // Without the tests that wait in real time for processes and connections: they depend on the product and the operating system, and take
  // two minutes per version.
  return [nodeTestsStep, platformTestsStep, postgresTestsStep, storiesStep('one story', [story])].map((step) => ({
    ...step,
    name: `${step.name}, Node ${version}`,
    command: path,
    env: { ...step.env, ...env },
  }));
}
