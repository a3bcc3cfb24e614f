// Long: the browser is started anew without a platform, and waits for it at the pace of back-offs.

import type { Page } from '@playwright/test';
import { asOfTime } from '../support/connection.ts';
import { asItWas } from '../support/figures.ts';
import { arrive, signOut } from '../support/people.ts';
import { underServiceWorker } from '../support/tabs.ts';
import { expect, test } from '../support/test.ts';

/** The figures of the health cards as displayed. */
async function figures(page: Page): Promise<string[]> {
  await expect(page.getByRole('heading', { name: 'Evidence Storage' })).toBeVisible();
  const texts = page.getByText(/^(?:Was )?(\d+(\.\d+)?%|\d+ ms|\d+ of 4 components healthy(, simulated)?)$/);
  await expect.poll(() => texts.count()).toBeGreaterThan(8);
  return (await texts.allInnerTexts()).map(asItWas);
}

test('answers are kept for this tenant and user alone; with the server gone and the browser started anew, the screen shows what was last answered and as of when; nothing is kept after signing out', {
  tag: ['@K-3', '@K-5', '@D-15', '@G-22'],
}, async ({ page, profile, platform, complaints }) => {
  await arrive(page, 'operator', '/system/health');
  await underServiceWorker(page);
  const kept = (from: Page) =>
    from.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith('ukweli-api:'));
      const paths = await Promise.all(
        names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)),
      );
      return { names, paths: paths.flat() };
    });

  // [K-3]
  await test.step('in a cache of this tenant and user, none of sign-in, streams and files', async () => {
    // A read by the page; the hub's own reads bypass the service worker and go into the store.
    await page.evaluate(async () => {
      await fetch('/api/kpis', { headers: { 'X-Tenant-ID': 'demo', 'X-Correlation-ID': 'a-read-of-the-page' } });
    });
    await expect.poll(async () => (await kept(page)).paths.length).toBeGreaterThan(0);
    const { names, paths } = await kept(page);
    expect(names).toEqual(['ukweli-api:demo:usr-demo-operator']);
    for (const path of paths) expect(path).not.toMatch(/^\/api\/(auth|events|poll|evidence|config|jwks)/);
  });

  await expect(page.getByText('Connected · SSE', { exact: true }).first()).toBeVisible();
  const before = await figures(page);
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(complaints.all()).toEqual([]);

  await platform.stop();
  const context = await profile.reopen();
  const again = context.pages()[0] ?? (await context.newPage());
  await again.goto('/system/health');
  await expect(again.getByRole('heading', { level: 1, name: 'Health Monitor' })).toBeVisible();
  await expect(again.getByText('Disconnected · SSE').first()).toBeVisible();
  await expect(again.getByText(asOfTime).first()).toBeVisible();
  expect(await figures(again)).toEqual(before);
  // [T-8] The figure stays; the claim is in the past tense.
  await expect(again.getByText(/^Was 4 of 4 components healthy/)).toBeVisible();

  await platform.start();
  await expect(again.getByText('Connected · SSE', { exact: true }).first()).toBeVisible();
  await expect(again.getByText(/^Live/).first()).toBeVisible();

  // [K-3]
  await test.step('none after signing out', async () => {
    await signOut(again, /Chebet Koech/);
    await expect.poll(async () => (await kept(again)).names).toEqual([]);
  });

  // [G-22]
  await test.step('and with the platform gone once more the shell opens, at the door, in the theme that was chosen', async () => {
    await platform.stop();
    await again.goto('/operations/pipeline');
    await expect(again.getByRole('button', { name: 'Sign in with SSO' })).toBeVisible();
    await expect(again.locator('html')).toHaveAttribute('data-theme', 'dark');
    expect(await again.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  });
});
