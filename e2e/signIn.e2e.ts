import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from '../scripts/root.mjs';
import { expectAccessible } from './support/accessible.ts';
import { fillProviderForm, people, type Person, signIn } from './support/people.ts';
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

/** Makes an administrator of a tenant of his own at the command line, as on the first day of a platform without the demo. */
async function createAdministrator(dataDir: string, email: string, password: string): Promise<void> {
  const account = ['--email', email, '--name', 'Achieng Were', '--tenant', 'lakeside', '--tenant-name', 'Lakeside', '--place', 'Kisumu'];
  await promisify(execFile)('npm', ['run', '-s', 'admin:create', '--', ...account], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, UKWELI_ADMIN_PASSWORD: password },
  });
}

test('[D-21] [D-4] nothing of the console opens without a session, and signing out closes it; an administrator made at the command line gets in', async ({
  page,
  platform,
  complaints,
}) => {
  const administrator = ['first@lakeside.example', 'Lakeside-2026!'] as const;
  await platform.stop(); // the embedded database is one process's
  await createAdministrator(platform.dataDir, ...administrator);
  await platform.start();

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

  await page.getByRole('button', { name: 'Sign in with SSO' }).click();
  await fillProviderForm(page, ...administrator);
  const banner = page.getByRole('banner');
  await expect(banner.getByText('Admin', { exact: true })).toBeVisible();
  await expect(banner.getByText('Lakeside · Kisumu')).toBeVisible();
  expect(complaints.all()).toEqual([]);
});
