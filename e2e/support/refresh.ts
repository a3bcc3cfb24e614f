import { expect, type Page } from '@playwright/test';

/**
 * Presses the page's Refresh by keyboard: a refusal's message may cover it. Waits until the previous refresh is over: a busy button
 * ignores presses (I-19), and a panel shows its rows before the page's last answer is there.
 */
export async function pressRefresh(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^Refresh/ }).first();
  await expect(button).toBeEnabled(); // `aria-disabled` counts
  await button.press('Enter');
}
