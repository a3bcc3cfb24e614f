import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChromium } from './chromium.mjs';
import { root } from './root.mjs';

/** Makes sure that tests find a Chromium: one on this machine, else Debian's package where we may install it, else Playwright's download. */
export async function ensureChromium() {
  if (findChromium()) return;
  const { chromium } = await import('playwright');
  if (existsSync(chromium.executablePath())) return;
  const run = (/** @type {string} */ command, /** @type {string[]} */ argv) =>
    spawnSync(command, argv, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '' },
    }).status === 0;
  console.log('No Chromium found; installing one for the tests …');
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    if (
      run('apt-get', ['update', '-qq']) &&
      run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium']) &&
      findChromium()
    )
      return;
  }
  if (run(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium'])) return;
  console.error('No Chromium could be installed. Install one and name it in CHROMIUM_PATH.');
  process.exit(1);
}
