// Long: bundles the console.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { shippedModules } from './noteShipped.ts';
import { root } from './root.mjs';
import { sbom } from './sbom.mjs';
import { licencesText, packageFolderOf, platformPackages, withAllTheyNeed } from './shipped.mjs';

describe('whose work is shipped', { tags: ['G-23'] }, () => {
  let house = '';
  beforeAll(() => {
    house = mkdtempSync(join(tmpdir(), 'ukweli-shipped-'));
    const held = (folder: string, files: Readonly<Record<string, string>>) => {
      mkdirSync(join(house, folder), { recursive: true });
      for (const [name, text] of Object.entries(files)) writeFileSync(join(house, folder, name), text);
    };
    held('node_modules/a', {
      'package.json': '{"name":"a","version":"1.0.0","license":"MIT"}',
      LICENSE: 'Free for all.\n',
      'NOTICE.txt': 'Pass this on.',
      'licenses.js': 'code',
    });
    held('node_modules/@b/c', { 'package.json': '{"name":"@b/c","version":"2.0.0","license":"ISC","author":{"name":"Asha"}}' });
    held('node_modules/none', { 'package.json': '{"name":"none","version":"3.0.0"}' });
  });
  afterAll(() => rmSync(house, { recursive: true, force: true }));

  it('knows a module’s package, within another too, and takes no module of ours for one', { tags: ['G-23'] }, () => {
    const folders = [
      '/somewhere/node_modules/react/index.js',
      'node_modules/@zag-js/core/dist/index.mjs?commonjs-es-import',
      'C:\\house\\node_modules\\a\\node_modules\\@b\\c\\index.js',
      '\0vite/preload-helper.js',
      '/somewhere/src/app/main.tsx',
      'src/node_modules.ts',
    ].map(packageFolderOf);
    expect(folders).toEqual([
      'node_modules/react',
      'node_modules/@zag-js/core',
      'node_modules/a/node_modules/@b/c',
      'node_modules/vite',
      null,
      null,
    ]);
  });

  it('counts what stands in a bundle, and not what was shaken out of it', { tags: ['G-23'] }, async () => {
    const entry = join(house, 'entry.ts');
    writeFileSync(
      entry,
      `import { wrap } from 'comlink'; import { z } from 'zod'; import './font.css'; console.log(wrap); export const unused = () => z;`,
    );
    writeFileSync(join(house, 'font.css'), `@import '@fontsource-variable/inter';`);
    const modules: string[] = [];
    await build({
      root,
      configFile: false,
      publicDir: false,
      logLevel: 'silent',
      resolve: {
        alias: ['comlink', 'zod', '@fontsource-variable/inter'].map((name) => ({
          find: name,
          replacement: join(root, 'node_modules', name),
        })),
      },
      build: { write: false, rolldownOptions: { input: entry } },
      plugins: [{ name: 'look', generateBundle: (_options, bundle) => void modules.push(...shippedModules(bundle)) }],
    });
    const folders = new Set(modules.map(packageFolderOf));
    expect([...folders]).toEqual(expect.arrayContaining(['node_modules/comlink', 'node_modules/@fontsource-variable/inter']));
    expect(folders).not.toContain('node_modules/zod');
  });

  it('names what the platform runs on with all that it needs, and no tool that it is made with', { tags: ['G-23'] }, async () => {
    const platform = await platformPackages();
    for (const name of ['fastify', 'pg', 'pg-protocol', 'kysely', 'jose', '@electric-sql/pglite', 'oidc-provider', 'nodemailer'])
      expect(platform, name).toContain(`node_modules/${name}`);
    for (const name of [...Object.keys(packageJson.devDependencies).filter((each) => each !== 'ws'), 'react', 'dexie', 'vite'])
      expect(platform, name).not.toContain(`node_modules/${name}`);
  });

  it('finds the nearest of two versions, leaves out what is not here, and goes round no circle', { tags: ['G-23'] }, () => {
    const packages = {
      'node_modules/a': {
        dependencies: { b: '1' },
        optionalDependencies: { fsevents: '1' },
        peerDependencies: { p: '1', q: '1' },
        peerDependenciesMeta: { q: { optional: true } },
      },
      'node_modules/a/node_modules/b': { dependencies: { a: '1', c: '1' } },
      'node_modules/b': {},
      'node_modules/c': {},
      'node_modules/p': {},
      'node_modules/q': {},
      'node_modules/fsevents': {},
    };
    expect([...withAllTheyNeed(['a', 'unheard-of'], packages, (folder) => folder !== 'node_modules/fsevents')].sort()).toEqual([
      'node_modules/a',
      'node_modules/a/node_modules/b',
      'node_modules/c',
      'node_modules/p',
    ]);
  });

  it('passes on each package’s licence and notice once, and says where it comes without', { tags: ['G-23'] }, () => {
    const text = licencesText(
      [
        { where: 'the console', folders: ['node_modules/a', 'node_modules/@b/c'] },
        { where: 'the platform', folders: ['node_modules/a'] },
      ],
      house,
    );
    expect(text).toMatch(/^Licences of the 2 packages/);
    expect(text).toContain('a 1.0.0\nMIT; in the console and the platform\n\nFree for all.\n\nPass this on.');
    expect(text).toContain('@b/c 2.0.0\nISC; in the console\n\nIt comes without a text of its licence; its author is Asha.');
    expect(text).not.toContain('code');
  });

  it('ships nothing that nobody allowed: the build ends there', { tags: ['G-23'] }, () => {
    expect(() => licencesText([{ where: 'the console', folders: ['node_modules/none'] }], house)).toThrow('none 3.0.0 says nowhere');
  });

  it('lists all packages of a build with their hashes, without the network', { tags: ['G-23'] }, () => {
    const { bomFormat, metadata, components } = JSON.parse(sbom('20261128.1'));
    expect([bomFormat, metadata.component.name, metadata.component.version]).toEqual(['CycloneDX', 'ukweli-console', '20261128.1']);
    const react = components.find(({ name }: { readonly name: string }) => name === 'react');
    expect([react.version, react.hashes[0].alg]).toEqual([packageJson.dependencies.react, 'SHA-512']);
    expect(components.every(({ hashes }: { readonly hashes?: readonly unknown[] }) => (hashes?.length ?? 0) > 0)).toBe(true);
  });
});
