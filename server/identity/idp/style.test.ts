import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { styleSheet } from './style.ts';

const root = mkdtempSync(join(tmpdir(), 'ukweli-style-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

it('writes the pages in the console’s own face, the one of the build that is there', () => {
  mkdirSync(join(root, 'built/assets'), { recursive: true });
  for (const name of ['inter-latin-ext-wght-B1.woff2', 'inter-latin-wght-C2.woff2', 'index-D3.css'])
    writeFileSync(join(root, 'built/assets', name), '');
  expect(styleSheet(join(root, 'built')).match(/url\([^)]*\)/g)).toEqual(['url(/assets/inter-latin-wght-C2.woff2)']);
});

it.each(['before the first build', 'after a build without the face'])('asks for no face %s: the system’s serves', (name) => {
  if (name.startsWith('after')) mkdirSync(join(root, name, 'assets'), { recursive: true });
  const sheet = styleSheet(join(root, name));
  expect(sheet).not.toMatch(/@font-face|url\(/);
  expect(sheet).toContain('sans-serif');
});
