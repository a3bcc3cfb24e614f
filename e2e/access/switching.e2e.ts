// Long: two devices, every role and another tenant, one after the other.
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { connected, disconnected } from '../support/connection.ts';
import { dumpDevice } from '../support/deviceStore.ts';
import { arrive, signIn, signOut } from '../support/people.ts';
import { openProfile } from '../support/profile.ts';
import { expect, test } from '../support/test.ts';
import { underServiceWorker } from '../support/tabs.ts';

/** Texts that only the demo tenant has. */
const canaries = ['Kilifi Baobab', 'Kiambu Township', 'EP-0931', 'KE-KLF-011', 'DGN-014', 'DLQ-00317', 'Demo · Nairobi'];

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const notices = (page: Page) => page.getByRole('banner').getByRole('region', { name: 'Notifications', exact: true });

async function showNotices(page: Page): Promise<void> {
  if ((await bell(page).getAttribute('aria-expanded')) !== 'true') await bell(page).click();
  await expect(notices(page).getByRole('list', { name: 'Notifications' })).toBeVisible();
}

test('an admin reads and puts away notifications on two devices, sees the console as others do, and works in another tenant', {
  tag: ['@C-4', '@C-11', '@C-18', '@C-23', '@I-8', '@C-59', '@C-68', '@C-69', '@F-23'],
}, async ({ page, context, platform, complaints }) => {
  const narrowed = page.getByText('You see the console as Operator.');

  // [C-18]
  await test.step('read here, read there; put away without the platform, it is gone everywhere once it is back', async () => {
    await signIn(page, 'admin');
    await expect(page.getByRole('button', { name: 'Notifications, 3 items unread' })).toBeVisible();
    const elsewhere = await openProfile(platform.url);
    const other = elsewhere.context.pages()[0] ?? (await elsewhere.context.newPage());
    try {
      await arrive(other, 'admin');
      await showNotices(page);
      await notices(page)
        .getByRole('button', { name: /^Mark as read: ISSB report/ })
        .click();
      await expect(page.getByRole('button', { name: 'Notifications, 2 items unread' })).toBeVisible();
      await expect(other.getByRole('button', { name: 'Notifications, 2 items unread' })).toBeVisible();

      for (const one of [page, other]) await underServiceWorker(one); // The service worker supplies what the page has not loaded yet.
      await platform.stop();
      await expect(disconnected(page)).toBeVisible();
      await notices(page)
        .getByRole('button', { name: /^Dismiss: .*Dead Letter Queue/ })
        .click();
      await expect(notices(page).getByText(/items in Dead Letter Queue/)).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Outbox: 1 unsent' })).toBeVisible();
      await platform.start();
      // Retry at once, as a user would; if the automatic retry came first, there is no button.
      for (const each of [page, other]) {
        const retry = each.getByRole('button', { name: 'Retry now' });
        await expect(retry.or(connected(each)).first()).toBeVisible();
        await retry.click({ timeout: 2000 }).catch(() => null);
      }
      await expect(page.getByRole('button', { name: /^Outbox/ })).toHaveCount(0);
      await expect(other.getByRole('button', { name: 'Notifications, 1 item unread' })).toBeVisible();
      await page.keyboard.press('Escape');
    } finally {
      await elsewhere.close();
    }
  });

  // [C-4] [C-23] [I-8]
  await test.step('the older, the smart and the redesigned overview show the same day', async () => {
    const region = (name: string) => page.getByRole('region', { name, exact: true });
    await page.goto('/dashboard-old');
    await expect(page.getByRole('heading', { level: 1, name: 'Combined Dashboard' })).toBeVisible();
    await expect(page.getByRole('article', { name: 'Verification Accuracy' })).toContainText('98.5');
    await expect(region('Health')).toContainText('components healthy');
    await expect(region('Pipeline').getByRole('table').getByRole('row')).toHaveCount(5);
    await expect(region('Dead Letter Queue').getByRole('table').getByRole('row')).toHaveCount(4);
    await expect(region('Recent Verifications').getByRole('table').getByRole('row')).toHaveCount(4);
    await expect(region('DGN Portfolio')).toContainText('recycling rate');
    await expectAccessible(page);
    await page.goto('/dashboard-smart');
    // The incident is separate from the breach that caused it: its notice links to the incident, not to the pipeline.
    await expect(region('Attention Required').getByRole('link')).toContainText([
      'Decision Service is over its limit',
      '3 items in Dead Letter Queue require review',
      'Queue lag exceeded 12 minutes',
    ]);
    await expect(region('System Status')).toContainText('SLO breach');
    await expectAccessible(page);
    await page.goto('/dashboard-morphic');
    await page.getByRole('button', { name: 'Switch to dark' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'What does this mean?' }).click();
    await expect(page.getByText('An AI-assisted validation confidence score based on data quality').first()).toBeVisible();
    await page.goto('/dgn?state=sold');
    await expect(page).toHaveURL('/finance/dgn?state=sold');
    await page.goto('/');
  });

  // [C-11] [C-68]
  await test.step('another role narrows what is offered, in every tab, until it is taken back', async () => {
    const second = await context.newPage();
    await second.goto('/finance/dgn');
    await expect(second.getByRole('heading', { level: 1, name: 'DGN Portfolio Dashboard' })).toBeVisible();
    await page.getByRole('button', { name: 'View as Admin' }).click();
    await page.getByRole('menuitemradio', { name: 'Operator' }).click();
    await expect(narrowed).toBeVisible();
    await expect(page.getByRole('button', { name: 'Finance' })).toHaveCount(0);
    await expect(second.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible();
    await expect(second.getByText('You see the console as Operator.')).toBeVisible();
    await page.reload();
    await expect(narrowed).toBeVisible();
    await second.getByRole('button', { name: 'Back to Admin' }).click();
    await expect(second.getByRole('heading', { level: 1, name: 'DGN Portfolio Dashboard' })).toBeVisible();
    await expect(narrowed).toHaveCount(0);
    // An unknown stored role is ignored.
    await page.evaluate(() => localStorage.setItem('ukweli-role', 'superuser'));
    await page.reload();
    await expect(page.getByRole('button', { name: 'View as Admin' })).toBeVisible();
    await second.goto('/operations/verifications?site=KE-KLF-011');
    await expect(second.getByRole('heading', { level: 1, name: 'Verification History' })).toBeVisible();
  });

  // [C-59] [C-69] [F-23]
  await test.step('in another tenant nothing of the former one is on the device or on any page', async () => {
    const [, second] = context.pages();
    if (second === undefined) throw new Error('two tabs are open');
    expect(await dumpDevice(page), 'the search itself works').toContain('Kilifi Baobab');
    await page.getByRole('button', { name: 'Demo · Nairobi' }).click();
    await page.getByRole('menuitemradio', { name: 'Kampala · Kampala' }).click();
    for (const each of [page, second]) {
      await expect(each.getByRole('button', { name: 'Kampala · Kampala' })).toBeVisible();
      await expect(connected(each)).toBeVisible();
    }
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
    // The selected ids belonged to the other tenant.
    await expect(second).toHaveURL((url) => url.search === '');
    await expect(async () => {
      const device = await dumpDevice(page);
      expect(canaries.filter((canary) => device.includes(canary))).toEqual([]);
      expect(device).toContain('UGX');
    }).toPass({ timeout: 60_000 });
    for (const each of [page, second]) {
      const shown = await each.locator('body').innerText();
      expect(canaries.filter((canary) => shown.includes(canary))).toEqual([]);
    }
    // A late call of the former tenant is refused, not answered.
    const late = await page.evaluate(async () => (await fetch('/api/verifications', { headers: { 'X-Tenant-ID': 'demo' } })).status);
    expect(late).toBe(403);
  });

  // [C-69]
  await test.step('nobody else is offered it', async () => {
    await signOut(page, /: account$/);
    await signIn(page, 'operator', '/login');
    await expect(page.getByText('Demo · Nairobi')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Demo · Nairobi' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^View as/ })).toHaveCount(0);
  });
  const unexpected = complaints.besidesOutage().filter((text) => !text.includes('status of 403') && !text.includes('status of 401'));
  expect(unexpected).toEqual([]);
});
