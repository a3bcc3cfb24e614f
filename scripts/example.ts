import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ourFiles } from './ourFiles.ts';
import { applyTo, parsePatch, type PatchedFile, textOfNew } from './patch.ts';
import { root } from './root.mjs';

/**
 * The worked addition of examples/README.md: `npm run example -- FOLDER` makes a copy of the project with one commit for each step, and
 * `npm run example -- FOLDER --save` writes the patches from such a copy's commits.
 */

const folder = join(root, 'examples');

/** One step of the addition, a patch in examples/. */
export interface Step {
  readonly name: string;
  readonly files: readonly PatchedFile[];
}

/** The steps in the order in which they are taken. */
export function exampleSteps(): readonly Step[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.patch'))
    .sort()
    .map((name) => ({ name: name.replace('.patch', ''), files: parsePatch(readFileSync(join(folder, name), 'utf8')) }));
}

/** What a step is counted by: sources of the product, without tests, documents and what a script writes. */
export const isCounted = (path: string): boolean => /^(src|server)\//.test(path) && !/\.test\.tsx?$/.test(path) && path !== wire;
const wire = 'src/contracts/wire.json';

/**
 * The files of a tree after a step. @param read the text of a file in the tree; null if there is none
 * @throws DoesNotApply
 */
export function filesAfter({ files }: Step, read: (path: string) => string | null): ReadonlyMap<string, string> {
  return new Map(
    files.map((file) => {
      const before = read(file.path);
      if (file.added !== (before === null)) throw new Error(`${file.path} is ${file.added ? 'there already' : 'no longer there'}`);
      return [file.path, before === null ? textOfNew(file) : applyTo(before, file)];
    }),
  );
}

/** Takes a step in a copy of the project. */
export function takeStep(copy: string, step: Step): void {
  const read = (path: string): string | null => (existsSync(join(copy, path)) ? readFileSync(join(copy, path), 'utf8') : null);
  for (const [path, text] of filesAfter(step, read)) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    writeFileSync(join(copy, path), text);
  }
}

/** A copy of the project's own files, with its packages linked. */
export function copyProject(copy: string): void {
  for (const path of ourFiles()) cpSync(join(root, path), join(copy, path));
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
}

const git = (copy: string, ...words: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=example', '-c', 'user.email=example@ukweli.example', ...words], { cwd: copy, encoding: 'utf8' });

function commit(copy: string, message: string): void {
  git(copy, 'add', '--all');
  git(copy, 'commit', '--quiet', '--no-verify', '--message', message);
}

/** The copy with one commit for each step. Where a step has no place, it says which, and the steps before stand. */
function make(copy: string): void {
  copyProject(copy);
  git(copy, 'init', '--quiet');
  commit(copy, 'the project');
  for (const step of exampleSteps()) {
    takeStep(copy, step);
    execFileSync(process.execPath, ['--import', 'tsx', 'scripts/wire.ts'], { cwd: copy, stdio: 'inherit' });
    commit(copy, step.name);
  }
}

/** Each commit behind the first becomes the patch of its message. */
function save(copy: string): void {
  const [, ...steps] = git(copy, 'log', '--reverse', '--format=%H %s').trim().split('\n');
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.patch'))) rmSync(join(folder, name));
  for (const step of steps) {
    const [hash = '', name = ''] = step.split(' ');
    const patch = git(copy, 'diff', '--no-color', '--no-renames', `${hash}~1`, hash, '--', '.', `:(exclude)${wire}`);
    writeFileSync(join(folder, `${name}.patch`), patch.replaceAll(/^index .*\n/gm, ''));
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [copy, flag] = process.argv.slice(2);
  if (copy === undefined || (flag !== undefined && flag !== '--save')) throw new Error('npm run example -- FOLDER [--save]');
  if (flag === '--save') save(resolve(copy));
  else make(resolve(copy));
}
