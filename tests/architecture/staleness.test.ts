import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../src');
/** Files that render ages (text, shape, counter) and may therefore tell the kinds of age apart. */
const drawsAges = ['ui/status/FreshnessChip.tsx', 'ui/wall/WallParts.tsx', 'ui/wall/figures.tsx'];

it('one function decides whether a claim is lost: no view judges the kind of an age by itself', { tags: ['T-8', 'D-15'] }, () => {
  const views = ['screens', 'ui', 'app'].flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map((name) => `${room}/${name}`),
  );
  const sources = views.filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) && !drawsAges.includes(name));
  expect(sources.length).toBeGreaterThan(300);
  expect(sources.filter((name) => /\bkind\s*===\s*'(stale|asOf)'/.test(readFileSync(join(root, name), 'utf8')))).toEqual([]);
});
