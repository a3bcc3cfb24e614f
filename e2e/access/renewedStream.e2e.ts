// Rotation of a session's token must be invisible to the user.
import { protocolVersion } from '../../src/contracts/version.ts';
import { connected } from '../support/connection.ts';
import { openStreams } from '../support/metrics.ts';
import { movablePlatform, movePlatform } from '../support/movableClock.ts';
import { arrive, demoPassword } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

test.use({ platformEnv: movablePlatform });

test('a session is given another token: its stream is followed by the next beside it, and nothing is called lost for a moment', {
  tag: ['@G-3', '@M-11', '@long'],
}, async ({ page, platform }) => {
  await arrive(page, 'operator', '/');
  await expect(connected(page)).toBeVisible();
  await expect.poll(() => openStreams(platform)).toBe(1);
  // A second stream of the page itself, which is told of the renewal and ended when the hub's would be.
  await page.evaluate(async (protocol) => {
    const source = new EventSource(`/api/events?tenantId=demo&topics=kpis&protocol=${protocol}`);
    const heard = (what: string) => new Promise((resolve) => source.addEventListener(what, resolve));
    Object.assign(window, { told: heard('renew'), ended: heard('error').then(() => source.close()) });
    await heard('hello');
  }, protocolVersion);
  await page.evaluate(() => {
    const seen = new Set<string>();
    Object.assign(window, { seen });
    const look = (): void => {
      const header = document.querySelector('header')?.textContent ?? '';
      if (!header.includes('Connected')) seen.add(header);
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  const status = await page.evaluate(async (password) => {
    const headers = { 'Content-Type': 'application/json', 'X-Correlation-ID': crypto.randomUUID() };
    return (await fetch('/api/auth/proof', { method: 'POST', headers, body: JSON.stringify({ by: 'password', password }) })).status;
  }, demoPassword);
  expect(status).toBe(200);
  // The browser sends the new token; a minute later the old one is invalid.
  expect((await page.request.get('/api/auth/me')).status()).toBe(200);
  // Promises that the script above stored on `window`.
  const own = (name: 'told' | 'ended') =>
    page.evaluate((which) => (window as unknown as Record<string, Promise<unknown>>)[which]?.then(() => null), name);
  await own('told');
  movePlatform(platform, 61_000);
  await own('ended');
  await expect.poll(() => openStreams(platform)).toBe(1);
  await expect(connected(page)).toBeVisible();
  // Also stored by a script above.
  expect(await page.evaluate(() => [...(window as unknown as { readonly seen: Set<string> }).seen])).toEqual([]);
});
