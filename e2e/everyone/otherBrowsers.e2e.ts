// Long: a smoke test in the browsers that the other tests do not use; scripts/testLong.mjs reports those that are not installed.
import { test } from '@playwright/test';
import { findFirefox, findWebKit } from '../../scripts/otherBrowsers.mjs';
import { openFirefox } from '../support/firefox.ts';
import { startPlatform } from '../support/platform.ts';
import type { RemoteBrowser } from '../support/remoteBrowser.ts';
import { smoke } from '../support/smoke.ts';
import { openWebKit } from '../support/webkit.ts';

async function inBrowser(open: () => Promise<RemoteBrowser>): Promise<void> {
  const platform = await startPlatform();
  try {
    const browser = await open();
    await smoke(browser, platform).finally(() => browser.close());
  } finally {
    await platform.close();
  }
}

test('Firefox: sign-in, four screens, a pack’s verdict, a cold start without the platform, and the way back', {
  tag: ['@M-14', '@D-40'],
}, async () => {
  const program = findFirefox();
  if (program === undefined) throw new Error('no Firefox on this machine');
  await inBrowser(() => openFirefox(program));
});

test('WebKit: sign-in, four screens, a pack’s verdict, the console opened anew without the platform, and the way back', {
  tag: ['@M-14', '@D-40'],
}, async () => {
  const programs = findWebKit();
  if (programs === undefined) throw new Error('no WebKitGTK with its driver and a screen on this machine');
  await inBrowser(() => openWebKit(programs));
});
