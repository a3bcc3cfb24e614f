import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/root.mjs';

/**
 * A folder with the build of dist/ in which the script `before` runs before the hub: init scripts reach pages only, and the runner cannot
 * inject into a shared worker. The hub's code itself is unchanged. The caller removes the folder.
 */
export function buildWithHub(before: string): string {
  const house = mkdtempSync(join(tmpdir(), 'ukweli-house-'));
  mkdirSync(join(house, 'dist'));
  for (const name of ['package.json', 'package-lock.json', 'node_modules']) {
    if (existsSync(join(root, name))) symlinkSync(join(root, name), join(house, name));
  }
  for (const name of ['server', 'web', 'build.json']) cpSync(join(root, 'dist', name), join(house, 'dist', name), { recursive: true });
  const script = hubOf(join(house, 'dist/web/assets'));
  writeFileSync(script, `${before};\n${readFileSync(script, 'utf8')}`);
  for (const packed of ['.br', '.gz']) rmSync(script + packed, { force: true });
  return house;
}

/** The hub's script: the one that another script names as a worker. */
function hubOf(assets: string): string {
  const names = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const texts = names.map((name) => readFileSync(join(assets, name), 'utf8'));
  const [hub, ...others] = names.filter((name) => name.startsWith('hub-') && texts.some((text) => text.includes(`/assets/${name}`)));
  if (hub === undefined || others.length > 0) throw new Error('Which of the built scripts is the hub?');
  return join(assets, hub);
}
