// Long: a browser with a virtual authenticator, opened several times.
import { expectAccessible } from '../support/accessible.ts';
import { addAuthenticator } from '../support/authenticator.ts';
import { connected, disconnected } from '../support/connection.ts';
import { letterTo } from '../support/mailbox.ts';
import { demoPassword, fillProviderForm, people, signIn, signOut, toProviderForm } from '../support/people.ts';
import { underServiceWorker } from '../support/tabs.ts';
import { expect, test } from '../support/test.ts';

test('a person adds a passkey, signs in with it in place of the password, renames and removes it, and is let in by it no more', {
  tag: ['@I-7', '@D-20', '@D-27'],
}, async ({ page, context, platform, complaints }) => {
  await signIn(page, 'operator', '/profile');
  await addAuthenticator(page);
  const panel = page.getByRole('region', { name: 'Passkeys' });
  const activity = page.getByRole('region', { name: 'Recent Activity' });
  const passkeyButton = page.getByRole('button', { name: 'Sign in with a passkey' });

  await test.step('added after the password, under a name, with a letter to its owner', async () => {
    await expect(panel.getByText('No passkeys yet')).toBeVisible({ timeout: 60_000 });
    await expectAccessible(page);
    await panel.getByRole('button', { name: 'Add a Passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a Passkey' });
    const go = dialog.getByRole('button', { name: 'Continue' });
    await expect(dialog.getByLabel('Name')).toHaveValue('Linux computer');
    await go.click();
    await expect(dialog.getByText('Enter your current password')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel('Current password').fill('wrong');
    await go.click();
    await expect(dialog.getByText('The current password is not right')).toBeVisible({ timeout: 30_000 });
    await dialog.getByLabel('Current password').fill(demoPassword);
    await dialog.getByLabel('Name').fill('Field tablet');
    await go.click();
    await expect(page.getByText('Passkey added')).toBeVisible({ timeout: 30_000 });
    await expect(panel.getByText('Field tablet')).toBeVisible({ timeout: 30_000 });
    await expect(panel.getByText(/never used/)).toBeVisible();
    await expect(activity.getByText('Add a passkey').first()).toBeVisible({ timeout: 30_000 });
    await letterTo(platform.dataDir, people.operator, 'A passkey was added to your account');
  });

  await test.step('one to a device: the same device is told that it has one already', async () => {
    await panel.getByRole('button', { name: 'Add a Passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a Passkey' });
    await dialog.getByLabel('Current password').fill(demoPassword);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog.getByText('This device has a passkey of this account already.')).toBeVisible({ timeout: 30_000 });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
  });

  await signOut(page, /Chebet Koech/);

  await test.step('a browser without passkeys is offered none; who says no to the device can use the password', async () => {
    const plain = await context.newPage();
    await plain.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'));
    await plain.goto('/login');
    await toProviderForm(plain);
    await expect(plain.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
    await expect(plain.getByRole('button', { name: 'Sign in with a passkey' })).toBeHidden();
    await plain.close();

    await page.goto('/login?next=%2Fprofile');
    await toProviderForm(page);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }
    await page.evaluate(() => {
      const { credentials } = navigator;
      credentials.get = () => {
        Reflect.deleteProperty(credentials, 'get'); // once
        return Promise.reject(new DOMException('', 'NotAllowedError'));
      };
    });
    await passkeyButton.click();
    await expect(page.getByText('No passkey was used. Try again, or sign in with your password.')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('in by the passkey, to the page that was asked for', async () => {
    await passkeyButton.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible({ timeout: 60_000 });
    await expect(panel.getByText(/last used/)).toBeVisible({ timeout: 30_000 });
    await expect(activity.getByText('Confirm identity with a passkey')).toBeVisible({ timeout: 30_000 });
  });

  await test.step('another name, on the list and on record', async () => {
    await panel.getByRole('button', { name: 'Rename Field tablet' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rename Passkey' });
    const save = dialog.getByRole('button', { name: 'Save' });
    await expect(save).toHaveAccessibleDescription('Nothing was changed');
    await dialog.getByLabel('Name').fill('Kilifi tablet');
    await expectAccessible(page);
    await save.click();
    await expect(dialog).toHaveCount(0, { timeout: 30_000 });
    await expect(panel.getByText('Kilifi tablet')).toBeVisible({ timeout: 30_000 });
    await expect(activity.getByText('Rename a passkey')).toBeVisible({ timeout: 30_000 });
    await expectAccessible(page);
  });

  await test.step('without the platform the list is there, with its age, and says what needs the network', async () => {
    await underServiceWorker(page);
    await platform.stop();
    await expect(disconnected(page)).toBeVisible({ timeout: 35_000 });
    await page.reload();
    await expect(panel.getByText('Kilifi tablet')).toBeVisible({ timeout: 60_000 });
    for (const name of ['Add a Passkey', 'Rename Kilifi tablet', 'Remove Kilifi tablet'])
      await expect(panel.getByRole('button', { name })).toHaveAccessibleDescription(/needs the network/, { timeout: 60_000 });
    await expect(panel.getByText(/as of/i).first()).toBeVisible({ timeout: 30_000 });
    await platform.start();
    await expect(connected(page)).toBeVisible({ timeout: 60_000 });
  });

  await test.step('removed after the password', async () => {
    await panel.getByRole('button', { name: 'Remove Kilifi tablet' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove Passkey' });
    await dialog.getByLabel('Current password').fill(demoPassword);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('Passkey removed')).toBeVisible({ timeout: 30_000 });
    await expect(panel.getByText('No passkeys yet')).toBeVisible({ timeout: 30_000 });
    await letterTo(platform.dataDir, people.operator, 'A passkey was removed from your account');
  });

  await test.step('the device still has it, and the platform takes it no more; the password goes on', async () => {
    await signOut(page, /Chebet Koech/);
    await page.goto('/login?next=%2Fprofile');
    await toProviderForm(page);
    await passkeyButton.click();
    await expect(page.getByRole('alert')).toContainText('Login failed. Try again, or use your password.', { timeout: 30_000 });
    await expectAccessible(page);
    await fillProviderForm(page, people.operator, demoPassword);
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible({ timeout: 60_000 });
  });
  // The wrong password is answered 403, and nothing loads without the platform: the browser logs both.
  expect(complaints.besidesOutage().filter((text) => !text.includes('status of 403'))).toEqual([]);
});
