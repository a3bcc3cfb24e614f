import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChromium, findHeadlessShell } from './chromium.mjs';
import { root } from './root.mjs';

/**
 * @param {string} command
 * @param {string[]} argv
 * @returns {boolean} whether it ended well
 */
function run(command, argv) {
  return (
    spawnSync(command, argv, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '' },
    }).status === 0
  );
}

/** Installs one of Debian's packages where we may. @param {string} name @returns {boolean} */
function installPackage(name) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  console.log(`Installing ${name} for the tests …`);
  return run('apt-get', ['update', '-qq']) && run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name]);
}

/**
 * Makes sure that tests find a Chromium: one on this machine, else Debian's package where we may install it, else Playwright's download. Beside Debian's
 * own its headless shell, which most stories do with; without it they take the whole browser, and a sixth more of the processor's time.
 */
export async function ensureChromium() {
  if (!findChromium()) await installChromium();
  if (findChromium() === '/usr/bin/chromium' && findHeadlessShell() === findChromium()) installPackage('chromium-headless-shell');
}

async function installChromium() {
  const { chromium } = await import('playwright');
  if (existsSync(chromium.executablePath())) return;
  console.log('No Chromium found');
  if (installPackage('chromium') && findChromium()) return;
  if (run(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium'])) return;
  console.error('No Chromium could be installed. Install one and name it in CHROMIUM_PATH.');
  process.exit(1);
}
