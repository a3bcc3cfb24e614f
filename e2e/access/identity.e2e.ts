// Long: emails, new passwords and sessions on other devices, one after the other.
import { expectAccessible } from '../support/accessible.ts';
import { connected, disconnected } from '../support/connection.ts';
import { letterTo } from '../support/mailbox.ts';
import { arrive, demoPassword, fillProviderForm, people, toProviderForm } from '../support/people.ts';
import { openProfile } from '../support/profile.ts';
import { underServiceWorker } from '../support/tabs.ts';
import { expect, test } from '../support/test.ts';

const strong = 'Mlima-Kenya-5199!';
const stronger = 'Ziwa-Victoria-68!';

test('who forgot the password gets a link by mail, sets a new one, and signs in with it', {
  tag: ['@I-5', '@I-6', '@I-21', '@I-24', '@D-22'],
}, async ({ page, platform, complaints }) => {
  await test.step('from the provider’s page to the request, which wants an address', async () => {
    await page.goto('/login');
    await toProviderForm(page);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Reset your password' })).toBeVisible({ timeout: 60_000 });
    const send = page.getByRole('button', { name: 'Send reset link' });
    await send.click();
    await expect(page.getByText('Email is required')).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Email').fill(people.bank);
    await send.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Check Your Email' })).toBeVisible({ timeout: 30_000 });
    await expectAccessible(page);
  });

  const { token } = await letterTo(platform.dataDir, people.bank, 'Set a new password');
  const submit = page.getByRole('button', { name: 'Set new password' });
  const repeat = page.getByLabel('Confirm password');

  await test.step('without a whole link there is nothing to set', async () => {
    await page.goto('/auth/reset-password/confirm');
    await expect(page.getByRole('heading', { level: 1, name: 'Invalid Reset Link' })).toBeVisible();
    await expect(page.getByText('Invalid or missing reset token')).toBeVisible();
    await page.getByRole('button', { name: 'Request New Link' }).click();
    await expect(page).toHaveURL(/\/auth\/reset-password$/);
  });

  await test.step('the new password is sent once every rule holds and both are alike', async () => {
    await page.goto(`/auth/reset-password/confirm?token=${token}`);
    await page.getByLabel('New password').fill('Mlima');
    await expect(submit).toHaveAccessibleDescription('Please meet all password requirements');
    await page.getByLabel('New password').fill(strong);
    await repeat.fill('Mlima');
    await expect(page.getByText("Passwords don't match")).toBeVisible();
    await expectAccessible(page);
    await repeat.fill(strong);
    await expect(page.getByText('Passwords match')).toBeVisible();
    await page.getByRole('button', { name: 'Show password' }).first().click();
    await expect(page.getByLabel('New password')).toHaveAttribute('type', 'text');
    await submit.click();
    await expect(page).toHaveURL(/\/login\?reset=success$/, { timeout: 30_000 });
    await expect(page.getByText('Your password was changed.')).toBeVisible();
  });

  await test.step('the link is over, the old password too, the new one opens the console', async () => {
    await page.goto(`/auth/reset-password/confirm?token=${token}`);
    await page.getByLabel('New password').fill(stronger);
    await repeat.fill(stronger);
    await submit.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Reset Failed' })).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole('button', { name: 'Request New Link' })).toBeVisible();
    await page.goto('/login?next=%2Fprofile');
    await toProviderForm(page);
    await fillProviderForm(page, people.bank, demoPassword);
    await expect(page.getByRole('alert')).toContainText('Login failed', { timeout: 30_000 });
    await page.getByLabel('Password', { exact: true }).fill(strong);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible({ timeout: 60_000 });
  });
  // An expired link is answered 410, which the browser logs; no other complaint is allowed.
  expect(complaints.all().filter((text) => !text.includes('status of 410'))).toEqual([]);
});

test('a person sees and edits their profile, changes the password, and ends a session elsewhere within five seconds', {
  tag: ['@I-7', '@D-19', '@D-22'],
}, async ({ page, platform, complaints }) => {
  await arrive(page, 'operator', '/profile');
  const information = page.getByRole('region', { name: 'Profile information' });
  const sessions = page.getByRole('region', { name: 'Active Sessions' });
  const activity = page.getByRole('region', { name: 'Recent Activity' });
  await expect(information.getByText('Chebet Koech')).toBeVisible();
  await expect(sessions.getByText('This session')).toBeVisible();
  await expect(activity.getByText('Sign in').first()).toBeVisible();
  await expectAccessible(page);

  await test.step('a name: only what was changed, shown everywhere and on record', async () => {
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Profile' });
    const save = dialog.getByRole('button', { name: 'Save Changes' });
    await expect(save).toHaveAccessibleDescription('Nothing was changed');
    await dialog.getByLabel('Full Name').fill('Chebet C. Koech');
    await expectAccessible(page);
    await save.click();
    await expect(dialog).toHaveCount(0, { timeout: 30_000 });
    await expect(information.getByText('Chebet C. Koech')).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole('button', { name: /^Chebet C\. Koech, Operator/ })).toBeVisible({ timeout: 30_000 });
    await expect(activity.getByText('Edit the profile')).toBeVisible({ timeout: 30_000 });
  });

  await test.step('another device: seen here, ended here, at the door there', async () => {
    const elsewhere = await openProfile(platform.url);
    const other = elsewhere.context.pages()[0] ?? (await elsewhere.context.newPage());
    try {
      await arrive(other, 'operator', '/system/health');
      await expect(connected(other)).toBeVisible({ timeout: 60_000 });
      await page.getByRole('button', { name: 'Refresh' }).click();
      await sessions.getByRole('button', { name: /^Revoke/ }).click({ timeout: 30_000 });
      await expect(page.getByText('Session ended')).toBeVisible({ timeout: 30_000 });
      const endedAt = Date.now();
      await expect(other.getByRole('button', { name: 'Sign in with SSO' })).toBeVisible({ timeout: 30_000 });
      expect(Date.now() - endedAt).toBeLessThan(5000);
      await expect(sessions.getByRole('button', { name: /^Revoke/ })).toHaveCount(0, { timeout: 30_000 });
    } finally {
      await elsewhere.close();
    }
  });

  await test.step('a password: the current one is asked for', async () => {
    await page.getByRole('button', { name: 'Change Password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change Password' });
    await dialog.getByLabel('Current password').fill('wrong');
    await dialog.getByLabel('New password').fill(stronger);
    await dialog.getByLabel('Confirm password').fill(stronger);
    const change = dialog.getByRole('button', { name: 'Change Password' });
    await change.click();
    await expect(dialog.getByText('The current password is not right')).toBeVisible({ timeout: 30_000 });
    await dialog.getByLabel('Current password').fill(demoPassword);
    await change.click();
    await expect(page.getByText('Password changed')).toBeVisible({ timeout: 30_000 });
    await letterTo(platform.dataDir, people.operator, 'Your password was changed');
  });

  await test.step('without the platform it can be read, with its age, and says what needs the network', async () => {
    await underServiceWorker(page);
    await expect(activity.getByText('Change the password').first()).toBeVisible({ timeout: 30_000 });
    await platform.stop();
    await expect(disconnected(page)).toBeVisible({ timeout: 35_000 });
    await page.reload();
    await expect(information.getByText('Chebet C. Koech').first()).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole('button', { name: 'Edit Profile' })).toHaveAccessibleDescription(/needs the network/, { timeout: 60_000 });
    await expect(information.getByText(/as of/i).first()).toBeVisible({ timeout: 30_000 });
  });
  // The wrong password is answered 403, and nothing loads without the platform: the browser logs both.
  expect(complaints.besidesOutage().filter((text) => !text.includes('status of 403'))).toEqual([]);
});
