import { posix } from 'node:path';
import type { ModuleGraph } from '../moduleGraph.ts';
import type { AskedFile, Coverage } from './session.ts';

/** For each file the test files that need it at run time, with their distance in imports: 1 for a direct import. */
export function distances(graph: ModuleGraph, tests: readonly string[]): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const byFile = new Map<string, Map<string, number>>();
  for (const test of tests) {
    let level: readonly string[] = [test];
    const seen = new Set(level);
    for (let far = 1; level.length > 0; far += 1) {
      const next = [...new Set(level.flatMap((path) => graph.needs(path)))].filter((path) => !seen.has(path));
      for (const path of next) {
        seen.add(path);
        const farByTest = byFile.get(path) ?? new Map<string, number>();
        byFile.set(path, farByTest.set(test, far));
      }
      level = next;
    }
  }
  return byFile;
}

/** Number of folder steps between two folders. */
function apart(a: string, b: string): number {
  const steps = posix.relative(a, b);
  return steps === '' ? 0 : steps.split('/').length;
}

/**
 * The test files that reach a mutant, in the order to run them: the file's own test first, then by import distance (same folder
 * preferred), then short before long; tests that start a platform come last, nearest in the tree first. The nearest test usually detects
 * the mutant, and then no other is run. Only tests that reach the mutant are run, or all of a file if it acts while the file is loaded.
 */
export function askedFor(
  mutant: { readonly id: number; readonly path: string },
  far: ReadonlyMap<string, number>,
  coverage: ReadonlyMap<string, Coverage>,
  isLast: (test: string) => boolean,
): readonly AskedFile[] {
  const folder = posix.dirname(mutant.path);
  const own = `${mutant.path.replace(/\.tsx?$/, '')}.test.`;
  const rank = (test: string): number => {
    // Platform tests import every source, so their import distance says nothing; use the distance in the tree.
    if (isLast(test)) return 1_000 + (test.startsWith(own) ? 0 : 1 + apart(folder, posix.dirname(test)));
    if (test.startsWith(own)) return 0;
    const away = far.get(test) ?? 1_000;
    return posix.dirname(test) === folder ? Math.min(away, 2) - 0.5 : away;
  };
  return [...far.keys()]
    .flatMap((path): readonly AskedFile[] => {
      const found = coverage.get(path);
      if (found === undefined || found.failed !== null) return [];
      if (found.shared.includes(mutant.id)) return [{ path, tests: null, usualMs: found.ms }];
      const tests = Object.entries(found.tests).filter(([, { hits }]) => hits.includes(mutant.id));
      if (tests.length === 0) return [];
      const [all, these] = [Object.values(found.tests), tests.map(([, one]) => one)].map((some) =>
        some.reduce((sum, { ms }) => sum + ms, 0),
      );
      // The rest of the file's time is loading it.
      return [{ path, tests: tests.map(([id]) => id), usualMs: Math.max(0, found.ms - (all ?? 0)) + (these ?? 0) }];
    })
    .sort((a, b) => rank(a.path) - rank(b.path) || a.usualMs - b.usualMs || (a.path < b.path ? -1 : 1));
}
