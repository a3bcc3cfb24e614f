import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { closureOf, gzippedKilobytes, keyOf } from './sizes.ts';

const chunks = {
  'index.html': { file: 'a.js', isEntry: true, imports: ['_shared.js'] },
  'Overview.tsx': { file: 'b.js', imports: ['_shared.js', '_chart.js'] },
  'Other.tsx': { file: 'c.js', imports: ['_big.js'] },
  '_shared.js': { file: 's.js', imports: ['index.html'] },
  '_chart.js': { file: 'd.js' },
  '_big.js': { file: 'e.js' },
};

it('counts a chunk with all it needs once, cycles included, and nothing that loads later', () => {
  expect([...closureOf(chunks, ['index.html', 'Overview.tsx'])].sort()).toEqual(['a.js', 'b.js', 'd.js', 's.js']);
  expect(() => closureOf(chunks, ['Missing.tsx'])).toThrow("no chunk 'Missing.tsx'");
});

it('finds a script by the name that the build gave it, and no other', () => {
  const built = {
    '_overview-x.js': { file: 'o.js', name: 'overview' },
    '_overview-x.css': { file: 'o.css', name: 'overview' },
    'Other.tsx': { file: 'c.js', name: 'Other' },
  };
  expect(keyOf(built, 'overview')).toBe('_overview-x.js');
  expect(() => keyOf(built, 'missing')).toThrow("0 scripts called 'missing'");
});

it('weighs files as they are sent', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ukweli-sizes-'));
  writeFileSync(join(folder, 'a.js'), 'x'.repeat(100_000));
  expect(gzippedKilobytes(folder, ['a.js'])).toBeGreaterThan(0.05);
  expect(gzippedKilobytes(folder, ['a.js'])).toBeLessThan(1);
  rmSync(folder, { recursive: true });
});
