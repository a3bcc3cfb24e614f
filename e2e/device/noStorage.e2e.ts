// Long: a database that does not open is retried at growing intervals.
import { signIn } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

/** Simulates a browser that denies IndexedDB to pages and workers. */
const withoutIndexedDb = "Object.defineProperty(globalThis, 'indexedDB', { value: undefined })";

test.use({ beforeHub: withoutIndexedDb });

test('without IndexedDB the console says what is missing, promises nothing, and still lets in and out', { tag: ['@F-14'] }, async ({
  page,
  context,
  complaints,
}) => {
  await context.addInitScript(withoutIndexedDb);
  await signIn(page, 'operator', '/system/health');
  await expect(page.getByText('This device cannot store new data.')).toBeVisible();
  await expect(page.getByText('This browser gives the console no storage', { exact: false })).toBeVisible();
  await expect(page.getByText('Disconnected').first()).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('health.png') });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await page.getByRole('button', { name: /Chebet Koech/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Sign in with SSO' })).toBeVisible();
  expect(complaints.all()).toEqual([]);
});
