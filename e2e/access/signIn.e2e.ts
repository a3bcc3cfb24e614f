import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from '../../scripts/root.mjs';
import { expectFirstSight } from '../support/firstSight.ts';
import { fillProviderForm, people, signIn, signOut } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

/** Creates an administrator with a new tenant at the command line, as on the first day of a platform without the demo. */
async function createAdministrator(dataDir: string, email: string, password: string): Promise<void> {
  const account = ['--email', email, '--name', 'Achieng Were', '--tenant', 'lakeside', '--tenant-name', 'Lakeside', '--place', 'Kisumu'];
  await promisify(execFile)('npm', ['run', '-s', 'admin:create', '--', ...account], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, UKWELI_ADMIN_PASSWORD: password },
  });
}

test(`nothing of the console opens without a session, and signing out closes it; an administrator made at the command line gets in; ${people.kampala}, of the second tenant, signs in with SSO and sees the Health Monitor as Operator`, {
  tag: ['@D-21', '@D-4', '@D-5'],
}, async ({ page, platform, complaints }) => {
  const administrator = ['first@lakeside.example', 'Ziwa-Victoria-68!'] as const;
  await platform.stop(); // The embedded database allows only one process.
  await createAdministrator(platform.dataDir, ...administrator);
  await platform.start();

  await page.goto('/operations/pipeline');
  await expect(page.getByRole('button', { name: 'Sign in with SSO' })).toBeVisible();
  for (const path of ['/api/health', '/api/pipeline', '/api/dlq', '/api/verifications', '/api/evidence', '/api/auth/me']) {
    expect((await fetch(`${platform.url}${path}`, { headers: { 'X-Tenant-ID': 'demo' } })).status, path).toBe(401);
  }
  await signIn(page, 'operator', '/system/health');
  await signOut(page, /Chebet Koech/);
  await page.goto('/system/health');
  await expect(page.getByRole('button', { name: 'Sign in with SSO' })).toBeVisible();

  await page.getByRole('button', { name: 'Sign in with SSO' }).click();
  await fillProviderForm(page, ...administrator);
  const banner = page.getByRole('banner');
  await expect(banner.getByText('Admin', { exact: true })).toBeVisible();
  await expect(banner.getByText('Lakeside · Kisumu')).toBeVisible();

  await signOut(page, /Achieng Were/);
  await signIn(page, 'kampala', '/system/health');
  await expectFirstSight(page, 'Operator');
  await expect(banner.getByText('Kampala')).toBeVisible();
  expect(complaints.all()).toEqual([]);
});
