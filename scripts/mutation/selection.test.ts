import { expect, it } from 'vitest';
import { askedFor, distances } from './selection.ts';
import { explainedIn, isExplained } from './explained.ts';
import type { Coverage } from './session.ts';

const graph = (edges: Readonly<Record<string, readonly string[]>>) => ({
  needs: (path: string) => edges[path] ?? [],
  parsed: () => {
    throw new Error('not asked');
  },
  reachable: () => new Set<string>(),
});

it('tests that need a file are found however far away, with the shortest way', { tags: ['M-13'] }, () => {
  const far = distances(graph({ 'a.test.ts': ['b.ts', 'c.ts'], 'b.ts': ['c.ts', 'a.test.ts'], 'c.ts': ['d.ts'], 'e.test.ts': ['d.ts'] }), [
    'a.test.ts',
    'e.test.ts',
  ]);
  expect(far.get('c.ts')).toEqual(new Map([['a.test.ts', 1]]));
  expect(far.get('d.ts')).toEqual(new Map([['a.test.ts', 2], ['e.test.ts', 1]])); // biome-ignore format: a map
  expect(far.get('a.test.ts')).toBeUndefined();
});

const covered = (ms: number, hits: readonly number[], more: Partial<Coverage> = {}): Coverage => ({
  shared: [],
  tests: { a: { ms, hits }, b: { ms: 7, hits: [] } },
  ms: ms + 7 + 100,
  failed: null,
  ...more,
});

it('a file’s own test is asked first, then near ones, those of its folder and short ones before, and a platform’s behind all', {
  tags: ['M-13'],
}, () => {
  const far = new Map([
    ['x/platform.test.ts', 1],
    ['x/far.test.ts', 3],
    ['x/near.test.ts', 1],
    ['src/other.test.ts', 3],
    ['src/file.test.ts', 2],
    ['x/slow.test.ts', 1],
  ]);
  const coverage = new Map([...far.keys()].map((path) => [path, covered(path === 'x/slow.test.ts' ? 900 : 10, [5])] as const));
  const asked = askedFor({ id: 5, path: 'src/file.ts' }, far, coverage, (path) => path === 'x/platform.test.ts');
  expect(asked.map(({ path }) => path)).toEqual([
    'src/file.test.ts',
    'x/near.test.ts',
    'x/slow.test.ts',
    'src/other.test.ts',
    'x/far.test.ts',
    'x/platform.test.ts',
  ]);
});

it('of tests that start a platform, which all need every source, the file’s own is asked first, then those near it in the tree, short ones before', {
  tags: ['M-13'],
}, () => {
  const paths = [
    'server/short.test.ts',
    'tests/other.test.ts',
    'server/http/long.test.ts',
    'server/http/near.test.ts',
    'server/http/route.test.ts',
    'server/identity/idp/far.test.ts',
  ];
  const coverage = new Map(paths.map((path) => [path, covered(/long|route/.test(path) ? 900 : 10, [5])] as const));
  const asked = askedFor({ id: 5, path: 'server/http/route.ts' }, new Map(paths.map((path) => [path, 6])), coverage, () => true);
  expect(asked.map(({ path }) => path)).toEqual([
    'server/http/route.test.ts',
    'server/http/near.test.ts',
    'server/http/long.test.ts',
    'server/short.test.ts',
    'server/identity/idp/far.test.ts',
    'tests/other.test.ts',
  ]);
});

it('tests that reach the change are asked and no others; all of a file where it acts while that is loaded', { tags: ['M-13'] }, () => {
  const far = new Map(
    ['x/one.test.ts', 'x/none.test.ts', 'x/load.test.ts', 'x/broken.test.ts', 'x/unknown.test.ts'].map((path) => [path, 1] as const),
  );
  const coverage = new Map([
    ['x/one.test.ts', covered(20, [4, 5])],
    ['x/none.test.ts', covered(20, [4])],
    ['x/load.test.ts', covered(30, [], { shared: [5] })],
    ['x/broken.test.ts', covered(20, [5], { failed: 'a: no' })],
  ]);
  expect(askedFor({ id: 5, path: 'src/file.ts' }, far, coverage, () => false)).toEqual([
    { path: 'x/one.test.ts', tests: ['a'], usualMs: 120 },
    { path: 'x/load.test.ts', tests: null, usualMs: 137 },
  ]);
});

it('a mutant is explained by file and texts, whatever its line', { tags: ['M-13'] }, () => {
  const table = explainedIn(
    [
      '| file | was | becomes | why |',
      '|---|---|---|---|',
      '| `a.ts:7` | `b \\|\\| c` | `b && c` | never both |',
      '| `a.ts` | `x` | `y` | |',
    ].join('\n'),
  );
  const mutant = { path: 'a.ts', kind: 'condition', start: 0, end: 1, line: 9, was: 'b  ||\n c', becomes: 'b && c' } as const;
  expect(table).toEqual([{ path: 'a.ts', was: 'b || c', becomes: 'b && c' }]);
  expect([
    isExplained(table, mutant),
    isExplained(table, { ...mutant, path: 'b.ts' }),
    isExplained(table, { ...mutant, becomes: 'c' }),
  ]).toEqual([true, false, false]);
});
