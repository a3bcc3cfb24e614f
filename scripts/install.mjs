import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

/** @typedef {{ version?: string, optional?: boolean, devOptional?: boolean, link?: boolean }} Locked */

/**
 * Reads the packages of a lock file, by install folder.
 * @param {string} path
 * @returns {Record<string, Locked>}
 */
function packagesOf(path) {
  return JSON.parse(readFileSync(path, 'utf8')).packages ?? {};
}

/**
 * True if node_modules matches package-lock.json. Uses npm's own list in node_modules, so no marker is needed and manual installs count.
 */
export function isInstalled() {
  const held = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(held)) return false;
  const there = packagesOf(held);
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(
    ([folder, wanted]) =>
      folder === '' || wanted.link || wanted.optional || wanted.devOptional || there[folder]?.version === wanted.version,
  );
}

/** Installs the locked packages if any is missing. Exits the process with npm's code if that fails. */
export function install() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Ukweli Console needs Node 20.19 or newer; this is ${process.versions.node}.`);
    process.exit(1);
  }
  if (isInstalled()) return;
  console.log('Installing packages (npm ci) …');
  const done = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
  });
  if (done.status !== 0) {
    console.error('npm ci failed; its message stands above. Without the packages nothing can be started.');
    process.exit(done.status ?? 1);
  }
}
