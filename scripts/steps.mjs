import { findFirefox, findWebKit } from './otherBrowsers.mjs';
import { findPostgres } from './postgres.mjs';
import { countPlaywright, countVitest } from './runSteps.mjs';
import { deeperTests, hasOwnSql, isLong, platformTests, postgresTests, storyKinds } from './testKinds.mjs';

/** @typedef {import('./runSteps.mjs').Step} Step */

/** One tsconfig per environment; between them they cover every file. Those that take longest come first. */
const projects = [
  'tests',
  'server',
  'tsconfig.json',
  'bench',
  'e2e',
  'src/workers/tsconfig.test.json',
  'src/workers',
  'src/domain',
  'src/sw',
  'src/classic',
  'src/verifyPage',
];

/**
 * The compiler and the type-aware linter are programs in Go, whose memory is swept often unless they are told that there is plenty: a tenth of the
 * compiler's time, a thirtieth of the linter's.
 * @type {Record<string, string>}
 */
const sweepSeldom = { GOGC: '400' };

/** @returns {Step[]} */
function typeSteps() {
  return projects.map((project) => ({
    name: `types: ${project}`,
    argv: [
      'node_modules/typescript/bin/tsc',
      '-p',
      project,
      // One checker a project, since two projects are checked at a time anyway. By itself the compiler takes four, each of which works out the types that it
      // shares with the others anew: 17.7 s of processor time for the tests where one takes 11.3.
      '--checkers',
      '1',
      '--incremental',
      '--tsBuildInfoFile',
      `.cache/types/${project.replaceAll('/', '-')}.tsbuildinfo`,
    ],
    env: sweepSeldom,
    quiet: true,
  }));
}

/** @type {Step} */
const formatStep = { name: 'format', argv: ['node_modules/@biomejs/biome/bin/biome', 'format', '.'], quiet: true };
/** @type {Step} */
const lintStep = {
  name: 'lint, type-aware',
  argv: ['node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings'],
  env: sweepSeldom,
  quiet: true,
};
/** @type {Step} */
const importsStep = { name: 'imports', argv: ['scripts/imports.mjs'], quiet: true };
/** @type {Step} */
const lockStep = { name: 'lock: every package has its hash', argv: ['scripts/lock.mjs'], quiet: true };
/** @type {Step} */
const ledgerStep = {
  name: 'ledger: every cited id exists',
  argv: ['node_modules/tsx/dist/cli.mjs', 'scripts/ledger.ts', '--quiet'],
  quiet: true,
};
/** @type {Step} */
const claimWordsStep = {
  name: 'words of success are claims',
  argv: ['node_modules/tsx/dist/cli.mjs', 'scripts/claimWords.ts'],
  quiet: true,
};
/** @type {Step} */
export const buildStep = { name: 'build', argv: ['scripts/build.mjs', '--if-stale'], quiet: true };
/** What every story's platform begins with, made once for each build (e2e/support/seededFolder.ts). @type {Step} */
export const seedStep = { name: 'seed of the stories', argv: ['node_modules/tsx/dist/cli.mjs', 'e2e/support/seedNow.ts'], quiet: true };

/**
 * @param {string} name
 * @param {string} project of vitest.config.ts
 * @param {{ files?: string[], env?: Record<string, string> }} [how] `files`: these of the project alone
 * @returns {Step}
 */
export function vitestStep(name, project, { files = [], env } = {}) {
  const report = `.cache/reports/${name.replaceAll(/[^a-z0-9]+/gi, '-')}.json`;
  return {
    name,
    argv: [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      project,
      '--reporter',
      'default',
      '--reporter',
      'json',
      `--outputFile.json=${report}`,
      ...files,
    ],
    report,
    count: countVitest,
    quiet: true,
    ...(env && { env }),
  };
}

/** Units: all that Node alone can run without a platform. `npm run check` is to be done in a minute, and these are its tests. */
export const nodeTestsStep = vitestStep('node tests', 'node');
const onPlatform = platformTests();
/** Tests with a platform or a database. */
export const platformTestsStep = vitestStep('platform tests', 'platform', { files: onPlatform.filter((path) => !isLong(path)) });
/** Those that wait in real time: for processes that are killed, lines that break, programs that documents name. */
export const longPlatformTestsStep = vitestStep('long platform tests', 'platform', { files: onPlatform.filter(isLong) });

/**
 * The server's tests once more on PostgreSQL, and those of several instances. Where no PostgreSQL is installed they are left
 * out, which one line says; on CI, which installs one, that is a failure.
 * @param {Step} step
 * @returns {Step}
 */
function wantsPostgres(step) {
  return findPostgres() === undefined && process.env.TEST_DATABASE_URL === undefined
    ? {
        ...step,
        missing: 'no PostgreSQL 15 or later in /usr/lib/postgresql: install it, or name one with POSTGRES_BIN or TEST_DATABASE_URL',
      }
    : step;
}
const onPostgres = postgresTests();
const atOnce = onPostgres.filter((path) => hasOwnSql(path) && !isLong(path));
/** Those with SQL of their own, and those that need PostgreSQL itself, but for the long ones. */
export const postgresTestsStep = wantsPostgres(vitestStep('postgres tests', 'postgres', { files: atOnce }));
/** The long ones, and those that the embedded database has been through: `npm run test:long`. */
export const morePostgresTestsStep = wantsPostgres(
  vitestStep('more postgres tests', 'postgres', { files: onPostgres.filter((path) => !atOnce.includes(path)) }),
);
/** Components and stores in a real Chromium. */
export const browserTestsStep = vitestStep('browser tests', 'browser*');

/** The tests that can be asked for more of the same, schedules and kills, do it at their full depth (F-5 with 12,000 schedules, F-27 with 20 kills). */
const deep = { LONG_TESTS: '1' };
/** The long tests with a platform, and those in Node that `npm test` runs less deep. @type {Step[]} */
export const deepSteps = [
  { ...longPlatformTestsStep, env: deep },
  vitestStep('deeper node tests', 'node', { files: deeperTests().filter((path) => !onPlatform.includes(path)), env: deep }),
];

/**
 * What `npm run check` is, and what `npm test` begins with: steps that wait for nothing but a core, so that two at a time leave neither idle. The
 * longest come first, so that none is left over at the end.
 * @returns {Step[]}
 */
export function checkSteps() {
  return [nodeTestsStep, ...typeSteps(), lintStep, importsStep, formatStep, lockStep, ledgerStep, claimWordsStep];
}

/**
 * What a person sees, against the built platform.
 * @param {string} name
 * @param {string[]} argv for the runner: which projects of playwright.config.ts, which files
 * @param {Partial<Step>} [more]
 * @returns {Step}
 */
export function storiesStep(name, argv, { env, ...more } = {}) {
  const slug = name.replaceAll(/[^a-z0-9]+/gi, '-');
  const report = `.cache/reports/${slug}.json`;
  return {
    name,
    // A folder of its own: the runner empties it when it begins, and two may run side by side.
    argv: ['node_modules/@playwright/test/cli.js', 'test', '--reporter', 'list,json', '--output', `test-results/${slug}`, ...argv],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...env },
    report,
    count: countPlaywright,
    limitMinutes: 40,
    ...more,
  };
}

/** The stories that are done as fast as the machine is. */
export const e2eStep = storiesStep('end-to-end tests', ['--project=first', '--project=outages', '--project=working']);
/** How many parts the long stories are run in: one that begins too late for CI's limit is left out whole, and the others have run to their end. */
const longParts = 6;
/** What one of them takes where CI's machine is slow, minutes: ten at the pace of 77 stories an hour, four on two free cores. */
export const longPartMinutes = 15;

/**
 * Those that wait in real time, and those that prove at length what something faster proves too: `npm run test:long`. Neighbours by name, which are often of one kind and equally
 * long, come into different parts.
 * @returns {Step[]}
 */
export function longE2eSteps() {
  const { long, tagged } = storyKinds();
  const files = [...new Set([...long, ...tagged])]
    .filter((name) => !name.endsWith('Soak.e2e.ts') && name !== 'otherBrowsers.e2e.ts')
    .sort();
  return Array.from({ length: longParts }, (_, part) =>
    storiesStep(
      `long end-to-end tests, part ${part + 1} of ${longParts}`,
      ['--project=waiting', '--project=seldom', ...files.filter((_, place) => place % longParts === part).map((name) => `e2e/${name}`)],
      { env: deep },
    ),
  );
}

/**
 * A wall left running (F-29).
 * @param {number} minutes that are measured, after those in which it settles
 * @returns {Step}
 */
export function soakStep(minutes) {
  return storiesStep('soak of a wall', ['--project=waiting', 'e2e/wallSoak.e2e.ts'], {
    env: { SOAK_MINUTES: String(minutes) },
    limitMinutes: minutes + 40,
  });
}

/**
 * A smoke in the browsers that the other stories do not run in (D-40), one step each. One that is not here was not to be had: it is not run, which is said.
 * @returns {Step[]}
 */
export function otherBrowserSteps() {
  return [
    { name: 'Firefox', there: findFirefox() !== undefined, packages: 'firefox-esr' },
    { name: 'WebKit', there: findWebKit() !== undefined, packages: 'webkit2gtk-driver and xvfb' },
  ].map(({ name, there, packages }) => ({
    ...storiesStep(`smoke in ${name}`, ['--project=browsers', `--grep=${name}`]),
    ...(there ? {} : { missing: `not run: ${name} is not installed here (Debian: ${packages})`, excused: true }),
  }));
}
