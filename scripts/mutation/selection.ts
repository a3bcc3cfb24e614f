import { posix } from 'node:path';
import type { ModuleGraph } from '../moduleGraph.ts';

/** Test files that need a file at run time, with how many imports away they are: 1 where they import it themselves. */
export function distances(graph: ModuleGraph, tests: readonly string[]): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const byFile = new Map<string, Map<string, number>>();
  for (const test of tests) {
    let level: readonly string[] = [test];
    const seen = new Set(level);
    for (let far = 1; level.length > 0; far += 1) {
      const next = [...new Set(level.flatMap((path) => graph.needs(path)))].filter((path) => !seen.has(path));
      for (const path of next) {
        seen.add(path);
        const of = byFile.get(path) ?? new Map<string, number>();
        byFile.set(path, of.set(test, far));
      }
      level = next;
    }
  }
  return byFile;
}

/**
 * The tests of a file in the order in which they are asked, in batches: those of its own name and folder before others as near, near ones before far ones, short
 * ones before long ones. What is nearest kills mostly, and then nothing farther is run.
 */
export function batchesFor(
  file: string,
  far: ReadonlyMap<string, number>,
  took: ReadonlyMap<string, number>,
  longestMs: number,
): readonly (readonly string[])[] {
  const folder = posix.dirname(file);
  const own = `${file.replace(/\.tsx?$/, '')}.test.`;
  const rank = (test: string): number => {
    if (test.startsWith(own)) return 0;
    const away = far.get(test) ?? Number.POSITIVE_INFINITY;
    return posix.dirname(test) === folder ? Math.min(away, 2) - 0.5 : away;
  };
  const sorted = [...far.keys()].sort((a, b) => rank(a) - rank(b) || (took.get(a) ?? 0) - (took.get(b) ?? 0) || (a < b ? -1 : 1));
  const batches: string[][] = [];
  let left = longestMs;
  let cost = 0;
  for (const test of sorted) {
    const own = took.get(test) ?? 0;
    left -= own;
    if (left < 0 && batches.length > 0) break;
    const last = batches.at(-1);
    // Each batch costs the start of a process: two of the nearest first, then ever more together.
    if (last !== undefined && last.length < 2 * batches.length && cost + own <= 6_000) last.push(test);
    else {
      batches.push([test]);
      cost = 0;
    }
    cost += own;
  }
  return batches;
}
