import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root } from './root.mjs';

describe('what is stale is built, and nothing else', { tags: ['D-2'] }, () => {
  let house = '';
  beforeEach(() => {
    house = mkdtempSync(join(tmpdir(), 'ukweli-house-'));
    mkdirSync(join(house, 'scripts'));
    mkdirSync(join(house, 'src'));
    for (const name of ['inputs.mjs', 'install.mjs', 'root.mjs']) cpSync(join(root, 'scripts', name), join(house, 'scripts', name));
    writeFileSync(join(house, 'src/a.ts'), 'export const a = 1;');
  });
  afterEach(() => rmSync(house, { recursive: true, force: true }));

  const hash = async (): Promise<string> => (await import(join(house, 'scripts/inputs.mjs'))).hashOfInputs();

  it('goes by content: times and tests change nothing, a byte or a name does', async () => {
    const first = await hash();
    utimesSync(join(house, 'src/a.ts'), new Date(0), new Date(0));
    writeFileSync(join(house, 'src/a.test.ts'), 'export {};');
    writeFileSync(join(house, 'src/README.md'), 'words');
    expect(await hash()).toBe(first);
    writeFileSync(join(house, 'src/a.ts'), 'export const a = 2;');
    const second = await hash();
    expect(second).not.toBe(first);
    rmSync(join(house, 'src/a.ts'));
    writeFileSync(join(house, 'src/b.ts'), 'export const a = 2;');
    expect(await hash()).not.toBe(second);
  });

  it('installs when a locked package is missing or of another version, and not for optional ones', async () => {
    const { isInstalled } = await import(join(house, 'scripts/install.mjs'));
    const lock = (packages: object) => JSON.stringify({ packages });
    const wanted = { '': {}, 'node_modules/react': { version: '19.3.1' }, 'node_modules/fsevents': { version: '2.0.0', optional: true } };
    writeFileSync(join(house, 'package-lock.json'), lock(wanted));
    expect(isInstalled()).toBe(false);
    mkdirSync(join(house, 'node_modules'));
    const held = (packages: object) => writeFileSync(join(house, 'node_modules/.package-lock.json'), lock(packages));
    held({ 'node_modules/react': { version: '19.3.0' } });
    expect(isInstalled()).toBe(false);
    held({ 'node_modules/react': { version: '19.3.1' } });
    expect(isInstalled()).toBe(true);
  });
});
