import { demoPassword, people } from './people.ts';
import type { TestPlatform } from './platform.ts';
import { click, named, type RemoteBrowser, type, until, untilSeen } from './remoteBrowser.ts';

const screens = [
  { path: '/operations/verifications', heading: 'Verification History' },
  { path: '/operations/pipeline', heading: 'Pipeline Monitor' },
  { path: '/operations/dlq', heading: 'Dead Letter Queue' },
  { path: '/system/health', heading: 'Health Monitor' },
] as const;

const headed = (heading: string): string => `document.querySelector('h1')?.innerText.trim() === ${JSON.stringify(heading)}`;
/** True once a screen shows its heading and some figures, and nothing is loading. */
const drawn = (heading: string): string =>
  `${headed(heading)} && /\\d/.test(document.querySelector('main').innerText) && document.querySelector('main [aria-busy=true]') === null`;

/**
 * The essential checks for browsers that the other tests do not use (D-40): sign-in through the provider's form, four screens, a pack
 * verified on the device, the same screens after a restart with the platform down, and the recovery.
 */
export async function smoke(browser: RemoteBrowser, platform: TestPlatform): Promise<void> {
  const { url } = platform;
  await browser.goto(`${url}/`);
  await click(browser, named('button, a', 'Sign in with SSO'));
  const email = `document.querySelector('input[type=email]')`;
  await type(browser, email, people.operator);
  await type(browser, `document.querySelector('input[type=password]')`, demoPassword);
  await click(browser, named('button', 'Sign in'));
  await untilSeen(browser, 'Connected · ');
  // Leave the page before it has drawn anything: its interrupted reads and writes must not block later pages.
  const [first] = screens;
  await browser.goto(`${url}${first.path}`);
  await until(browser, drawn(first.heading), `${first.path}, come to before the Overview was drawn`);
  await browser.goto(`${url}/`);
  await until(browser, drawn('Overview'), 'the Overview with its figures');
  // The first load did not come from the service worker.
  await until(
    browser,
    `navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)`,
    'a page under its service worker',
  );

  for (const { path, heading } of screens) {
    await browser.goto(`${url}${path}`);
    await until(browser, drawn(heading), `${path} with its figures`);
  }

  await browser.goto(`${url}/operations/evidence`);
  await click(browser, named('button', 'Verify EP-0931'));
  await until(browser, `document.querySelector('[aria-label="Verdict: Verified"]')`, 'the verdict of EP-0931');
  await untilSeen(browser, 'All four checks passed on this device');

  await platform.stop();
  await browser.restart();
  for (const { path, heading } of screens) {
    await browser.goto(`${url}${path}`);
    await until(browser, drawn(heading), `${path} without the platform`);
    await untilSeen(browser, 'Disconnected · ');
  }

  await platform.start();
  await untilSeen(browser, 'Connected · ');
  await until(browser, `!document.body.innerText.includes('Disconnected · ')`, 'the way back');
}
