import { basename } from 'node:path';
import { findFirefox, findWebKit } from './otherBrowsers.mjs';
import { findPostgres } from './postgres.mjs';
import { countPlaywright, countVitest } from './runSteps.mjs';
import { browserTests, deeperTests, isLong, nodeTests, platformTests, postgresTests, runsOnEither, storyKinds } from './testKinds.mjs';

/** @typedef {import('./runSteps.mjs').Step} Step */

/** One tsconfig per environment; together they cover every file. The slowest come first. */
const projects = [
  'tests',
  'server',
  'tsconfig.json',
  'e2e',
  'src/workers/tsconfig.test.json',
  'src/workers',
  'src/domain',
  'src/sw',
  'src/classic',
  'src/verifyPage',
];

/**
 * The compiler and the type-aware linter are Go programs; a higher garbage collection threshold saves a tenth of the compiler's time and
 * a thirtieth of the linter's.
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
      // One checker per project, since two projects are checked at a time anyway. By default the compiler uses four, each of which computes
      // the shared types again: 17.7 s of processor time for the tests instead of 11.3.
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

/**
 * Files, exports and packages that nothing uses (knip.json).
 * @type {Step}
 */
const unusedStep = {
  name: 'nothing is unused',
  argv: ['node_modules/knip/bin/knip.js', '--no-progress', '--include', 'files,exports,types,dependencies'],
  quiet: true,
};
/** @type {Step} */
const lockStep = { name: 'lock: every package has its hash', argv: ['scripts/lock.mjs'], quiet: true };
/** @type {Step} */
const ledgerStep = {
  name: 'ledger: every cited id exists',
  argv: ['node_modules/tsx/dist/cli.mjs', 'scripts/ledger.ts', '--quiet'],
  quiet: true,
};
/** @type {Step} */
const sourcesStep = {
  name: 'names keep to the glossary, exports have doc comments',
  argv: ['node_modules/tsx/dist/cli.mjs', 'scripts/checkSources.ts'],
  quiet: true,
};
/** @type {Step} */
const sheetsStep = {
  name: 'style sheets: tokens, layers, sizes, no dead class',
  argv: ['node_modules/tsx/dist/cli.mjs', 'scripts/sheets.ts'],
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
/** The seeded data that every story's platform starts with, made once per build (e2e/support/seededFolder.ts). @type {Step} */
export const seedStep = { name: 'seed of the stories', argv: ['node_modules/tsx/dist/cli.mjs', 'e2e/support/seedNow.ts'], quiet: true };

/**
 * @param {string} name
 * @param {string} project of vitest.config.ts
 * @param {{ files?: string[], env?: Record<string, string> }} [how] `files`: only these of the project
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

/** @param {string} path */
const isQuick = (path) => !isLong(path);
/** True if there is a PostgreSQL to test on. */
const onServer = findPostgres() !== undefined || process.env.TEST_DATABASE_URL !== undefined;

const inNode = nodeTests();
/** Unit tests: what Node can run without a platform, without the long ones. `npm run check` includes them. */
export const nodeTestsStep = vitestStep('node tests', 'node', { files: inNode.filter(isQuick) });

const onPlatform = platformTests();
const quickOnPlatform = onPlatform.filter((path) => isQuick(path) && !(onServer && runsOnEither(path)));
/** Tests with a platform, a database or a process; without those that PostgreSQL runs (`runsOnEither`), and without the long ones. */
export const platformTestsStep = vitestStep('platform tests', 'platform', { files: quickOnPlatform });
/**
 * The rest of them: those that wait in real time, for killed processes, broken connections, or programs that documents name, and those that
 * `npm test` runs on PostgreSQL.
 */
export const longPlatformTestsStep = vitestStep('long platform tests', 'platform', {
  files: onPlatform.filter((path) => !quickOnPlatform.includes(path)),
});

/**
 * The server's tests on PostgreSQL, and those with several instances. Without PostgreSQL they are skipped with a message; on CI, which
 * installs it, that is a failure.
 * @param {Step} step
 * @returns {Step}
 */
function wantsPostgres(step) {
  return onServer
    ? step
    : {
        ...step,
        missing: 'no PostgreSQL 15 or later in /usr/lib/postgresql: install it, or name one with POSTGRES_BIN or TEST_DATABASE_URL',
      };
}
const onPostgres = postgresTests();
/** Those that run on either database and those that need PostgreSQL itself, without the long ones. */
export const postgresTestsStep = wantsPostgres(vitestStep('postgres tests', 'postgres', { files: onPostgres.filter(isQuick) }));
/** Runs tests of adjustable depth (schedules, kills) at full depth (F-5 with 12,000 schedules, F-27 with 20 kills). */
const deep = { LONG_TESTS: '1' };
/** The long ones: `npm run test:long`. */
export const longPostgresTestsStep = wantsPostgres(
  vitestStep('long postgres tests', 'postgres', { files: onPostgres.filter(isLong), env: deep }),
);

const inBrowser = browserTests();
/** Components and stores in a real Chromium, without the long ones. */
export const browserTestsStep = vitestStep('browser tests', 'browser*', { files: inBrowser.filter(isQuick) });
/** The long ones: `npm run test:long`. */
export const longBrowserTestsStep = vitestStep('long browser tests', 'browser*', { files: inBrowser.filter(isLong) });

const deeper = deeperTests();
/**
 * The rest of the tests with a platform, the long tests in Node, and those that `npm test` runs at less depth.
 * @type {Step[]}
 */
export const deepSteps = [
  { ...longPlatformTestsStep, env: deep },
  vitestStep('long node tests', 'node', { files: inNode.filter((path) => isLong(path) || deeper.includes(path)), env: deep }),
];

/**
 * The steps of `npm run check`, with which `npm test` also begins. They only need a core, so two at a time keep both busy. The longest
 * come first, so that none remains alone at the end. The import rules are checked by a test (tests/architecture/imports.test.ts).
 * @returns {Step[]}
 */
export function checkSteps() {
  return [nodeTestsStep, ...typeSteps(), lintStep, formatStep, lockStep, ledgerStep, claimWordsStep, sourcesStep, sheetsStep, unusedStep];
}

/**
 * End-to-end stories against the built platform.
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
    // A separate output folder: the runner empties it at start, and two may run in parallel.
    argv: ['node_modules/@playwright/test/cli.js', 'test', '--reporter', 'list,json', '--output', `test-results/${slug}`, ...argv],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...env },
    report,
    count: countPlaywright,
    limitMinutes: 40,
    ...more,
  };
}

/** The stories that do not wait in real time. */
export const e2eStep = storiesStep('end-to-end tests', ['--project=first', '--project=outages', '--project=working']);
/**
 * Number of parts of the long stories: a part that would start too late for CI's time limit is skipped as a whole, after the others have
 * finished.
 */
const longParts = 6;
/** Duration of one part on a slow CI machine, minutes: ten at 77 stories an hour, four on two free cores. */
export const longPartMinutes = 15;

/**
 * Stories that wait in real time, and those whose subject a faster test also covers: `npm run test:long`. Neighbours by name, which are
 * often similar and equally long, go into different parts.
 * @returns {Step[]}
 */
export function longE2eSteps() {
  const { long, tagged } = storyKinds();
  const files = [...new Set([...long, ...tagged])]
    .filter((path) => !/(Soak|otherBrowsers)\.e2e\.ts$/.test(path))
    .sort((a, b) => (basename(a) < basename(b) ? -1 : 1));
  return Array.from({ length: longParts }, (_, part) =>
    storiesStep(
      `long end-to-end tests, part ${part + 1} of ${longParts}`,
      ['--project=waiting', '--project=seldom', ...files.filter((_, place) => place % longParts === part).map((path) => `e2e/${path}`)],
      { env: deep },
    ),
  );
}

/**
 * The long run of a display (F-29).
 * @param {number} minutes measured, after the settling time
 * @returns {Step}
 */
export function soakStep(minutes) {
  return storiesStep('soak of a wall', ['--project=waiting', 'e2e/wall/wallSoak.e2e.ts'], {
    env: { SOAK_MINUTES: String(minutes) },
    limitMinutes: minutes + 40,
  });
}

/**
 * Smoke tests in the browsers that the other stories do not use (D-40), one step each. A browser that is not installed is reported as not
 * run.
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
