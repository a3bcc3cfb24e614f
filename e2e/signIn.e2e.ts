import { people, type Person, signIn } from './support/people.ts';
import { expectAccessible } from './support/accessible.ts';
import { expect, test } from './support/test.ts';

/** The label of the console role that an account gets (D-5). */
const badges: Readonly<Record<Person, string>> = {
  admin: 'Admin',
  bank: 'Bank Ops',
  auditor: 'Read Only',
  operator: 'Operator',
  kampala: 'Operator',
};

for (const [who, badge] of Object.entries(badges) as [Person, string][]) {
  // the keys of the record above
  test(`[D-4, D-5] ${people[who]} signs in with SSO and sees the Health Monitor as ${badge}`, async ({ page, complaints }) => {
    await signIn(page, who, '/system/health');
    await expect(page).toHaveURL('/system/health');
    await expect(page.getByRole('heading', { level: 1, name: 'Health Monitor' })).toBeVisible();
    for (const component of ['API Gateway', 'Database', 'Verification Engine', 'Evidence Storage']) {
      await expect(page.getByRole('heading', { name: component })).toBeVisible();
    }
    await expect(page.getByRole('banner').getByText(badge, { exact: true })).toBeVisible();
    await expect(page.getByText('Connected · SSE', { exact: true }).first()).toBeVisible();
    await expectAccessible(page);
    expect(complaints.all()).toEqual([]);
  });
}

test('[D-21] nothing of the console opens without a session, and signing out closes it', async ({ page, platform, complaints }) => {
  await page.goto('/operations/pipeline');
  await expect(page.getByRole('button', { name: 'Sign in with SSO' })).toBeVisible();
  for (const path of ['/api/health', '/api/pipeline', '/api/dlq', '/api/verifications', '/api/evidence', '/api/auth/me']) {
    expect((await fetch(`${platform.url}${path}`, { headers: { 'X-Tenant-ID': 'demo' } })).status, path).toBe(401);
  }
  await signIn(page, 'operator', '/system/health');
  await page.getByRole('button', { name: /Chebet Koech/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Sign in with SSO' })).toBeVisible();
  await page.goto('/system/health');
  await expect(page.getByRole('button', { name: 'Sign in with SSO' })).toBeVisible();
  expect(complaints.all()).toEqual([]);
});
