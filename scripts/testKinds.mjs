import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

/** What a test imports, or runs, that makes it more than a unit: a platform with its database, or a process of its own. */
const platformMarks = [/from '[^']*\/testing\/[^']*'/, /from '[^']*\/db\/pgliteClient\.ts'/, /from 'node:child_process'/];

/** Tests that need a PostgreSQL to stop, kill or share between instances: they run nowhere else. */
const postgresOnly = /from '[^']*\/testing\/postgres\.ts'/;
/** Tests over `createTestPlatform` and `openTestDatabase`, which give either database: they run on both. */
const eitherDatabase = /from '[^']*\/testing\/platform\.ts'/;

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

/** What makes a test file long: it starts programs, or plays faults in real time. The rest is done in seconds. */
const longMarks = [/\brun(Program|Node)\(/, /\bstartFaultyPlatform\(/];

/**
 * Whether this test file is one of the few that take most of a run's time, told by what it calls. They begin first: a long one that begins last leaves
 * one core idle until it is done.
 * @param {string} path of a test file
 * @returns {boolean}
 */
export function isLong(path) {
  const text = readFileSync(path, 'utf8');
  return longMarks.some((mark) => mark.test(text));
}
