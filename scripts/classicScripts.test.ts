import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { classicScript, classicScripts } from './classicScripts.ts';
import { root } from './root.mjs';

describe('what pages load beside the bundle is made from checked TypeScript', { tags: ['M-14'] }, () => {
  it('every file of src/classic is one of them, and none is written by hand', () => {
    const sources = readdirSync(join(root, 'src/classic')).filter((name) => name.endsWith('.ts'));
    expect(sources.sort()).toEqual(classicScripts.map((name) => `${name}.ts`).sort());
    expect(readdirSync(join(root, 'public'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'))).toEqual([]);
  });

  it.each(classicScripts)('%s is one classic script that imports nothing, and small', async (name) => {
    const text = await classicScript(name);
    expect(() => new Script(text)).not.toThrow(); // a script must not contain import or export
    expect(text).not.toMatch(/\bimport\s*\(/);
    expect(text.length).toBeLessThan(6_000); // bytes; each blocks first paint
    expect(text.startsWith('"use strict";(()=>{')).toBe(true); // nothing is global
  });

  it('the pages ask for no other', () => {
    const pages = ['index.html', 'public/recover.html', 'server/identity/idp/page.ts']
      .map((path) => readFileSync(join(root, path), 'utf8'))
      .join('\n');
    const asked = [...pages.matchAll(/<script[^>]* src="\/([^"/]+)\.js"/g)].map(([, name = '']) => name);
    expect(asked.toSorted()).toEqual(['boot', 'countdown', 'passkey', 'recover', 'theme', 'theme']);
  });
});
