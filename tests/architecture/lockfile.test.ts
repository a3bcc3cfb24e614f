import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../scripts/root.mjs';

interface Locked {
  readonly resolved?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
}; // npm's own file

/** Whether a package that asks for `name` finds it: in its own node_modules or in one further out. */
function finds(folder: string, name: string): boolean {
  const parts = folder === '' ? [] : folder.split('/node_modules/');
  return (
    parts.some((_, index) => `${parts.slice(0, index + 1).join('/node_modules/')}/node_modules/${name}` in packages) ||
    `node_modules/${name}` in packages
  );
}

it('[D-2] the lock file names the packages of other platforms too, or npm ci refuses a fresh clone', () => {
  const missing = Object.entries(packages).flatMap(([folder, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !finds(folder, name))
      .map((name) => `${folder}: ${name}`),
  );
  expect(Object.keys(packages).length).toBeGreaterThan(500);
  expect(missing).toEqual([]);
});

it('the lock file names no registry', () => {
  expect(Object.values(packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
});
