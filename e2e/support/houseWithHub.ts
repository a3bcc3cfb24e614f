import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/root.mjs';

/**
 * A house with the build that is in dist/, whose hub finds `before` done when it starts: init scripts reach pages, and nothing of the runner's
 * reaches a shared worker. The code after it is what is shipped. The caller removes the folder.
 */
export function houseWithHub(before: string): string {
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

/** The script that another one names as a worker's. */
function hubOf(assets: string): string {
  const names = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const texts = names.map((name) => readFileSync(join(assets, name), 'utf8'));
  const [hub, ...others] = names.filter((name) => name.startsWith('hub-') && texts.some((text) => text.includes(`/assets/${name}`)));
  if (hub === undefined || others.length > 0) throw new Error('Which of the built scripts is the hub?');
  return join(assets, hub);
}
