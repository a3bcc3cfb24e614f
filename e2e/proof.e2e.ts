import type { Page } from '@playwright/test';
import { addAuthenticator } from './support/authenticator.ts';
import { connected } from './support/connection.ts';
import { expectSoundInBothThemes } from './support/everyScreen.ts';
import { movablePlatform, movePlatform } from './support/movableClock.ts';
import { arrive, demoPassword } from './support/people.ts';
import { expect, test } from './support/test.ts';

test.use({ platformEnv: movablePlatform });

const minuteMs = 60_000;
const question = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' });
const roleOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });

test('[G-25] [G-9] [A-24] a session that was left open changes no role until its owner has confirmed who it is, by password or passkey; what was typed goes on by itself, and calling it off changes nothing', async ({
  page,
  platform,
}) => {
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
    await expect(change.getByText('You did not confirm that it is you: nothing was changed')).toBeVisible();
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
    // The session went on all the while, under tokens of its own.
    await expect(connected(page)).toBeVisible();
  });
});
