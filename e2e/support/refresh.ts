import { expect, type Page } from '@playwright/test';

/**
 * Presses the page's Refresh by key: what a refusal said may stand over it. Once what was asked for by the press before has come: a busy button takes no press (I-19), and a panel shows
 * its rows before the last of what its page asks for is there.
 */
export async function pressRefresh(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^Refresh/ }).first();
  await expect(button).toBeEnabled(); // `aria-disabled` counts
  await button.press('Enter');
}
