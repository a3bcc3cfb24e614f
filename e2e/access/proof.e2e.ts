// Long: four people confirm who they are, one after the other.
import type { Page } from '@playwright/test';
import { addAuthenticator } from '../support/authenticator.ts';
import { authenticatorApp } from '../support/authenticatorApp.ts';
import { connected } from '../support/connection.ts';
import { expectSoundInBothThemes } from '../support/everyScreen.ts';
import { movablePlatform, movePlatform } from '../support/movableClock.ts';
import { letterTo } from '../support/mailbox.ts';
import { arrive, demoPassword, people } from '../support/people.ts';
import { openProfile } from '../support/profile.ts';
import { expect, test } from '../support/test.ts';

test.use({ platformEnv: movablePlatform });

const minuteMs = 60_000;
const question = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' });
const roleOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });

test('a session that was left open changes no role until its owner has confirmed who it is, by password or passkey; what was typed goes on by itself, and calling it off changes nothing', {
  tag: ['@G-25', '@G-9'],
}, async ({ page, platform }) => {
  await addAuthenticator(page);
  await arrive(page, 'admin', '/profile');
  const panel = page.getByRole('region', { name: 'Passkeys' });
  await panel.getByRole('button', { name: 'Add a Passkey' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a Passkey' });
  await adding.getByLabel('Name').fill('This laptop');
  await adding.getByLabel('Current password').fill(demoPassword);
  await adding.getByRole('button', { name: 'Continue' }).click();
  await expect(panel.getByText('This laptop')).toBeVisible();

  await page.goto('/admin/users?q=Otieno');
  await expect(connected(page)).toBeVisible();
  movePlatform(platform, 6 * minuteMs);
  const change = page.getByRole('dialog', { name: 'Change Role or Status' });
  const choose = async (role: string) => {
    await page.getByRole('button', { name: 'Change Role or Status: Otieno Odhiambo' }).click();
    await change.getByLabel('Role').selectOption(role);
    await change.getByRole('button', { name: 'Save Changes' }).click();
  };

  await test.step('called off: nothing is changed, and it says so', async () => {
    await choose('auditor');
    await expect(question(page)).toBeVisible();
    await expectSoundInBothThemes(page, 'Confirm that it is you');
    await question(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(change.getByText('You did not confirm your identity: nothing was changed')).toBeVisible();
  });

  await test.step('a wrong password is told at its field; the right one has the change go on', async () => {
    await change.getByRole('button', { name: 'Save Changes' }).click();
    await question(page).getByLabel('Current password').fill('not this one');
    await question(page).getByLabel('Current password').press('Enter');
    await expect(question(page).getByText('The current password is not right')).toBeVisible();
    await question(page).getByLabel('Current password').fill(demoPassword);
    await question(page).getByRole('button', { name: 'Confirm' }).click();
    await expect(question(page)).toHaveCount(0);
    await expect(change).toHaveCount(0);
    await expect(roleOf(page, 'Otieno Odhiambo')).toContainText('Auditor');
  });

  await test.step('within five minutes it is not asked again; after them a passkey will do', async () => {
    await choose('operator');
    await expect(change).toHaveCount(0);
    await expect(roleOf(page, 'Otieno Odhiambo')).toContainText('Operator');
    movePlatform(platform, 12 * minuteMs);
    await choose('bank_ops');
    await question(page).getByRole('button', { name: 'Use a passkey' }).click();
    await expect(change).toHaveCount(0);
    await expect(roleOf(page, 'Otieno Odhiambo')).toContainText('Bank');
    // The session continued meanwhile, under new tokens.
    await expect(connected(page)).toBeVisible();
  });
});

test('an administrator sees by what somebody gets in, removes a passkey, and starts the account anew: whoever is in is out, and nothing of before opens it', {
  tag: ['@G-25', '@G-9'],
}, async ({ page, platform }) => {
  const other = await openProfile(platform.url);
  try {
    const theirs = other.context.pages()[0] ?? (await other.context.newPage());
    await addAuthenticator(theirs);
    await arrive(theirs, 'bank', '/profile');
    const panel = theirs.getByRole('region', { name: 'Passkeys' });
    await panel.getByRole('button', { name: 'Add a Passkey' }).click();
    const adding = theirs.getByRole('dialog', { name: 'Add a Passkey' });
    await adding.getByLabel('Name').fill('Field tablet');
    await adding.getByLabel('Current password').fill(demoPassword);
    await adding.getByRole('button', { name: 'Continue' }).click();
    await expect(panel.getByText('Field tablet')).toBeVisible();

    await arrive(page, 'admin', '/admin/users?q=Otieno');
    await page.getByRole('button', { name: 'Access of Otieno Odhiambo' }).click();
    const dialog = page.getByRole('dialog', { name: 'Access of Otieno Odhiambo' });
    await expect(dialog.getByRole('region', { name: 'Signed-in devices' }).getByRole('listitem')).toHaveCount(1);
    await expect(dialog.getByText('Field tablet')).toBeVisible();
    await expect(dialog.getByText('Has a password here.')).toBeVisible();
    await expectSoundInBothThemes(page, 'Access of Otieno Odhiambo');

    await dialog.getByRole('button', { name: 'Remove passkey: Field tablet' }).click();
    await expect(dialog.getByText('No passkeys.')).toBeVisible();
    await expect(page.getByText('Passkey removed', { exact: true }).first()).toBeVisible();

    await dialog.getByRole('button', { name: 'Reset access' }).click();
    await expect(dialog.getByText('Reset all access of Otieno Odhiambo?')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.getByRole('button', { name: 'Reset access' }).click();
    await dialog.getByRole('button', { name: 'Reset access' }).click();
    await expect(dialog.getByText('None now.')).toBeVisible();
    await expect(dialog.getByText('Has no password here.')).toBeVisible();
    await expect(theirs.getByRole('button', { name: 'Sign in with SSO' })).toBeVisible();
    await letterTo(platform.dataDir, people.bank, 'Access to your account was reset');
    await letterTo(platform.dataDir, people.bank, 'Set a new password');

    // Without the platform the last read content stays, with its age, and nothing can be ended.
    await platform.stop();
    await expect(dialog.getByText('None when last read.')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Reset access' })).toHaveAttribute('aria-disabled', 'true');
  } finally {
    await other.close();
  }
});

test('whoever has an authenticator app confirms who they are by its code, and a wrong one is told at its field', {
  tag: ['@G-25'],
}, async ({ page, platform }) => {
  await arrive(page, 'bank', '/profile');
  const panel = page.getByRole('region', { name: 'Second Step' });
  await panel.getByRole('button', { name: 'Set Up an App' }).click();
  const setting = page.getByRole('dialog', { name: 'Set Up an Authenticator App' });
  const app = authenticatorApp((await setting.locator('code').textContent()) ?? '');
  await setting.getByLabel('Code that the app shows').fill(app.shows());
  await setting.getByRole('button', { name: 'Set Up', exact: true }).click();
  const codes = page.getByRole('alertdialog', { name: 'Your Recovery Codes' });
  await codes.getByRole('button', { name: 'I have stored them safely' }).click();

  movePlatform(platform, 6 * minuteMs);
  const ahead = (6 * minuteMs) / 30_000;
  await panel.getByRole('button', { name: 'Make new recovery codes' }).click();
  await page.getByRole('dialog', { name: 'Make New Recovery Codes' }).getByRole('button', { name: 'Make new codes' }).click();
  const code = question(page).getByLabel('Or the code of your authenticator app');
  await expectSoundInBothThemes(page, 'Confirm that it is you');
  await question(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(question(page).getByText('Enter your current password, or a code')).toBeVisible();
  await code.fill('123');
  await code.press('Enter');
  await expect(question(page).getByText('Enter the six digits that the app shows')).toBeVisible();
  await code.fill(app.shows(ahead + 40));
  await code.press('Enter');
  await expect(question(page).getByText('The code is not right.')).toBeVisible();
  await code.fill(app.shows(ahead));
  await question(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(question(page)).toHaveCount(0);
  await expect(codes.getByRole('listitem')).toHaveCount(10);
});
