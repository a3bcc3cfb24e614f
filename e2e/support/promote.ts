import type { Page } from '@playwright/test';

/** Selects a dead letter and promotes it, up to the dialog's answer. */
export async function promote(page: Page, id: string): Promise<void> {
  await page.getByRole('checkbox', { name: `Select dead letter ${id}` }).check();
  await page.getByRole('button', { name: 'Promote 1 item', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Promote ${id}` })
    .click();
}
