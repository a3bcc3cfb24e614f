import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createModuleGraph } from '../../scripts/moduleGraph.ts';
import { root } from '../../scripts/root.mjs';
import { childOf, childrenOf, parse, type Parsed, type SyntaxNode, walk } from '../../scripts/syntax.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const manifest = JSON.parse(read('package.json'));
const filesUnder = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.includes('node_modules/'));
/** Entry points of our code in a browser: the page, the service worker, and the workers that the build emits as files. */
const entryPoints = ['src/app/main.tsx', 'src/sw/sw.ts', 'src/workers/hub/entry.ts', 'src/workers/evidence/entry.ts'];

/**
 * What each package of the tech-stack card does: the folder that uses it and the names that must be called, constructed or rendered
 * there.
 */
const jobs: readonly (readonly [folder: string, name: string, acts: readonly string[]])[] = [
  ['src/app', 'react-dom', ['createRoot']],
  ['src/app', 'react', ['useEffect', 'useState', 'Suspense']],
  ['src/bridge', 'wouter', ['Link', 'Router']],
  ['src/app', 'workbox-window', ['Workbox']],
  ['src/sw', 'workbox-precaching', ['precacheAndRoute', 'createHandlerBoundToURL']],
  ['src/sw', 'workbox-strategies', ['NetworkFirst']],
  ['src/sw', 'workbox-routing', ['registerRoute']],
  ['src/store', 'dexie', ['Dexie', 'liveQuery']],
  ['src/workers', 'comlink', ['expose']],
  ['src/bridge', 'comlink', ['wrap']],
  // All schemas use this single re-export of zod, which also configures it.
  ['src/contracts', 'zod', ['config']],
  ['src/contracts', './zod.ts', ['z']],
  ['src/store', '../contracts/zod.ts', ['z']],
  ['src/evidence', 'jose', ['compactVerify', 'importJWK']],
  ['src/bridge', '@tanstack/react-query', ['QueryClient', 'useQuery', 'useMutation']],
  ['src/bridge', '@tanstack/react-query-persist-client', ['experimental_createQueryPersister']],
  ['src/workers', '@tanstack/query-core', ['QueryClient', 'QueryObserver']],
  ['src/ui', '@chakra-ui/react', ['ChakraProvider', 'createSystem', 'Portal']],
];

/**
 * The names of a package that a module calls, constructs, extends or renders. A name that is only imported or re-exported does not count.
 */
function actsOf({ program, taken }: Parsed, name: string): ReadonlySet<string> {
  const isOf = (specifier: string) => specifier === name || specifier.startsWith(`${name}/`);
  const locals = new Map(taken.filter(({ specifier }) => isOf(specifier)).flatMap(({ names }) => [...names]));
  walk(program, (node) => {
    // Matches `const { Workbox } = await import('workbox-window');`.
    const made = node.type === 'VariableDeclarator' ? childOf(node, 'init') : null;
    const loaded = made === null ? null : childOf(made, 'argument');
    if (loaded?.type !== 'ImportExpression' || !isOf(String(childOf(loaded, 'source')?.['value']))) return true;
    for (const property of childrenOf(childOf(node, 'id') ?? node, 'properties'))
      locals.set(String(childOf(property, 'value')?.['name']), String(childOf(property, 'key')?.['name']));
    return true;
  });
  const done = new Set<string>();
  const note = (used: SyntaxNode | null): void => {
    if (used === null) return;
    const [object, property] = [childOf(used, 'object'), childOf(used, 'property')];
    const local = locals.get(String((object ?? used)['name']));
    if (local === undefined) return;
    done.add(local === '*' ? String(property?.['name']) : local);
  };
  walk(program, (node) => {
    if (node.type === 'CallExpression' || node.type === 'NewExpression') note(childOf(node, 'callee'));
    if (node.type === 'ClassDeclaration' || node.type === 'ClassExpression') note(childOf(node, 'superClass'));
    if (node.type === 'JSXOpeningElement') note(childOf(node, 'name'));
    return true;
  });
  return done;
}

describe('the design card', () => {
  it('is TypeScript throughout, with React 19, Chakra UI and wouter', { tags: ['K-1'] }, () => {
    for (const folder of ['src', 'server', 'e2e'])
      expect(
        filesUnder(folder).filter((path) => /\.(js|jsx|mjs|cjs)$/.test(path)),
        folder,
      ).toEqual([]);
    expect(manifest.dependencies.react).toMatch(/^19\./);
  });

  it('has the packages of the card do their jobs, in code that the entry points reach', { tags: ['M-13', 'K-12'] }, () => {
    const graph = createModuleGraph(root);
    const live = graph.reachable(entryPoints);
    for (const [folder, name, acts] of jobs) {
      const done = [...live]
        .filter((path) => path.startsWith(`${folder}/`))
        .flatMap((path) => [...actsOf(graph.parsed(path), name)])
        .filter((act) => acts.includes(act));
      expect([folder, name, [...new Set(done)].sort()]).toEqual([folder, name, [...acts].sort()]);
    }
    expect(actsOf(parse('vite.config.ts', read('vite.config.ts')), 'vite-plugin-pwa')).toContain('VitePWA');
  });

  it('counts what is done with a package, not that it is imported', { tags: ['M-13', 'K-12'] }, () => {
    const actsIn = (source: string) => [...actsOf(parse('some.tsx', source), 'comlink')];
    expect(actsIn("import 'comlink'; import { wrap } from 'comlink'; import * as Comlink from 'comlink';")).toEqual([]);
    expect(actsIn("import { wrap } from 'comlink'; export const held = [wrap];")).toEqual([]);
    expect(actsIn("import type { wrap } from 'comlink'; wrap(1);")).toEqual([]);
    expect(actsIn("import { wrap } from 'elsewhere'; wrap(1);")).toEqual([]);
    expect(actsIn("import { wrap as w } from 'comlink'; w(1);")).toEqual(['wrap']);
    expect(actsIn("import * as Comlink from 'comlink'; Comlink.expose(1);")).toEqual(['expose']);
    expect(actsIn("import { Proxied } from 'comlink'; new Proxied();")).toEqual(['Proxied']);
    expect(actsIn("import { Proxied } from 'comlink'; class Own extends Proxied {}")).toEqual(['Proxied']);
    expect(actsIn("const { wrap: w } = await import('comlink'); w(1);")).toEqual(['wrap']);
    expect(actsIn("const { wrap } = await import('comlink'); export { wrap };")).toEqual([]);
    expect(actsIn("import { Menu } from 'comlink/menu'; export const drawn = <Menu.Item />;")).toEqual(['Menu']);
  });

  it('has the top level of the card', { tags: ['K-12'] }, () => {
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

  it('tests with vitest and Playwright', { tags: ['K-11'] }, () => {
    expect(Object.keys(manifest.devDependencies)).toEqual(expect.arrayContaining(['vitest', '@playwright/test']));
    const units = ['src/workers', 'src/store', 'src/domain'].map(
      (folder) => filesUnder(folder).filter((path) => /\.test\.tsx?$/.test(path)).length,
    );
    expect(Math.min(...units)).toBeGreaterThan(0);
    expect(filesUnder('e2e').filter((path) => path.endsWith('.e2e.ts')).length).toBeGreaterThan(3);
  });

  it('is called Ukweli', { tags: ['D-1'] }, () => {
    expect(manifest.name).toBe('ukweli-console');
    expect(read('index.html')).toContain('<title>Ukweli Console</title>');
  });
});
