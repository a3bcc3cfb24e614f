import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

/** What a test imports, or runs, that makes it more than a unit: a platform with its database, or a process of its own. */
const platformMarks = [/from '[^']*\/testing\/[^']*'/, /from '[^']*\/db\/pgliteClient\.ts'/, /from 'node:child_process'/];

/**
 * The test files that start a platform, a database or a process, told by what they import: no list to forget a file on.
 * `npm run check` leaves them to `npm test`; a second project can run the same files on another database.
 * @param {string[]} folders under the project's root
 * @returns {string[]} paths from the root, with forward slashes
 */
export function platformTests(folders = ['server', 'scripts', 'tests', 'src']) {
  return folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)))
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.test\.tsx?$/.test(path) && !path.includes('node_modules/'))
    .filter((path) => platformMarks.some((mark) => mark.test(readFileSync(join(root, path), 'utf8'))))
    .sort();
}
