import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChromium, findHeadlessShell } from './chromium.mjs';
import { findFirefox, findWebKit } from './otherBrowsers.mjs';
import { root } from './root.mjs';

/**
 * @param {string} command
 * @param {string[]} argv
 * @returns {boolean} true if it succeeded
 */
function run(command, argv) {
  return (
    spawnSync(command, argv, {
      cwd: root,
      stdio: 'inherit',
      timeout: 600_000, // an unresponsive package server must not block what needs no package
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '' },
    }).status === 0
  );
}

/** Installs Debian packages if allowed (root with apt-get), and prints that first. @param {string[]} names @returns {boolean} */
function installPackage(...names) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  console.log(`Installing Debian's ${names.join(' and ')} for the tests (apt-get) …`);
  return run('apt-get', ['update', '-qq']) && run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names]);
}

/**
 * Makes sure that tests find a Chromium, and prints which. An installed one is used as it is; else Debian's package if it may be
 * installed, else Playwright's download, announced first. CI also installs the headless shell (.ci/run), which takes a sixth less
 * processor time.
 */
export async function ensureChromium() {
  if (!findChromium()) await installChromium();
  const { chromium } = await import('playwright');
  const whole = findChromium() ?? chromium.executablePath();
  const shell = findHeadlessShell() ?? whole;
  console.log(`Browser tests run in ${shell === whole ? whole : `${shell} and ${whole}`}.`);
}

/** Installs Firefox and WebKit for their smoke tests (D-40) if allowed; otherwise the smoke reports that it is not run. */
export function installOtherBrowsers() {
  if (!findFirefox()) installPackage('firefox-esr');
  if (!findWebKit()) installPackage('webkit2gtk-driver', 'xvfb');
}

async function installChromium() {
  const { chromium } = await import('playwright');
  if (existsSync(chromium.executablePath())) return;
  console.log('No Chromium found: CHROMIUM_PATH names none, and none is where systems put theirs.');
  if (installPackage('chromium') && findChromium()) return;
  console.log("Installing Playwright's Chromium for the tests (a download of some 170 MB) …");
  if (run(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium'])) return;
  console.error('No Chromium could be installed. Install one and name it in CHROMIUM_PATH.');
  process.exit(1);
}
