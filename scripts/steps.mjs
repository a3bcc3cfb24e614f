import { findPostgres } from './postgres.mjs';
import { countPlaywright, countVitest } from './runSteps.mjs';

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
const ledgerStep = {
  name: 'ledger: every cited id exists',
  argv: ['node_modules/tsx/dist/cli.mjs', 'scripts/ledger.ts', '--quiet'],
  quiet: true,
};
/** @type {Step} */
export const buildStep = { name: 'build', argv: ['scripts/build.mjs', '--if-stale'], quiet: true };
/** What every story's platform begins with, made once for each build (e2e/support/seededFolder.ts). @type {Step} */
export const seedStep = { name: 'seed of the stories', argv: ['node_modules/tsx/dist/cli.mjs', 'e2e/support/seedNow.ts'], quiet: true };

/**
 * @param {string} project of vitest.config.ts
 * @param {boolean} quiet
 * @returns {Step}
 */
function vitestStep(project, quiet) {
  const report = `.cache/reports/${project.replace('*', '')}.json`;
  return {
    name: `${project.replace('*', '')} tests`,
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
    ],
    report,
    count: countVitest,
    quiet,
  };
}

/** Units: all that Node alone can run without a platform. `npm run check` is to be done in a minute, and these are its tests. */
const nodeTestsStep = vitestStep('node', true);
/** Tests with a platform, a database or a process of their own. */
export const platformTestsStep = vitestStep('platform', true);
/**
 * The server's tests once more on PostgreSQL, and those of several instances. Where no PostgreSQL is installed they are left
 * out, which one line says; on CI, which installs one, that is a failure.
 * @type {Step}
 */
export const postgresTestsStep = {
  ...vitestStep('postgres', true),
  ...(findPostgres() === undefined && process.env.TEST_DATABASE_URL === undefined
    ? { missing: 'no PostgreSQL 15 or later in /usr/lib/postgresql: install it, or name one with POSTGRES_BIN or TEST_DATABASE_URL' }
    : {}),
};
/** Components and stores in a real Chromium. */
export const browserTestsStep = vitestStep('browser*', true);

/**
 * What `npm run check` is, and what `npm test` begins with: steps that wait for nothing but a core, so that two at a time leave neither idle. The
 * longest come first, so that none is left over at the end.
 * @returns {Step[]}
 */
export function checkSteps() {
  return [nodeTestsStep, ...typeSteps(), lintStep, importsStep, formatStep, ledgerStep];
}

/** What a person sees, against the built platform. @type {Step} */
export const e2eStep = {
  name: 'end-to-end tests',
  argv: ['node_modules/@playwright/test/cli.js', 'test', '--reporter', 'list,json'],
  env: { PLAYWRIGHT_JSON_OUTPUT_NAME: '.cache/reports/e2e.json' },
  report: '.cache/reports/e2e.json',
  count: countPlaywright,
};
