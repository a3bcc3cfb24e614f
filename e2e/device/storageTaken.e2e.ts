// Long: lost storage is noticed within seconds of real time.
import type { Page } from '@playwright/test';
import { connected, disconnected } from '../support/connection.ts';
import { expect, test } from '../support/faultyTest.ts';
import { arrive } from '../support/people.ts';
import { promote } from '../support/promote.ts';
import { cookiesFor, createOracle } from '../support/oracle.ts';
import { underServiceWorker } from '../support/tabs.ts';

const removed = (page: Page) => page.getByText('Stored data was removed', { exact: true });

/** Deletes every database of this origin, as a user or a script might. */
const deleteAll = (page: Page) =>
  page.evaluate(async () => {
    for (const { name } of await indexedDB.databases())
      await new Promise<void>((resolve, reject) => {
        const deleting = indexedDB.deleteDatabase(name ?? '');
        deleting.addEventListener('success', () => resolve());
        deleting.addEventListener('error', () => reject(new Error(`cannot delete ${name}`)));
      });
  });

/** Labels of the items in the queue, sorted: some failed at the same moment, so their order is not defined. */
async function queueRows(page: Page): Promise<readonly string[]> {
  await expect(page.getByRole('checkbox', { name: /^Select dead letter/ }).first()).toBeVisible();
  const boxes = page.getByRole('checkbox', { name: /^Select dead letter/ });
  return boxes.evaluateAll((all) => all.map((box) => box.getAttribute('aria-label') ?? '').sort());
}

test('storage taken away while two tabs are open, by a script and then by the browser itself: said in both within 5 s, unsent actions by name, everything fetched again without a reload, and what was unsent is sent', {
  tag: ['@M-1', '@M-14', '@F-17'],
}, async ({ page, context, link, complaints }) => {
  await arrive(page, 'admin', '/operations/dlq');
  await expect(connected(page)).toBeVisible();
  const other = await context.newPage();
  await other.goto('/system/health');
  await expect(connected(other)).toBeVisible();
  const rows = await queueRows(page);
  for (const tab of [page, other]) await underServiceWorker(tab); // The service worker has the lazily loaded parts of the page.
  for (const tab of [page, other]) await tab.evaluate(() => Object.assign(globalThis, { loadedOnce: true }));

  await test.step('with the link gone and an action waiting', async () => {
    link.turn('refused');
    await expect(disconnected(page)).toBeVisible();
    await promote(page, 'DLQ-00317');
    await expect(page.getByText('Waiting to be sent')).toHaveCount(1);
    await deleteAll(other);
    for (const tab of [page, other]) {
      await tab.bringToFront();
      await expect(removed(tab)).toBeVisible({ timeout: 5_000 });
      await expect(tab.getByText('1 action not sent yet was still known and is kept: Promote DLQ-00317.')).toBeVisible();
    }
    await other.screenshot({ path: test.info().outputPath('removed.png') });
  });

  await test.step('the link is back: everything is there again, and the action takes effect once', async () => {
    link.turn('open');
    for (const tab of [page, other]) await expect(connected(tab)).toBeVisible({ timeout: 60_000 });
    await page.bringToFront();
    await expect.poll(() => queueRows(page)).toEqual(rows.filter((row) => !row.includes('DLQ-00317')));
    const log = await createOracle(link.direct(), await cookiesFor(context, link.url)).log(0);
    expect(log.filter(({ resourceId, data }) => resourceId === 'DLQ-00317' && data['removed'] === true)).toHaveLength(1);
  });

  await test.step('cleared by the browser', async () => {
    const devtools = await context.newCDPSession(page);
    await devtools.send('Storage.clearDataForOrigin', {
      origin: new URL(page.url()).origin,
      storageTypes: 'indexeddb,service_workers,cache_storage',
    });
    for (const tab of [page, other]) {
      await tab.bringToFront();
      await expect(tab.getByText('No action was waiting to be sent.')).toBeVisible({ timeout: 5_000 });
    }
    await page.bringToFront();
    await expect(connected(page)).toBeVisible();
    await expect.poll(() => queueRows(page)).toEqual(rows.filter((row) => !row.includes('DLQ-00317')));
  });

  await test.step('the service worker and the parts of the page that it keeps are back without a reload', async () => {
    const kept = () =>
      page.evaluate(async () => {
        const held = await navigator.serviceWorker.getRegistration();
        const shell = (await caches.keys()).find((name) => name.includes('precache'));
        const parts = shell === undefined ? 0 : (await (await caches.open(shell)).keys()).length;
        return { worker: held?.active?.state ?? 'none', whole: parts > 20 };
      });
    await expect.poll(kept).toEqual({ worker: 'activated', whole: true });
  });

  for (const tab of [page, other]) expect(await tab.evaluate(() => 'loadedOnce' in globalThis)).toBe(true);
  await page.reload();
  await expect(connected(page)).toBeVisible();
  await expect.poll(() => queueRows(page)).toEqual(rows.filter((row) => !row.includes('DLQ-00317')));
  // Ignore the browser's own messages about requests while the link was refused.
  expect(complaints.all().filter((complaint) => !complaint.includes('Failed to load resource'))).toEqual([]);
});
