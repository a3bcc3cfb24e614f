// Long: half an hour in several tabs, with warning, extension and lock.
import type { Page } from '@playwright/test';
import { connected } from '../support/connection.ts';
import { openStreams } from '../support/metrics.ts';
import { holdTime, movableHub, movablePlatform } from '../support/movableClock.ts';
import { demoPassword, fillProviderForm, people, signIn } from '../support/people.ts';
import { storedSchema } from '../support/tabs.ts';
import { expect, test } from '../support/test.ts';

test.use({ beforeHub: movableHub, platformEnv: movablePlatform });

const minuteMs = 60_000;
/** A little more than ten minutes, so that what is due at the tenth has happened. */
const tenMinutes = 10 * minuteMs + 2_000;

/** End of the session according to the platform, epoch milliseconds; null without a session. */
async function sessionEnd(page: Page): Promise<number | null> {
  const answer = await page.request.get('/api/auth/me');
  if (answer.status() === 401) return null;
  const { expiresAt } = (await answer.json()) as { readonly expiresAt: string }; // sessionResponseSchema
  return Date.parse(expiresAt);
}

const dialog = (tab: Page) => tab.getByRole('alertdialog', { name: 'Session Expiring Soon' });

test('half an hour with nobody there: refreshed, warned in every tab, extended from any, then locked, and back to where one was', {
  tag: ['@C-10', '@C-52', '@C-53', '@D-31', '@D-34'],
}, async ({ page, context, platform, complaints }) => {
  const move = await holdTime(page, platform);
  await context.addInitScript(() => {
    globalThis.addEventListener('session-timeout', () => document.documentElement.setAttribute('data-session-timeout', ''));
  });
  const there = '/operations/verifications?status=failed';
  await signIn(page, 'operator', there);
  await expect(page.getByRole('heading', { level: 1, name: 'Verification History' })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/system/health');
  await expect(other.getByRole('heading', { level: 1, name: 'Health Monitor' })).toBeVisible();
  const tabs = [page, other];

  /** Advances ten minutes and waits for the refresh that is due five minutes before the session's end. */
  const tenMinutesPass = async () => {
    const before = (await sessionEnd(page)) ?? Number.NaN;
    await move(tenMinutes);
    await expect.poll(() => sessionEnd(page)).toBeGreaterThan(before + 9 * minuteMs);
  };

  await tenMinutesPass();
  await tenMinutesPass();
  await other.keyboard.press('Shift');
  // Thirty minutes since the last input in the first tab, ten since the second's: the latter counts for both.
  await tenMinutesPass();
  for (const tab of tabs) await expect(dialog(tab)).toHaveCount(0);
  await tenMinutesPass();
  await move(5 * minuteMs);

  for (const tab of tabs) {
    await expect(dialog(tab)).toBeVisible();
    await expect(dialog(tab).getByRole('timer')).toHaveText(/^4:[0-5]\d$/);
    await expect(dialog(tab).getByRole('button', { name: 'Log Out', exact: true })).toBeEnabled();
  }
  const shown = await dialog(page).getByRole('timer').textContent();
  await expect(dialog(page).getByRole('timer')).not.toHaveText(shown ?? '');
  const atWarning = (await sessionEnd(page)) ?? Number.NaN;
  await dialog(other).getByRole('button', { name: 'Extend Session', exact: true }).click();
  for (const tab of tabs) await expect(dialog(tab)).toHaveCount(0);
  expect(await sessionEnd(page)).toBeGreaterThan(atWarning);

  await tenMinutesPass();
  await tenMinutesPass();
  await move(5 * minuteMs);
  for (const tab of tabs) await expect(dialog(tab)).toBeVisible();
  await move(4.7 * minuteMs); // The rest runs out in real time.
  for (const tab of tabs) {
    await expect(tab.getByText('Your session timed out. No activity for 30 minutes. Sign in to continue.')).toBeVisible();
    await expect(tab.locator('html')).toHaveAttribute('data-session-timeout', '');
    await expect(tab.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
    await expect(tab.getByText(people.operator)).toHaveCount(0);
  }
  await expect.poll(() => sessionEnd(page)).toBeNull();
  await expect.poll(() => openStreams(platform)).toBe(0);
  // Locked, not wiped: the same user finds the rows again.
  expect((await storedSchema(page)).version).toBeGreaterThan(0);

  // The provider asks for credentials again, although it remembers the last user.
  await page.getByRole('button', { name: 'Sign in with SSO' }).click();
  await fillProviderForm(page, people.operator, demoPassword);
  await expect(page).toHaveURL(there);
  await expect(page.getByRole('heading', { level: 1, name: 'Verification History' })).toBeVisible();
  await expect(other).toHaveURL('/system/health');
  await expect(other.getByRole('heading', { level: 1, name: 'Health Monitor' })).toBeVisible();
  for (const tab of tabs) await expect(connected(tab)).toBeVisible();
  expect(complaints.besidesOutage()).toEqual([]);
});
