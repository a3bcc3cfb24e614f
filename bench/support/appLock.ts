import type { Page } from '@playwright/test';

/** What the benches lock the console with. */
export const lockPin = '48291357';

/** A lock by PIN, as a person sets it up; every row is sealed when this resolves, and the page stays on the profile. */
export async function setUpLock(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/profile`);
  await page.getByRole('button', { name: 'Set Up App Lock' }).click();
  await page.getByRole('radio', { name: /PIN/ }).check();
  await page.getByLabel('PIN or password', { exact: true }).fill(lockPin);
  await page.getByLabel('The same again').fill(lockPin);
  await page.getByRole('button', { name: 'Set Up', exact: true }).click();
  // The notice, which comes when it is done; the panel has a sentence that begins the same.
  await page.getByText('What this device holds is sealed.', { exact: true }).waitFor();
}
