// Long: needs the full Chromium, which takes long to start.
import { connected } from '../support/connection.ts';
import { arrive } from '../support/people.ts';
import { underServiceWorker } from '../support/tabs.ts';
import { expect, test } from '../support/test.ts';

// Only the full Chromium supports installing apps.
test.use({ browserOptions: { whole: true } });

test('Chromium finds nothing that keeps the console from being installed; its service worker stands by and is always asked for again; /recover.html stands outside it, shows what is held, and clears it only on the button', {
  tag: ['@K-2', '@K-3', '@D-30'],
}, async ({ page, context, platform, complaints }) => {
  await arrive(page, 'operator', '/system/health');

  // [K-2]
  await test.step('nothing keeps it from being installed', async () => {
    const devtools = await context.newCDPSession(page);
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    expect(installabilityErrors).toEqual([]);
    const { url, errors, data } = await devtools.send('Page.getAppManifest');
    expect(new URL(url).pathname).toBe('/manifest.webmanifest');
    expect(errors).toEqual([]);
    expect(JSON.parse(data ?? '{}').shortcuts.map(({ url: path }: { readonly url: string }) => path)).toContain('/operations/dlq');
    // Chromium does not report a missing service worker as an installability error (FINDINGS), so it is checked separately.
    expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.scriptURL)).toMatch(/\/sw\.js$/);
  });

  // [K-3]
  await test.step('the service worker comes from /sw.js as a script that is always asked for again', async () => {
    const answer = await fetch(`${platform.url}/sw.js`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/javascript/);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    // The platform puts a digest of the shell's policy into its revision: a changed policy is a changed shell.
    expect((await answer.text()).includes('SHELL_POLICY')).toBe(false);
  });

  // [D-30]
  await test.step('/recover.html', async () => {
    await underServiceWorker(page);
    // The user's database is open only once the hub runs.
    await expect(connected(page)).toBeVisible();
    const response = await page.goto('/recover.html');
    expect(response?.fromServiceWorker()).toBe(false);
    await expect(page.getByText('Everything done on this device was received by the platform.')).toBeVisible();
    await expect(page.getByText('1 user on this device')).toBeVisible();
    const held = () =>
      page.evaluate(async () => ({ databases: (await indexedDB.databases()).length, caches: (await caches.keys()).length }));
    expect((await held()).databases).toBeGreaterThan(1);
    expect(complaints.all()).toEqual([]);

    // The navigation closed the last tab of the console; its hub closes the database by itself.
    await page.getByRole('button', { name: 'Clear and reload' }).click();
    await page.waitForURL((url) => url.pathname !== '/recover.html');
    await expect(
      page
        .getByRole('navigation', { name: 'Main' })
        .or(page.getByRole('button', { name: 'Sign in with SSO' }))
        .first(),
    ).toBeVisible();
  });
});
