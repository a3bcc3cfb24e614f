import { join } from 'node:path';
import { root } from '../root.mjs';
import { dealt, holdCourt, notAsked } from './court.ts';
import { openKept } from './kept.ts';
import type { Coverage } from './session.ts';
import type { Numbered } from './woven.ts';

/** Mutants by file and index within it; stays valid while that file is unchanged, whatever happens to others. */
type Places = Readonly<Record<string, readonly number[]>>;
interface KeptCoverage {
  readonly ms: number;
  readonly shared: Places;
  readonly tests: Readonly<Record<string, { readonly ms: number; readonly hits: Places }>>;
}

/**
 * Which mutants the tests of these files reach, by file. Determined for all mutants, not only the drawn ones, and cached under
 * `.cache/mutation` while a test and its dependencies are unchanged, since another seed draws other mutants.
 * @param all every mutant, in the order of its file
 * @param judges number of parallel processes for missing coverage; with 0 it stays missing
 */
export async function coverageOf(
  all: readonly Numbered[],
  tests: readonly string[],
  keyOf: (test: string) => string,
  judges: number,
  say: (line: string) => void,
): Promise<ReadonlyMap<string, Coverage>> {
  const places = placesOf(all);
  const kept = openKept<KeptCoverage>(join(root, '.cache/mutation/coverage'));
  const coverage = new Map<string, Coverage>();
  for (const path of tests) {
    const found = kept.get(keyOf(path));
    if (found === undefined) continue;
    const own = Object.entries(found.tests).map(([id, { ms, hits }]) => [id, { ms, hits: places.ids(hits) }] as const);
    coverage.set(path, { ms: found.ms, shared: places.ids(found.shared), tests: Object.fromEntries(own), failed: null });
  }
  const open = tests.filter((path) => !coverage.has(path));
  if (open.length === 0 || judges === 0) return coverage;
  say(`What ${open.length} of ${tests.length} test files reach is found out first`);
  let done = 0;
  const covered = (path: string, found: Coverage): void => {
    done += 1;
    if (done % 25 === 0) say(`  ${done} of ${open.length}`);
    coverage.set(path, found);
    if (found.failed !== null) return say(`not asked, since it fails without a change: ${path}: ${found.failed}`);
    const own = Object.entries(found.tests).map(([id, { ms, hits }]) => [id, { ms: Math.round(ms), hits: places.of(hits) }] as const);
    kept.set(keyOf(path), { ms: Math.round(found.ms), shared: places.of(found.shared), tests: Object.fromEntries(own) });
  };
  await Promise.all(
    dealt(open, judges).map((cover) => holdCourt({ mutants: all, cover, cases: [] }, { covered, judged: notAsked, dismissed: notAsked })),
  );
  return coverage;
}

function placesOf(all: readonly Numbered[]) {
  const byId = new Map(all.map((one) => [one.id, one]));
  const first = new Map([...all].reverse().map(({ path, id }) => [path, id]));
  return {
    of: (ids: readonly number[]): Places => {
      const found: Record<string, number[]> = {};
      for (const id of ids) {
        const path = byId.get(id)?.path ?? '';
        const own = found[path] ?? [];
        found[path] = own;
        own.push(id - (first.get(path) ?? 0));
      }
      return found;
    },
    ids: (found: Places): readonly number[] =>
      Object.entries(found).flatMap(([path, own]) => own.map((one) => one + (first.get(path) ?? 0))),
  };
}
