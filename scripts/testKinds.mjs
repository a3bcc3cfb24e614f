import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from './root.mjs';

/** Imports that make a test more than a unit test: a platform with its database, or a process of its own. */
const platformMarks = [/from '[^']*\/testing\/[^']*'/, /from '[^']*\/db\/pgliteClient\.ts'/, /from 'node:child_process'/];

/** Tests that need a PostgreSQL server to stop, kill or share between instances; they run only there. */
const postgresOnly = /from '[^']*\/testing\/postgres\.ts'/;
/** Tests with `createTestPlatform` or `openTestDatabase`, which use either database: they run on both. */
const eitherDatabase = /from '[^']*\/testing\/(platform|letterTest)\.ts'/;

/**
 * @param {string} path relative to the root
 * @returns {string}
 */
const textOf = (path) => readFileSync(join(root, path), 'utf8');

/**
 * @param {string[]} folders under the project's root
 * @returns {string[]} paths of test files relative to the root, with forward slashes
 */
function testFiles(folders) {
  return folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)))
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.test\.tsx?$/.test(path) && !path.includes('node_modules/'))
    .sort();
}

/**
 * The test files that start a platform, an embedded database or a process, recognised by their imports, so that no list must be
 * maintained. `npm run check` leaves them to `npm test`.
 * @param {string[]} folders under the project's root
 * @returns {string[]} paths relative to the root, with forward slashes
 */
export function platformTests(folders = ['server', 'scripts', 'tests', 'src']) {
  return testFiles(folders).filter((path) => platformMarks.some((mark) => mark.test(textOf(path))) && !postgresOnly.test(textOf(path)));
}

/**
 * The test files of the project `postgres`: those that run on either database, and those about PostgreSQL.
 * @returns {string[]} paths relative to the root, with forward slashes
 */
export function postgresTests() {
  return testFiles(['server', 'tests']).filter((path) => eitherDatabase.test(textOf(path)) || postgresOnly.test(textOf(path)));
}

/**
 * True if `npm test` runs this test file on PostgreSQL where there is one, and on the embedded database only where there is none: every
 * test runs once. On the other database it runs in `npm run test:long`. What is about databases themselves runs on both at once.
 * @param {string} path relative to the root
 * @returns {boolean}
 */
export const runsOnEither = (path) => eitherDatabase.test(textOf(path)) && !path.startsWith('server/db/');

/**
 * The test files that Node runs without a platform, a database or a process.
 * @returns {string[]} paths relative to the root, with forward slashes
 */
export function nodeTests() {
  const elsewhere = new Set([...platformTests(), ...postgresTests()]);
  return testFiles(['src', 'server', 'scripts', 'tests', 'bench']).filter((path) => !elsewhere.has(path) && !inBrowser(path));
}

/** @param {string} path */
const inBrowser = (path) => path.includes('.browser.test.');

/**
 * The test files that run in a real Chromium.
 * @returns {string[]} paths relative to the root, with forward slashes
 */
export const browserTests = () => testFiles(['src', 'tests']).filter(inBrowser);

/**
 * Marker, with a reason, in a test file or story that runs only in `npm run test:long`: it waits in real time, or is too long for `npm
 * test`.
 */
const longWord = /^\/\/ Long: /m;

/**
 * True if `npm test` leaves this test file to `npm run test:long`.
 * @param {string} path relative to the root
 * @returns {boolean}
 */
export const isLong = (path) => longWord.test(textOf(path));

/** Calls that make a test file slow: it starts programs, or plays faults in real time. All others take seconds. */
const slowMarks = [/\brun(Program|Node)\(/, /\bstart(FaultyPlatform|WindowedLink)\(/];

/**
 * True if this test file mostly waits for processes that it starts. These run before the others of their project: if one ran last, a core
 * would stay idle.
 * @param {string} path relative to the root, or absolute
 * @returns {boolean}
 */
export function waitsForProcesses(path) {
  const text = readFileSync(resolve(root, path), 'utf8');
  return slowMarks.some((mark) => mark.test(text));
}

/**
 * Test files that do more if LONG_TESTS is set.
 * @returns {string[]} paths relative to the root, with forward slashes
 */
export function deeperTests() {
  return testFiles(['server', 'tests', 'src', 'scripts']).filter((path) => /process\.env\['LONG_TESTS'\]/.test(textOf(path)));
}

/** Calls in stories with outages: links and platforms that go away and come back, at the pace of back-offs and heartbeats. */
const outage = /\.stop\(\)|\blink\.|faultyTest|\.whileHeld\(|\.deploy\(|\.kill\(\)/;

/** Tag of a single story for `npm run test:long` (playwright.config.ts). */
export const longTag = /@long\b/;

/**
 * Paths of the stories under e2e/, by kind: `long` runs as a whole in `npm run test:long`, of `tagged` only single stories do; `patient`
 * plays outages; all others do not wait in real time.
 * @returns {{ long: string[], patient: string[], tagged: string[] }}
 */
export function storyKinds() {
  const names = readdirSync(join(root, 'e2e'), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.e2e.ts'));
  const long = names.filter((name) => isLong(`e2e/${name}`));
  const patient = names.filter((name) => !long.includes(name) && outage.test(textOf(`e2e/${name}`)));
  const tagged = names.filter((name) => !long.includes(name) && longTag.test(textOf(`e2e/${name}`)));
  return { long, patient, tagged };
}
