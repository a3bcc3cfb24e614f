// Long: the tests of dead letters cover the parts faster.
import type { Page } from '@playwright/test';
import { connected } from '../support/connection.ts';
import { arrive } from '../support/people.ts';
import { goOn } from '../support/tabs.ts';
import { expect, test } from '../support/test.ts';

/** The payee's account in the payload of DLQ-00319 (the seed). */
const payee = '0112345678901';

/** Where this origin's storage in the browser holds a text. */
const keeps = (page: Page, text: string) =>
  page.evaluate(async (sought) => {
    const found: string[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      for (const table of db.objectStoreNames) {
        const rows = await new Promise<unknown[]>((resolve, reject) => {
          const reading = db.transaction(table).objectStore(table).getAll();
          reading.onsuccess = () => resolve(reading.result);
          reading.onerror = () => reject(reading.error);
        });
        if (JSON.stringify(rows).includes(sought)) found.push(`${name}/${table}`);
      }
      db.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const kept = await cache.match(request);
        if (request.url.includes('/api/') && (await kept?.text())?.includes(sought) === true) found.push(request.url);
      }
    }
    if (JSON.stringify({ ...localStorage, ...sessionStorage }).includes(sought)) found.push('storage');
    return found;
  }, text);

test('personal data of a dead letter comes when it is asked for, is kept by no device, and that it was asked for is on record', {
  tag: ['@G-28'],
}, async ({ page, platform }) => {
  await arrive(page, 'admin', '/operations/dlq?item=DLQ-00319');
  await expect(connected(page)).toBeVisible();
  const payload = page.getByRole('group', { name: 'Payload' });
  await expect(payload).toContainText('"accountNumber": "[redacted]"');
  await page.getByRole('button', { name: 'Show personal data' }).click();
  await expect(payload).toContainText(payee);
  await expect(page.getByRole('heading', { name: 'Payload, whole' })).toBeVisible();
  expect(await keeps(page, payee)).toEqual([]);

  await test.step('closed and opened again, it has to be asked for again', async () => {
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /DLQ-00319/ }).click();
    await expect(payload).toContainText('"accountNumber": "[redacted]"');
  });

  await test.step('the record says who asked, and not what was shown', async () => {
    await goOn(page, '/system/audit');
    await expect(page.getByText('Show a full dead letter').first()).toBeVisible();
    expect(await keeps(page, payee)).toEqual([]);
  });

  await test.step('without the platform it says so, and shows nothing', async () => {
    await goOn(page, '/operations/dlq?item=DLQ-00319');
    await expect(payload).toContainText('"accountNumber": "[redacted]"');
    await platform.stop();
    await page.getByRole('button', { name: 'Show personal data' }).click();
    await expect(page.getByText('The platform cannot be reached, and the full payload is not stored on devices.')).toBeVisible();
    await expect(payload).not.toContainText(payee);
  });
});
