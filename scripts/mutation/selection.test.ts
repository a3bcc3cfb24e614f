import { expect, it } from 'vitest';
import { batchesFor, distances } from './selection.ts';
import { explainedIn, isExplained } from './explained.ts';

const graph = (edges: Readonly<Record<string, readonly string[]>>) => ({
  needs: (path: string) => edges[path] ?? [],
  parsed: () => {
    throw new Error('not asked');
  },
  reachable: () => new Set<string>(),
});

it('[M-13] tests that need a file are found however far away, with the shortest way', () => {
  const far = distances(graph({ 'a.test.ts': ['b.ts', 'c.ts'], 'b.ts': ['c.ts', 'a.test.ts'], 'c.ts': ['d.ts'], 'e.test.ts': ['d.ts'] }), [
    'a.test.ts',
    'e.test.ts',
  ]);
  expect(far.get('c.ts')).toEqual(new Map([['a.test.ts', 1]]));
  expect(far.get('d.ts')).toEqual(new Map([['a.test.ts', 2], ['e.test.ts', 1]])); // biome-ignore format: a map
  expect(far.get('a.test.ts')).toBeUndefined();
});

it('[M-13] a file’s own test is asked first, then near ones, then those of its folder, short before long', () => {
  const far = new Map([
    ['x/far.test.ts', 3],
    ['x/near.test.ts', 1],
    ['src/other.test.ts', 3],
    ['src/file.test.ts', 2],
    ['x/slow.test.ts', 1],
  ]);
  const took = new Map([['x/slow.test.ts', 900]]);
  expect(batchesFor('src/file.ts', far, took, 60_000).flat()).toEqual([
    'src/file.test.ts',
    'x/near.test.ts',
    'x/slow.test.ts',
    'src/other.test.ts',
    'x/far.test.ts',
  ]);
});

it('[M-13] no more tests are asked than there is time for, the nearest in any case', () => {
  const far = new Map([1, 2, 3, 4].map((n) => [`x/${n}.test.ts`, n] as const));
  const took = new Map([...far.keys()].map((test) => [test, 25_000] as const));
  expect(batchesFor('src/file.ts', far, took, 60_000)).toEqual([['x/1.test.ts'], ['x/2.test.ts']]);
  expect(batchesFor('src/file.ts', far, new Map([['x/1.test.ts', 90_000]]), 60_000)).toEqual([['x/1.test.ts']]);
});

it('[M-13] a mutant is explained by file and texts, whatever its line', () => {
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
