import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const firefoxes = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

/** The Firefox on this machine: FIREFOX_PATH, else the distribution's. @returns {string | undefined} */
export function findFirefox() {
  return process.env.FIREFOX_PATH ?? firefoxes.find((path) => existsSync(path));
}

/**
 * WebKitGTK's driver, its MiniBrowser and a virtual screen (Debian: webkit2gtk-driver, xvfb).
 * @returns {{ driver: string, browser: string, screen: string } | undefined}
 */
export function findWebKit() {
  const [driver, screen] = ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb'];
  const libraries = '/usr/lib';
  const browser = (existsSync(libraries) ? readdirSync(libraries) : [])
    .flatMap((machine) =>
      ['webkit2gtk-4.1', 'webkitgtk-6.0', 'webkit2gtk-4.0'].map((version) => join(libraries, machine, version, 'MiniBrowser')),
    )
    .find((path) => existsSync(path));
  return browser !== undefined && existsSync(driver) && existsSync(screen) ? { driver, browser, screen } : undefined;
}
