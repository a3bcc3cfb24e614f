import { existsSync } from 'node:fs';

const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * The Chromium on this machine for tests: CHROMIUM_PATH, else the distribution's. Undefined means Playwright's download, if there is one.
 * @returns {string | undefined}
 */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return named;
  return usual.find((path) => existsSync(path));
}

const shell = '/usr/bin/chromium-headless-shell';

/**
 * The browser for most stories: Chromium without windows, menus and apps, of the same version and engine, with a sixth less processor
 * time. Stories that install the console as an app, or kill the browser by its profile, use the full one. CHROMIUM_PATH sets both.
 * @returns {string | undefined}
 */
export function findHeadlessShell() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return named;
  return existsSync(shell) ? shell : findChromium();
}

/**
 * Features disabled in every test browser. The address bar's menus are pages with a renderer of their own that every window loads: 0.7 of
 * the 1.9 s of processor time per window. Only the last such switch counts, so Playwright's own list is repeated here.
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

/** Flags of every test browser: no sandbox (for root in a container), no GPU, and no traffic of the browser itself. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${withoutFeatures.join(',')}`,
];
