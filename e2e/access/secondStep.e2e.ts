// Long: signs in several times through the provider's pages.
import { authenticatorApp } from '../support/authenticatorApp.ts';
import { addAuthenticator } from '../support/authenticator.ts';
import { expectAccessible } from '../support/accessible.ts';
import { expectSoundInBothThemes } from '../support/everyScreen.ts';
import { letterTo } from '../support/mailbox.ts';
import { arrive, demoPassword, fillProviderForm, people, signIn, signOut, toProviderForm } from '../support/people.ts';
import { openProfile } from '../support/profile.ts';
import { expect, test } from '../support/test.ts';

test('a person sets up an authenticator app, is asked for its code at the next sign-in, and gets in by a recovery code where it is lost', {
  tag: ['@G-25'],
}, async ({ page, platform }) => {
  await signIn(page, 'bank', '/profile');
  const panel = page.getByRole('region', { name: 'Second Step' });
  await expect(panel.getByText('No authenticator app')).toBeVisible();
  await panel.getByRole('button', { name: 'Set Up an App' }).click();
  const setting = page.getByRole('dialog', { name: 'Set Up an Authenticator App' });
  await expect(setting.getByRole('img', { name: 'The secret key as a QR code' })).toBeVisible();
  await expectSoundInBothThemes(page, 'Set Up an Authenticator App');
  const app = authenticatorApp((await setting.locator('code').textContent()) ?? '');
  const codeField = setting.getByLabel('Code that the app shows');
  await codeField.fill('12345');
  await codeField.press('Enter');
  await expect(setting.getByText('Enter the six digits that the app shows')).toBeVisible();
  await codeField.fill(app.shows(40));
  await codeField.press('Enter');
  await expect(setting.getByText('The code is not right. Look at the one that the app shows now')).toBeVisible();
  // Use the previous period's code, so that the later codes stay unused for the sign-ins below.
  await codeField.fill(app.shows(-1));
  await setting.getByRole('button', { name: 'Set Up', exact: true }).click();

  const codes = page.getByRole('alertdialog', { name: 'Your Recovery Codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const [first = ''] = await codes.getByRole('listitem').allTextContents();
  await expectSoundInBothThemes(page, 'Your Recovery Codes');
  await codes.getByRole('button', { name: 'I have stored them safely' }).click();
  await expect(panel.getByText('10 are left; each works once, instead of the app')).toBeVisible();
  await letterTo(platform.dataDir, people.bank, 'An authenticator app was set up for your account');

  await test.step('a code after the password, and nothing without it', async () => {
    await signOut(page, /Otieno Odhiambo/);
    await toProviderForm(page);
    await fillProviderForm(page, people.bank, demoPassword);
    await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Code of your authenticator app').fill(app.shows(40));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByText('The code is not right, or was used before.')).toBeVisible();
    // A reload shows the same page; the user is not signed in.
    await page.reload();
    await page.getByLabel('Code of your authenticator app').fill(app.shows());
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('button', { name: /Otieno Odhiambo/ })).toBeVisible();
  });

  await test.step('a recovery code in its place, which is told by letter and counted', async () => {
    await signOut(page, /Otieno Odhiambo/);
    await toProviderForm(page);
    await fillProviderForm(page, people.bank, demoPassword);
    await page.getByText('Use a recovery code').click();
    await page.getByLabel('Recovery code').fill(first.toLowerCase());
    await page.getByRole('button', { name: 'Sign in with it' }).click();
    await expect(page.getByRole('button', { name: /Otieno Odhiambo/ })).toBeVisible();
    await letterTo(platform.dataDir, people.bank, 'A recovery code was used');
    await page.goto('/profile');
    await expect(panel.getByText('9 are left; each works once, instead of the app')).toBeVisible();
  });

  await test.step('new codes, and the app removed', async () => {
    await panel.getByRole('button', { name: 'Make new recovery codes' }).click();
    await page.getByRole('dialog', { name: 'Make New Recovery Codes' }).getByRole('button', { name: 'Make new codes' }).click();
    await expect(codes.getByRole('listitem')).toHaveCount(10);
    expect(await codes.getByRole('listitem').allTextContents()).not.toContain(first);
    await codes.getByRole('button', { name: 'I have stored them safely' }).click();
    await panel.getByRole('button', { name: 'Remove the authenticator app' }).click();
    await page.getByRole('dialog', { name: 'Remove Authenticator App' }).getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(panel.getByText('No authenticator app')).toBeVisible();
    await letterTo(platform.dataDir, people.bank, 'Your authenticator app was removed');
  });
});

test('an administrator asks a role for a second factor: who has none sets one up before anything opens; it is seen at the account, and taken away', {
  tag: ['@G-25'],
}, async ({ page, platform }) => {
  await arrive(page, 'admin', '/admin/users?q=Chebet');
  await page.getByRole('button', { name: 'Second Factor' }).click();
  const asking = page.getByRole('dialog', { name: 'Second Factor' });
  await asking.getByLabel('Operator').check();
  await expectSoundInBothThemes(page, 'Second Factor');
  await asking.getByRole('button', { name: 'Save' }).click();
  await expect(asking).toHaveCount(0);
  await expect(page.getByText('Second factor set', { exact: true }).first()).toBeVisible();

  const other = await openProfile(platform.url);
  try {
    const theirs = other.context.pages()[0] ?? (await other.context.newPage());
    await theirs.goto('/profile');
    await toProviderForm(theirs);
    await fillProviderForm(theirs, people.operator, demoPassword);
    await expect(theirs.getByRole('heading', { name: 'Set up a second step' })).toBeVisible();
    await expectAccessible(theirs);
    const app = authenticatorApp((await theirs.locator('code').textContent()) ?? '');
    await theirs.getByLabel('Code that the app shows').fill(app.shows());
    await theirs.getByRole('button', { name: 'Continue' }).click();
    await expect(theirs.getByRole('heading', { name: 'Your authenticator app is set up' })).toBeVisible();
    await expect(theirs.getByRole('listitem')).toHaveCount(10);
    await expectAccessible(theirs);
    await theirs.getByRole('button', { name: 'I have stored them safely' }).click();
    await expect(
      theirs.getByRole('region', { name: 'Second Step' }).getByText('Your organisation requires a second factor', { exact: true }),
    ).toBeVisible();
    await expect(theirs.getByRole('button', { name: 'Remove the authenticator app' })).toHaveAttribute('aria-disabled', 'true');

    await page.getByRole('button', { name: 'Access of Chebet Koech' }).click();
    const dialog = page.getByRole('dialog', { name: 'Access of Chebet Koech' });
    const step = dialog.getByRole('region', { name: 'Second step' });
    await expect(step.getByText('recovery codes left: 10')).toBeVisible();
    await step.getByRole('button', { name: 'Remove authenticator app' }).click();
    await expect(step.getByText('No authenticator app.')).toBeVisible();
    await letterTo(platform.dataDir, people.operator, 'Your authenticator app was removed');
  } finally {
    await other.close();
  }
});

test('whoever is asked for a second factor may make a passkey on the way in, and is asked for it after the password', {
  tag: ['@G-25'],
}, async ({ page, platform }) => {
  await arrive(page, 'admin', '/admin/users');
  await page.getByRole('button', { name: 'Second Factor' }).click();
  const asking = page.getByRole('dialog', { name: 'Second Factor' });
  await asking.getByLabel('Operator').check();
  await asking.getByRole('button', { name: 'Save' }).click();
  await expect(asking).toHaveCount(0);

  const other = await openProfile(platform.url);
  try {
    const theirs = other.context.pages()[0] ?? (await other.context.newPage());
    await addAuthenticator(theirs);
    await theirs.goto('/');
    await toProviderForm(theirs);
    await fillProviderForm(theirs, people.operator, demoPassword);
    await theirs.getByRole('button', { name: 'Set up a passkey instead' }).click();
    await expect(theirs.getByRole('button', { name: /Chebet Koech/ })).toBeVisible();
    await letterTo(platform.dataDir, people.operator, 'A passkey was added to your account');
    await signOut(theirs, /Chebet Koech/);
    await toProviderForm(theirs);
    await fillProviderForm(theirs, people.operator, demoPassword);
    await expect(theirs.getByText('Your organisation asks for your passkey too.')).toBeVisible();
    await expectAccessible(theirs);
    await theirs.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(theirs.getByRole('button', { name: /Chebet Koech/ })).toBeVisible();
  } finally {
    await other.close();
  }
});
