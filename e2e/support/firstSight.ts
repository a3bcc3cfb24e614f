import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';

/**
 * Checks what a user who signed in at the Health Monitor sees first: the requested page, its components, the role, and the stream.
 * @param badge the label of the console role that the account gets (D-5)
 */
export async function expectFirstSight(page: Page, badge: string): Promise<void> {
  await expect(page).toHaveURL('/system/health');
  await expect(page.getByRole('heading', { level: 1, name: 'Health Monitor' })).toBeVisible();
  for (const component of ['API Gateway', 'Database', 'Verification Engine', 'Evidence Storage'])
    await expect(page.getByRole('heading', { name: component })).toBeVisible();
  await expect(page.getByRole('banner').getByText(badge, { exact: true })).toBeVisible();
  await expect(page.getByText('Connected · SSE', { exact: true }).first()).toBeVisible();
  await expectAccessible(page);
}
