import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Moves down an open menu by keyboard until this entry is highlighted. Waits for the effect of each key before the next one: an entry
 * that was passed too early would be missed.
 */
export async function highlight(page: Page, entry: Locator): Promise<void> {
  const menu = page.getByRole('menu').filter({ has: entry });
  // The menu is visible a moment before it takes keys.
  await expect(menu).toBeFocused();
  const entries = menu.locator('[role^="menuitem"]:not([data-disabled])');
  await page.keyboard.press('Home');
  for (let at = 0; ; at += 1) {
    await expect(entries.nth(at)).toHaveAttribute('data-highlighted');
    if ((await entry.getAttribute('data-highlighted')) !== null) return;
    await page.keyboard.press('ArrowDown');
  }
}
