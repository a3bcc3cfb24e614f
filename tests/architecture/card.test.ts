import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/root.mjs';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const manifest = JSON.parse(read('package.json'));
const filesUnder = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.includes('node_modules/'));
const sourcesUnder = (folder: string) => filesUnder(folder).filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path));
/** Whether product code of a folder imports a package, or a part of it. */
const imports = (folder: string, name: string) =>
  sourcesUnder(folder).some((path) => new RegExp(`(from |import\\()'${name}(/[^']*)?'`).test(read(`${folder}/${path}`)));

describe('the design card', () => {
  it('[K-1] is TypeScript throughout, with React 19, Chakra UI and wouter', () => {
    for (const folder of ['src', 'server', 'e2e'])
      expect(
        filesUnder(folder).filter((path) => /\.(js|jsx|mjs|cjs)$/.test(path)),
        folder,
      ).toEqual([]);
    expect(manifest.dependencies.react).toMatch(/^19\./);
    expect(imports('src/app', 'wouter')).toBe(true);
    expect(imports('src/ui', '@chakra-ui/react')).toBe(true);
  });

  it('[K-12] uses the packages of the card for their jobs', () => {
    const jobs: readonly (readonly [folder: string, name: string])[] = [
      ['src/app', 'react'],
      ['src/app', 'wouter'],
      ['src/app', 'workbox-window'],
      ['src/sw', 'workbox-precaching'],
      ['src/sw', 'workbox-strategies'],
      ['src/store', 'dexie'],
      ['src/workers', 'comlink'],
      ['src/bridge', 'comlink'],
      ['src/contracts', 'zod'],
      ['src/evidence', 'jose'],
      ['src/bridge', '@tanstack/react-query'],
      ['src/bridge', '@tanstack/react-query-persist-client'],
      ['src/workers', '@tanstack/query-core'],
      ['src/ui', '@chakra-ui/react'],
    ];
    for (const [folder, name] of jobs) expect(imports(folder, name), `${folder} with ${name}`).toBe(true);
    expect(read('vite.config.ts')).toContain("from 'vite-plugin-pwa'");
  });

  it('[K-12] has the top level of the card', () => {
    for (const path of [
      'package.json',
      'vite.config.ts',
      'tsconfig.json',
      'index.html',
      'src',
      'src/sw',
      'src/workers',
      'public',
      'tests',
      'e2e',
      'README.md',
    ]) {
      expect(existsSync(join(root, path)), path).toBe(true);
    }
  });

  it('[K-11] tests with vitest and Playwright', () => {
    expect(Object.keys(manifest.devDependencies)).toEqual(expect.arrayContaining(['vitest', '@playwright/test']));
    const units = ['src/workers', 'src/store', 'src/domain'].map(
      (folder) => filesUnder(folder).filter((path) => /\.test\.tsx?$/.test(path)).length,
    );
    expect(Math.min(...units)).toBeGreaterThan(0);
    expect(filesUnder('e2e').filter((path) => path.endsWith('.e2e.ts')).length).toBeGreaterThan(3);
  });

  it('[D-1] is called Ukweli', () => {
    expect(manifest.name).toBe('ukweli-console');
    expect(read('index.html')).toContain('<title>Ukweli Console</title>');
  });
});
