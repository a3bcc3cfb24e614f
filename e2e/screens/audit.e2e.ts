// Long: an auditor's day; the tests of the record, its chain and its calls cover the parts faster.
import type { Page } from '@playwright/test';
import { connected, disconnected } from '../support/connection.ts';
import { expectAccessible } from '../support/accessible.ts';
import { arrive } from '../support/people.ts';
import { underServiceWorker } from '../support/tabs.ts';
import { expect, test } from '../support/test.ts';

/** Changes a line of the audit record in this device's database, as an attacker with access to the device could. */
async function alterLine(page: Page, place: string): Promise<void> {
  await page.evaluate(async (key) => {
    const name = (await indexedDB.databases()).map((each) => each.name ?? '').find((each) => each.startsWith('ukweli:'));
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name ?? '');
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', () => reject(new Error('cannot open')));
    });
    await new Promise<void>((resolve, reject) => {
      const table = db.transaction('auditRecords', 'readwrite').objectStore('auditRecords');
      const reading = table.get(key);
      reading.addEventListener('success', () => {
        const row = reading.result as { payload: { target: string }; sum?: number }; // as the store wrote it
        row.payload.target = 'somebody-else';
        // Remove the row's checksum, as an attacker who knows of it would: the seals must reveal the change.
        delete row.sum;
        table.put(row).addEventListener('success', () => resolve());
      });
      reading.addEventListener('error', () => reject(new Error('cannot read')));
    });
    db.close();
  }, place);
}

test('an auditor reads the record, saves a view of it and checks its chain, finds a pack by keys alone, and does it all with the platform gone; an altered line is named', {
  tag: ['@D-27', '@D-28', '@D-6', '@K-5'],
}, async ({ page, platform, complaints }) => {
  await arrive(page, 'auditor', '/system/audit');
  await expect(connected(page)).toBeVisible();
  const palette = page.getByRole('combobox', { name: 'Search and commands' });

  await test.step('who signed in stands on record, and every line is checked here', async () => {
    const signIns = page.getByRole('row', { name: /Amina Yusuf · usr-demo-auditor Sign in/ });
    await expect(signIns.first()).toBeVisible();
    await expect(page.getByText('Chain intact')).toBeVisible();
    await page.getByRole('button', { name: 'Check whole record' }).click();
    await expect(page.getByText('Whole record intact')).toBeVisible();
    await signIns.first().click();
    const details = page.getByRole('complementary', { name: /^Line \d+$/ });
    await expect(details.getByText(/^Link holds/)).toBeVisible();
    await expect(details.getByText('usr-demo-auditor').first()).toBeVisible();
    await expectAccessible(page);
    await details.getByRole('button', { name: 'Close details' }).click();
  });

  await test.step('a view of it is saved by name', async () => {
    await page.getByRole('searchbox', { name: 'Search lines' }).fill('amina sign');
    await expect(page).toHaveURL(/q=amina/);
    await page.getByRole('button', { name: /Saved views/ }).click();
    await page.getByRole('menuitem', { name: 'Save this view…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Saved views' });
    await dialog.getByLabel('Name of this view').fill('My sign-ins');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Saved views: My sign-ins' })).toBeVisible();
  });

  await test.step('keys go to screens and to the sheet that lists them, never from a field, and not once they are switched off', async () => {
    await page.getByRole('searchbox', { name: 'Search lines' }).press('g');
    await page.getByRole('searchbox', { name: 'Search lines' }).press('h');
    await expect(page).toHaveURL(/system\/audit/);
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('g');
    await page.keyboard.press('e');
    await expect(page.getByRole('heading', { level: 1, name: 'Evidence Management' })).toBeVisible();
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox', { name: 'Search packs' })).toBeFocused();
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(sheet.getByText('Audit Trail')).toBeVisible();
    // No shortcuts for screens that an auditor may not open.
    await expect(sheet.getByText('DGN Portfolio Dashboard')).toHaveCount(0);
    await expectAccessible(page);
    await sheet.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck();
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await expect(page.getByRole('heading', { level: 1, name: 'Evidence Management' })).toBeVisible();
  });

  await test.step('with the platform gone the palette still finds packs and the saved view, which shows its lines and their age', async () => {
    await underServiceWorker(page);
    await platform.stop();
    await expect(disconnected(page)).toBeVisible({ timeout: 60_000 });
    await page.keyboard.press('Control+k');
    await expect(palette).toBeFocused();
    await expectAccessible(page);
    await palette.fill('931');
    await expect(page.getByRole('option', { name: /EP-0931/ })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/open=EP-0931/);
    await expect(page.getByRole('dialog', { name: 'Verify evidence pack EP-0931' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('Control+k');
    await palette.fill('my sign');
    await expect(page.getByRole('option', { name: /My sign-ins/ })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('row', { name: /Amina Yusuf · usr-demo-auditor Sign in/ }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Check whole record' })).toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByText(/^As of|^Stale/).first()).toBeVisible();
  });

  await test.step('from a cold start without the platform a line that was altered on the device is found and named', async () => {
    await alterLine(page, '000000000000');
    await page.goto('/system/audit');
    await expect(page.getByText('Chain broken')).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText(/First broken link: line 0 \(Create an account, /)).toBeVisible();
    await page.getByRole('button', { name: 'Open line 0' }).click();
    await expect(page.getByRole('complementary', { name: 'Line 0' }).getByText('Seal does not match.')).toBeVisible();
  });
  expect(complaints.besidesOutage()).toEqual([]);
});
