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

/** Whether a package that requires `name` finds it in its own `node_modules` or in one further up. */
function finds(folder: string, name: string): boolean {
  const parts = folder === '' ? [] : folder.split('/node_modules/');
  return (
    parts.some((_, index) => `${parts.slice(0, index + 1).join('/node_modules/')}/node_modules/${name}` in packages) ||
    `node_modules/${name}` in packages
  );
}

it('the lock file names the packages of other platforms too, or npm ci refuses a fresh clone', { tags: ['D-2'] }, () => {
  const missing = Object.entries(packages).flatMap(([folder, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !finds(folder, name))
      .map((name) => `${folder}: ${name}`),
  );
  expect(Object.keys(packages).length).toBeGreaterThan(500);
  expect(missing).toEqual([]);
});

it.each(['package-lock.json', 'bench/package-lock.json'])('%s names no registry', (path) => {
  const lock = JSON.parse(readFileSync(join(root, path), 'utf8')) as { readonly packages: Readonly<Record<string, Locked>> }; // npm's own file
  expect(Object.keys(lock.packages).length).toBeGreaterThan(50);
  expect(Object.values(lock.packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
});

it('what the console is compared with is not among its dependencies', () => {
  const peers = JSON.parse(readFileSync(join(root, 'bench/package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  }; // ours
  const product = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
    readonly devDependencies: Readonly<Record<string, string>>;
  }; // ours
  const shared = Object.keys(peers.dependencies).filter((name) => name in product.dependencies || name in product.devDependencies);
  expect(Object.keys(peers.dependencies)).toContain('rxdb');
  expect(shared).toEqual([]);
});
