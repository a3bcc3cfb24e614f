import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './root.mjs';

const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

describe('the one way of texts to the page', () => {
  it('is what JSX is compiled to: in the build, in the browser tests and for the types', { tags: ['G-13'] }, () => {
    for (const config of ['vite.config.ts', 'vitest.config.ts']) {
      expect([...textOf(config).matchAll(/\breact\(.*?\)/gs)].map(([call]) => call)).toEqual(["react({ jsxImportSource: '#drawn' })"]);
    }
    for (const config of ['tsconfig.json', 'tests/tsconfig.json']) expect(textOf(config)).toContain('"jsxImportSource": "#drawn"');
  });

  it('is gone round by no view: none makes elements by hand, or has JSX compiled to something else', { tags: ['G-13'] }, () => {
    const beside = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !path.startsWith(join('ui', 'drawn')))
      .filter((path) => /@jsx|\b(createElement|cloneElement)\b[^;]*from 'react'|from 'react\/jsx/.test(textOf(join('src', path))));
    expect(beside).toEqual([]);
  });
});
