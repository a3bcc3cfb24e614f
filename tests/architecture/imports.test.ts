import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importRules } from '../../scripts/importRules.ts';
import { checkImports } from '../../scripts/imports.ts';
import { root } from '../../scripts/root.mjs';

/** One small source tree per import rule that breaks this rule only. Keys are paths, values are file contents. */
const plants: Record<string, Record<string, string>> = {
  'no-cycles': {
    'src/domain/a.ts': `import { b } from './b.ts'; export const a = b;`,
    'src/domain/b.ts': `import { a } from './a.ts'; export const b = a;`,
  },
  'no-unresolved': { 'src/domain/a.ts': `export { b } from './missing.ts';` },
  'contracts-import-contracts': { 'src/contracts/a.ts': `export { b } from '../domain/b.ts';`, 'src/domain/b.ts': 'export const b = 1;' },
  'domain-imports-contracts': { 'src/domain/a.ts': `export { b } from '../ui/b.ts';`, 'src/ui/b.ts': 'export const b = 1;' },
  'evidence-is-portable': { 'src/evidence/a.ts': `export { b } from '../store/b.ts';`, 'src/store/b.ts': 'export const b = 1;' },
  'store-knows-shapes': { 'src/store/a.ts': `export { b } from '../bridge/b.ts';`, 'src/bridge/b.ts': 'export const b = 1;' },
  'workers-import-down': { 'src/workers/a.ts': `export { b } from '../bridge/b.ts';`, 'src/bridge/b.ts': 'export const b = 1;' },
  'classic-stands-alone': { 'src/classic/a.ts': `export { b } from '../ui/b.ts';`, 'src/ui/b.ts': 'export const b = 1;' },
  'verify-page-stands-alone': { 'src/verifyPage/a.ts': `export { b } from '../ui/b.ts';`, 'src/ui/b.ts': 'export const b = 1;' },
  'sw-stands-alone': { 'src/sw/a.ts': `export { b } from '../store/b.ts';`, 'src/store/b.ts': 'export const b = 1;' },
  'bridge-imports-down': { 'src/bridge/a.ts': `export { b } from '../workers/hub/b.ts';`, 'src/workers/hub/b.ts': 'export const b = 1;' },
  'ui-is-product-free': {
    'src/ui/A.tsx': `import { b } from '../bridge/b.ts'; export const A = () => <p>{b}</p>;`,
    'src/bridge/b.ts': 'export const b = 1;',
  },
  'screens-import-down': { 'src/screens/x/a.ts': `export { b } from '../../app/b.ts';`, 'src/app/b.ts': 'export const b = 1;' },
  'app-imports-down': { 'src/app/a.ts': `export { b } from '../workers/b.ts';`, 'src/workers/b.ts': 'export const b = 1;' },
  'screens-are-apart': { 'src/screens/x/a.ts': `export { b } from '../y/b.ts';`, 'src/screens/y/b.ts': 'export const b = 1;' },
  'only-workers-write': { 'src/bridge/a.ts': `export { b } from '../store/write.ts';`, 'src/store/write.ts': 'export const b = 1;' },
  'claims-are-made-in-one-place': {
    'src/screens/x/a.ts': `export { yes } from '../../domain/claims/judgement.ts';`,
    'src/domain/claims/judgement.ts': 'export const yes = 1;',
  },
  'samples-claim-on-sample-pages': {
    'src/screens/x/a.ts': `export { sampleYes } from '../../domain/claims/sample.ts';`,
    'src/domain/claims/sample.ts': 'export const sampleYes = 1;',
  },
  'chakra-stays-in-ui': { 'src/screens/x/a.tsx': `import { Portal } from '@chakra-ui/react'; export const a = Portal;` },
  'history-in-one-place': { 'src/screens/x/a.tsx': `import { Link } from 'wouter'; export const a = Link;` },
  'skins-are-data': { 'src/screens/x/skins.ts': `export { b } from './queries.ts';`, 'src/screens/x/queries.ts': 'export const b = 1;' },
  'src-knows-no-server': { 'src/domain/a.ts': `export type { B } from '../../server/b.ts';`, 'server/b.ts': 'export type B = 1;' },
  'server-imports-shared-rooms': { 'server/a.ts': `export { b } from '../src/bridge/b.ts';`, 'src/bridge/b.ts': 'export const b = 1;' },
  'tests-are-not-code': { 'src/domain/a.ts': `export { b } from './b.test.ts';`, 'src/domain/b.test.ts': 'export const b = 1;' },
  'domain-does-no-io': { 'src/domain/a.ts': `import { readFileSync } from 'node:fs'; export const a = readFileSync;` },
  'declared-packages-only': { 'server/a.ts': `import acorn from 'acorn'; export const a = acorn;` },
  'no-dev-packages-in-the-platform': { 'server/a.ts': `import { chromium } from 'playwright'; export const a = chromium;` },
};

/** The result for the whole repository, read once for all tests: each reading takes five seconds. */
let house: ReturnType<typeof checkImports> | undefined;
const readHouse = () => (house ??= checkImports());

describe('the layering of DESIGN section 2', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'ukweli-imports-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('has a planted violation for every rule', () => {
    expect(new Set(Object.keys(plants))).toEqual(new Set(['no-cycles', ...importRules.map(({ name }) => name)]));
  });

  it.each(Object.entries(plants))('finds a planted violation of %s', async (rule, files) => {
    const tree = join(folder, rule);
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(tree, path)), { recursive: true });
      writeFileSync(join(tree, path), text);
    }
    symlinkSync(join(root, 'package.json'), join(tree, 'package.json'));
    symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
    const within = [...new Set(Object.keys(files).map((path) => path.split('/')[0] ?? ''))];
    const { violations } = checkImports(tree, within);
    expect(violations.map((violation) => violation.rule)).toContain(rule);
  });

  it('reads every file there is: a parser that reads nothing reports nothing', async () => {
    const written = ['src', 'server'].flatMap((name) =>
      readdirSync(join(root, name), { recursive: true, encoding: 'utf8' })
        .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
        .map((path) => `${name}/${path.replaceAll('\\', '/')}`),
    );
    const { modules, imports } = readHouse();
    const read = new Set(modules);
    expect(written.length).toBeGreaterThan(100);
    expect(written.filter((path) => !read.has(path))).toEqual([]);
    expect(imports.length).toBeGreaterThan(2 * written.length);
  });

  it('holds throughout the house', async () => {
    const { violations } = readHouse();
    expect(violations.map(({ rule, from, to }) => `${from} → ${to}: ${rule}`)).toEqual([]);
  });
});

describe('the packages of package.json', () => {
  it('declares no dependency that nothing uses', async () => {
    const { imports } = readHouse();
    const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));
    const declared = Object.keys(read('package.json').dependencies);
    const askedForByOthers = new Set(
      declared.flatMap((name) => Object.keys(read(`node_modules/${name}/package.json`).peerDependencies ?? {})),
    );
    const unused = declared.filter((name) => !askedForByOthers.has(name) && !imports.some(({ to }) => to === `node_modules/${name}`));
    expect(unused).toEqual([]);
  });
});
