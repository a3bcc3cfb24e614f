import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from './root.mjs';

/** What a test imports, or runs, that makes it more than a unit: a platform with its database, or a process of its own. */
const platformMarks = [/from '[^']*\/testing\/[^']*'/, /from '[^']*\/db\/pgliteClient\.ts'/, /from 'node:child_process'/];

/** Tests that need a PostgreSQL to stop, kill or share between instances: they run nowhere else. */
const postgresOnly = /from '[^']*\/testing\/postgres\.ts'/;
/** Tests over `createTestPlatform` and `openTestDatabase`, which give either database: they run on both. */
const eitherDatabase = /from '[^']*\/testing\/(platform|letterTest)\.ts'/;

/**
 * @param {string} path from the root
 * @returns {string}
 */
const textOf = (path) => readFileSync(join(root, path), 'utf8');

/**
 * @param {string[]} folders under the project's root
 * @returns {string[]} paths of test files from the root, with forward slashes
 */
function testFiles(folders) {
  return folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)))
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.test\.tsx?$/.test(path) && !path.includes('node_modules/'))
    .sort();
}

/**
 * The test files that start a platform, a database or a process on the embedded database, told by what they import: no list to forget a file on.
 * `npm run check` leaves them to `npm test`.
 * @param {string[]} folders under the project's root
 * @returns {string[]} paths from the root, with forward slashes
 */
export function platformTests(folders = ['server', 'scripts', 'tests', 'src']) {
  return testFiles(folders).filter((path) => platformMarks.some((mark) => mark.test(textOf(path))) && !postgresOnly.test(textOf(path)));
}

/**
 * The test files of the project `postgres`: those that hold on either database, and those that are about PostgreSQL.
 * @returns {string[]} paths from the root, with forward slashes
 */
export function postgresTests() {
  return testFiles(['server', 'tests']).filter((path) => eitherDatabase.test(textOf(path)) || postgresOnly.test(textOf(path)));
}

/**
 * SQL that the two databases might take differently, in a test or in the module it is named after: written as text, or what happens when two want the same row.
 * A test whose SQL stands elsewhere says so itself, in a line of its own: `// PostgreSQL too: search`.
 */
const ownSql = /\bsql[`<]|\.onConflict\(|\.forUpdate\(|\.skipLocked\(|\bpg_\w+\(|^\/\/ PostgreSQL too: /m;

/**
 * Whether a test of the project `postgres` has SQL of its own or needs PostgreSQL itself: `npm test` runs these there. The others have been through the embedded
 * database, and go through PostgreSQL in `npm run test:long`.
 * @param {string} path from the root
 * @returns {boolean}
 */
export function hasOwnSql(path) {
  const text = textOf(path);
  const tested = path.replace(/\.test\.ts$/, '.ts');
  return postgresOnly.test(text) || ownSql.test(text) || (existsSync(join(root, tested)) && ownSql.test(textOf(tested)));
}

/** A test file's, or a story's, own word that `npm run test:long` runs it, with the reason: it waits in real time, or is longer than `npm test` has patience for. */
const longWord = /^\/\/ Long: /m;

/**
 * Whether `npm test` leaves this test file to `npm run test:long`.
 * @param {string} path from the root
 * @returns {boolean}
 */
export const isLong = (path) => longWord.test(textOf(path));

/** What makes a test file a slow one: it starts programs, or plays faults in real time. The rest is done in seconds. */
const slowMarks = [/\brun(Program|Node)\(/, /\bstart(FaultyPlatform|WindowedLink)\(/];

/**
 * Whether this test file starts processes and waits for them most of its time. These begin before the others of their project: one that begins last leaves one core idle
 * until it is done.
 * @param {string} path from the root, or absolute
 * @returns {boolean}
 */
export function waitsForProcesses(path) {
  const text = readFileSync(resolve(root, path), 'utf8');
  return slowMarks.some((mark) => mark.test(text));
}

/**
 * Test files that do more of the same where LONG_TESTS is set.
 * @returns {string[]} paths from the root, with forward slashes
 */
export function deeperTests() {
  return testFiles(['server', 'tests', 'src', 'scripts']).filter((path) => /process\.env\['LONG_TESTS'\]/.test(textOf(path)));
}

/** What a story does that its console gets over by waiting: links and platforms that go and come back, at the pace of back-offs and heartbeats. */
const outage = /\.stop\(\)|\blink\.|faultyTest|\.whileHeld\(|\.deploy\(|\.kill\(\)/;

/** A single story's mark for `npm run test:long` (playwright.config.ts). */
export const longTag = /@long\b/;

/**
 * Names of the stories under e2e/, by kind: `long` waits in real time as a whole and runs in `npm run test:long`, of `tagged` single stories do; `patient` plays outages; the others
 * are done as fast as the machine is.
 * @returns {{ long: string[], patient: string[], tagged: string[] }}
 */
export function storyKinds() {
  const names = readdirSync(join(root, 'e2e')).filter((name) => name.endsWith('.e2e.ts'));
  const long = names.filter((name) => isLong(`e2e/${name}`));
  const patient = names.filter((name) => !long.includes(name) && outage.test(textOf(`e2e/${name}`)));
  const tagged = names.filter((name) => !long.includes(name) && longTag.test(textOf(`e2e/${name}`)));
  return { long, patient, tagged };
}
