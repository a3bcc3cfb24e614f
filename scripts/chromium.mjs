import { existsSync } from 'node:fs';

const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * The Chromium on this machine that tests are to use: CHROMIUM_PATH, else a distribution's own. Undefined leaves it to
 * Playwright's download, where there is one.
 * @returns {string | undefined}
 */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return named;
  return usual.find((path) => existsSync(path));
}

const shell = '/usr/bin/chromium-headless-shell';

/**
 * What most stories run in: Chromium without windows, menus and apps, of the same version and engine, which takes a sixth less processor time. Whoever
 * installs the console as an app, or kills the browser by its profile, asks for the whole one. A browser named in CHROMIUM_PATH stands for both.
 * @returns {string | undefined}
 */
export function findHeadlessShell() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return named;
  return existsSync(shell) ? shell : findChromium();
}

/**
 * Features that every test browser does without. The address bar's menus are pages with a renderer of their own, which every window loads and nobody sees
 * here: 0.7 of the 1.9 s of processor time that a window costs. Of this switch only the last one counts, so Playwright's own list stands here again.
 */
const withoutFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/** Flags every test browser gets: no sandbox for root in a container, no GPU, and no traffic of the browser's own. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${withoutFeatures.join(',')}`,
];
