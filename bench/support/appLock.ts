import type { Page } from '@playwright/test';

/** The PIN with which the benches lock the console. */
export const lockPin = '48291357';

/** Sets up a PIN lock as a person would. When it resolves every row is encrypted, and the page is on the profile. */
export async function setUpLock(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/profile`);
  await page.getByRole('button', { name: 'Set Up App Lock' }).click();
  await page.getByRole('radio', { name: /PIN/ }).check();
  await page.getByLabel('PIN or password', { exact: true }).fill(lockPin);
  await page.getByLabel('Repeat it').fill(lockPin);
  await page.getByRole('button', { name: 'Set Up', exact: true }).click();
  // The notice at the end; a sentence in the panel begins the same.
  await page.getByText('Your data on this device is encrypted.', { exact: true }).waitFor();
}
