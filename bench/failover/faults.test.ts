import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../scripts/root.mjs';
import { beforeS, faults, wholeRunS } from './faults.ts';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

it('docs/DEPLOY.md has a row for each fault of the bench, which says what is seen and what is done', { tags: ['S-14'] }, () => {
  const [, section = ''] = read('docs/DEPLOY.md').split('\n### When something fails\n');
  const [rowsAndLabels = ''] = section.split(/\n#{2,3} /);
  const rows = rowsAndLabels.split('\n').filter((line) => line.startsWith('| **'));
  const cells = rows.map((row) =>
    row
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim())
      .slice(1, -1),
  );
  expect(cells.map(([name]) => name)).toEqual(faults.map(({ name }) => `**${name}**`));
  // No cell is empty, and no two faults have the same text.
  for (const row of cells) expect([row.length, row.every((cell) => cell.length > 20 || cell.startsWith('**'))]).toEqual([4, true]);
  for (const column of [1, 2, 3]) expect(new Set(cells.map((row) => row[column])).size).toBe(faults.length);
});

it('bench/RESULTS.md tells of each fault before, during and after', { tags: ['S-14'] }, () => {
  const [, part = ''] = read('bench/RESULTS.md').split('\n### failover\n');
  expect(part).toContain('\n| before |');
  for (const { name } of faults) for (const phase of ['during', 'after']) expect(part).toContain(`| **${name}**, ${phase} |`);
});

it('a run of ten minutes is as long as that', () => {
  const seconds = faults.reduce((sum, { lastsS, watchedS }) => sum + lastsS + watchedS, 0);
  expect(beforeS + seconds).toBe(wholeRunS);
});
