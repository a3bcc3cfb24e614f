import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Goes down an open menu by the keyboard until this entry is the one that Enter takes. Each key is seen to have done its work before the next is
 * pressed: an entry that was passed by too soon is not come back to.
 */
export async function highlight(page: Page, entry: Locator): Promise<void> {
  const menu = page.getByRole('menu').filter({ has: entry });
  // It is seen a moment before keys go to it.
  await expect(menu).toBeFocused();
  const entries = menu.locator('[role^="menuitem"]:not([data-disabled])');
  await page.keyboard.press('Home');
  for (let at = 0; ; at += 1) {
    await expect(entries.nth(at)).toHaveAttribute('data-highlighted');
    if ((await entry.getAttribute('data-highlighted')) !== null) return;
    await page.keyboard.press('ArrowDown');
  }
}
