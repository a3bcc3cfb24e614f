import type { Page } from '@playwright/test';
import { arrive } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const details = (page: Page) => page.getByRole('complementary', { name: /^Verification VRF-/ });
/** The newest verification; while a list is read its rows are placeholders, which open nothing. */
const firstRow = (page: Page) =>
  page
    .getByRole('grid', { name: /^Verification/ })
    .getByRole('row')
    .filter({ hasText: /VRF-/ })
    .first();
const backs = async (page: Page, url: RegExp | string) => {
  await page.goBack();
  await expect(page).toHaveURL(url);
};

test('Back closes what is open over a screen; links of menus and of the palette leave none of it behind; a link of an older platform opens its record', {
  tag: ['@D-61', '@D-42', '@long'],
}, async ({ page, complaints }) => {
  await arrive(page, 'admin', '/system/health');

  await test.step('menu, dialog and palette: Back closes each, and the screen stays', async () => {
    const main = page.getByRole('navigation', { name: 'Main' });
    await main.getByRole('button', { name: 'Operations' }).click();
    await expect(page.getByRole('menu', { name: 'Operations' })).toBeVisible();
    await backs(page, '/system/health');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await page.getByRole('button', { name: 'How is this computed?' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await backs(page, '/system/health');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: 'Search and commands' })).toBeVisible();
    await backs(page, '/system/health');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('a link chosen in a menu and one chosen in the palette replace their entry', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Operations' }).click();
    await page.getByRole('menuitem', { name: 'Dead Letter Queue' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Dead Letter Queue' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('Verification History');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/operations/verifications');
    await backs(page, '/operations/dlq');
    await backs(page, '/system/health');
    await page.goForward();
    await page.goForward();
    await expect(page).toHaveURL('/operations/verifications');
  });

  await test.step('a record: Back closes it, and so do cross and Escape, which leave no entry; filters chosen meanwhile stay', async () => {
    await firstRow(page).click();
    await expect(details(page)).toBeVisible();
    await expect(page).toHaveURL(/\?open=VRF-/);
    await backs(page, '/operations/verifications');
    await expect(details(page)).toHaveCount(0);
    await firstRow(page).click();
    await expect(details(page)).toBeVisible();
    await page.getByRole('button', { name: 'Status: All statuses' }).click();
    await page.getByRole('menuitemradio', { name: /^Verified/ }).click();
    await expect(page).toHaveURL(/\?status=verified&open=VRF-/);
    await details(page).getByRole('button', { name: 'Close details' }).click();
    await expect(page).toHaveURL('/operations/verifications?status=verified');
    await firstRow(page).click();
    await expect(details(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL('/operations/verifications?status=verified');
    await backs(page, '/operations/dlq');
  });

  await test.step('opened by a link: Escape and cross show the list, Back leads where the browser came from, after a touch to the list first', async () => {
    const link = '/operations/verifications?vrf=VRF-001244';
    for (const close of [() => page.keyboard.press('Escape'), () => details(page).getByRole('button', { name: 'Close details' }).click()]) {
      await page.goto('/terms');
      await page.goto(link);
      await expect(details(page)).toContainText('VRF-001244');
      await expect(details(page)).toBeFocused();
      await close();
      await expect(page).toHaveURL('/operations/verifications');
      await expect(details(page)).toHaveCount(0);
      await backs(page, '/terms');
    }
    await page.goto(link);
    await expect(details(page)).toContainText('VRF-001244');
    await backs(page, '/terms');
    await page.goto(link);
    await expect(details(page)).toContainText('VRF-001244');
    await page.getByRole('heading', { level: 1 }).click();
    await backs(page, '/operations/verifications');
    await expect(details(page)).toHaveCount(0);
    await backs(page, '/terms');
  });

  await test.step('loaded again while something is open, and led there by Forward: no Back is spent on what is open no more', async () => {
    await page.goto('/operations/verifications');
    await firstRow(page).click();
    await expect(details(page)).toBeVisible();
    const palette = page.getByRole('dialog', { name: 'Search and commands' });
    await page.keyboard.press('Control+k');
    await expect(palette).toBeVisible();
    await page.reload();
    await expect(details(page)).toBeVisible();
    await expect.poll(() => page.evaluate(() => (history.state as { opened?: boolean } | null)?.opened)).toBe(true);
    await page.goForward();
    await expect(palette).toHaveCount(0);
    await expect.poll(() => page.evaluate(() => (history.state as { opened?: boolean } | null)?.opened)).toBe(true);
    await backs(page, '/operations/verifications');
    await expect(details(page)).toHaveCount(0);
    await backs(page, '/terms');
  });
  expect(complaints.all()).toEqual([]);
});

/** How many layers of the page's present entry are open. */
const layers = (page: Page) => page.evaluate(() => (history.state as { layers?: unknown[] } | null)?.layers?.length ?? 0);

/** Holds the answers for the scripts of this name. Returns what lets go of them and says how many there were. */
async function hold(page: Page, name: string): Promise<() => number> {
  const held: (() => void)[] = [];
  await page.route(new RegExp(`/assets/${name}-.*\\.js$`), async (route) => {
    await new Promise<void>((go) => held.push(go));
    await route.continue();
  });
  return () => held.splice(0).map((go) => go()).length;
}

test('code hangs: Escape takes back a menu that does not come; it opens without what lets Back close it, which it has once that has come', {
  tag: ['@D-61', '@long'],
}, async ({ page, complaints }) => {
  const menuComes = await hold(page, 'OpenMenu');
  const backComes = await hold(page, 'parts');
  await arrive(page, 'admin');
  const button = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Operations' });
  const menu = page.getByRole('menu', { name: 'Operations' });
  await button.click();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Escape');
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await button.click();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await expect(menu).toHaveCount(0);
  expect(menuComes()).toBe(1);
  await expect(menu).toBeVisible();
  expect(await layers(page)).toBe(0);
  expect(backComes()).toBe(1);
  await expect.poll(() => layers(page)).toBe(1);
  await backs(page, '/');
  await expect(menu).toHaveCount(0);
  expect(complaints.all()).toEqual([]);
});

test.describe('phone', () => {
  test.use({ browserOptions: { viewport: { width: 390, height: 844 }, hasTouch: true } });

  test('a link in a list that is open over the menu: on the way back the menu stays closed, and its entry is left', {
    tag: ['@D-61', '@C-5', '@long'],
  }, async ({ page, complaints }) => {
    await arrive(page, 'admin', '/system/health');
    const menu = page.locator('#app-stacked');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(menu).toBeVisible();
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await page.getByRole('region', { name: 'Notifications' }).getByRole('link').first().click();
    await expect(page).toHaveURL('/system/incidents?open=INC-0042');
    await expect(menu).toHaveCount(0);
    await backs(page, '/system/health');
    await expect.poll(() => layers(page)).toBe(0);
    await expect(menu).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(complaints.all()).toEqual([]);
  });
});
