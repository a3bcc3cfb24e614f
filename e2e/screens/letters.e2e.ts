// Long: a mail server that refuses and comes back; the platform's tests of letters cover the parts faster.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectSoundInBothThemes } from '../support/everyScreen.ts';
import { letterTo } from '../support/mailbox.ts';
import { arrive } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const newcomer = 'wairimu.ndungu@ukweli.example';

test('a letter that could not be sent says so at its user, is sent again by an administrator, and says that it was sent', {
  tag: ['@S-9'],
}, async ({ page, platform, complaints }) => {
  // Emails cannot be written: a file is in the mailbox folder's place.
  const mailbox = join(platform.dataDir, 'mailbox');
  writeFileSync(mailbox, '');
  await arrive(page, 'admin', '/admin/users');
  await page.getByRole('button', { name: 'Add User' }).click();
  const adding = page.getByRole('dialog', { name: 'Add New User' });
  await adding.getByLabel('Name').fill('Wairimu Ndungu');
  await adding.getByLabel('Email').fill(newcomer);
  await adding.getByRole('button', { name: 'Create User' }).click();
  await expect(adding).toHaveCount(0);

  await page.goto('/admin/users?q=wairimu');
  const row = page.getByRole('row', { name: /Wairimu Ndungu/ });
  await expect(row).toContainText('Email waiting', { timeout: 90_000 }); // At the list's next refetch.
  await page.getByRole('button', { name: 'Edit Wairimu Ndungu' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit User' });
  const letter = dialog.getByRole('region', { name: 'Emails' }).getByRole('listitem');
  await expect(letter).toHaveText(/Welcome\s*since .*the mail server did not accept it\s*Waiting/);
  await expectSoundInBothThemes(page, 'Letters at a user');

  rmSync(mailbox);
  // If the automatic retry came before the press, the email is already sent and not sent twice.
  await dialog.getByRole('button', { name: 'Send again: Welcome' }).click();
  await expect(letter.locator('[data-claim=letterSent][data-answer=yes]')).toHaveText('Sent');
  await expect(dialog.getByRole('button', { name: /^Send again/ })).toBeVisible();
  await letterTo(platform.dataDir, newcomer, 'You have an account');
  expect(complaints.all()).toEqual([]);
});
