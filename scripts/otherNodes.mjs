import { execFile } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { root } from './root.mjs';
import { nodeTestsStep, platformTestsStep, storiesStep } from './steps.mjs';
import { tooLate } from './timeLeft.mjs';

/** @typedef {import('./runSteps.mjs').Step} Step */

/** The versions that `engines` in package.json names: all that is said to work has been run. */
export const testedNodes = ['20', '22', '24'];
/** Those beside the one that this is run by. */
export const otherNodes = testedNodes.filter((major) => major !== process.versions.node.split('.')[0]);

/** What a story needs of its platform, of its sessions and of its streams is in this one. */
const story = 'e2e/serverGone.e2e.ts';

/** What one version takes where CI's machine is slow, minutes: six on two free cores. */
const takesMinutes = 14;

/**
 * @param {string} command
 * @param {string[]} argv
 * @returns {Promise<string | null>} what it printed, null if it failed
 */
function printed(command, argv) {
  return new Promise((resolve) => {
    execFile(command, argv, { cwd: root, timeout: 300_000 }, (failure, out) => resolve(failure === null ? out.trim() : null));
  });
}

/**
 * Where a version's program is, fetched through npm's own cache where it is not there yet. Null where it cannot be had.
 * @param {string} major
 * @returns {Promise<{ path: string, version: string } | null>}
 */
async function findNode(major) {
  const path = await printed('npx', ['--yes', '--package', `node@${major}`, '--call', 'command -v node']);
  const version = path === null ? null : await printed(path, ['--version']);
  return path !== null && version?.startsWith(`v${major}.`) ? { path, version } : null;
}

/**
 * Units, the tests with a platform but for the long ones, and one story, run by another version of Node. Where that cannot be fetched the steps are missing: not run, and on CI failed only if the
 * registry answers otherwise. So too where CI has too little time left.
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
  // Whatever the tests start by name is this version too.
  const env = { PATH: `${dirname(path)}${delimiter}${process.env.PATH ?? ''}` };
  // Not those that wait in real time for processes and lines: they are about the product and the system under it, and two minutes a version.
  return [nodeTestsStep, platformTestsStep, storiesStep('one story', [story])].map((step) => ({
    ...step,
    name: `${step.name}, Node ${version}`,
    command: path,
    env: { ...step.env, ...env },
  }));
}
