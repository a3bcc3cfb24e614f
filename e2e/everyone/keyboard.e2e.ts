import type { Page } from '@playwright/test';
import { highlight } from '../support/keys.ts';
import { demoPassword, people } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

/** Presses Tab until the element with this role and name has the focus; fails when it cannot be reached. */
async function tabTo(
  page: Page,
  role: 'button' | 'link' | 'searchbox' | 'textbox' | 'menuitem' | 'row',
  name: string | RegExp,
): Promise<void> {
  const target = page.getByRole(role, { name }).first();
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 120; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${role} ${String(name)}`);
}

/** Opens a screen through the menus of the bar. */
async function openByMenu(page: Page, group: string, item: string): Promise<void> {
  await tabTo(page, 'button', group);
  await page.keyboard.press('Enter');
  const entry = page.getByRole('menuitem', { name: new RegExp(`^${item}`) });
  await expect(entry).toBeVisible();
  await highlight(page, entry);
  await page.keyboard.press('Enter');
  // Wait until the heading has the focus; earlier key presses would go to the previous element.
  await expect(page.getByRole('heading', { level: 1, name: item })).toBeFocused();
}

test('the day’s work by keyboard alone: sign in, reach each screen, verify a pack, find and open a verification, sign out', {
  tag: ['@C-5', '@C-7'],
}, async ({ page, complaints }) => {
  await page.goto('/');
  await tabTo(page, 'button', 'Sign in with SSO');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type(people.operator);
  await page.keyboard.press('Tab');
  await page.keyboard.type(demoPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();

  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();

  await openByMenu(page, 'System', 'Health Monitor');
  await openByMenu(page, 'Operations', 'Pipeline Monitor');
  await openByMenu(page, 'Operations', 'Dead Letter Queue');
  await openByMenu(page, 'Operations', 'Evidence Management');
  await tabTo(page, 'button', 'Verify EP-0931');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Verdict: Verified' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await openByMenu(page, 'Operations', 'Verification History');
  await tabTo(page, 'searchbox', 'Search verifications');
  await page.keyboard.type('Kilifi Baobab');
  await expect(page).toHaveURL(/q=Kilifi/);
  await expect(page.getByRole('row', { name: /VRF-001244/ })).toBeVisible();
  await tabTo(page, 'row', /Kilifi Baobab/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/open=VRF-/);
  await expect(page.getByText(/Link holds/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/open=VRF-/);

  await tabTo(page, 'button', /Chebet Koech/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  await highlight(page, page.getByRole('menuitem', { name: 'Sign out' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Sign in with SSO' })).toBeVisible();
  expect(complaints.all()).toEqual([]);
});
