import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../scripts/root.mjs';
import { citedFiles } from './cited.ts';

const folders = ['bench', 'docs', 'e2e', 'examples', 'public', 'scripts', 'server', 'src', 'tests'];
const files = [
  ...readdirSync(root).map((path) => `/${path}`),
  ...folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `/${folder}/${path}`),
  ),
];
/** Made by a build, a run or a download. */
const made = /^(dist|\.cache|\.data)\/|^(verify\.html|chain\.json|NAME\.ukweli\.json|\.ukweli\.json)$/u;

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
/** Not that of examples/, which names what its patches make: tests/architecture/example.test.ts compares the two. */
const readmes = files.filter((path) => /\/(README|SPEC)\.md$/u.test(path) && !path.startsWith('/examples/')).map((path) => path.slice(1));

it.each(readmes)('%s names files that are there', (path) => {
  const missing = citedFiles(read(path)).filter((name) => !made.test(name) && !files.some((file) => file.endsWith(`/${name}`)));
  expect(missing).toEqual([]);
});
