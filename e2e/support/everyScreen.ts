import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectNothingSideways } from './accessible.ts';
import type { Complaints } from './complaints.ts';
import { dailyScreens, otherScreens } from './figures.ts';
import { signIn } from './people.ts';
import { goOn } from './tabs.ts';

type Theme = 'light' | 'dark';

/** Switches the system's theme; the open page must follow without a reload. */
async function switchTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
}

/**
 * Checks the open page in both themes: no axe violation, no sideways scrolling. It starts in the theme in which the last page ended, so
 * that every second page is loaded dark and every other one light.
 * @param what names the page in a failure
 */
export async function expectSoundInBothThemes(page: Page, what: string): Promise<void> {
  const first = (await page.locator('html').getAttribute('data-theme')) === 'dark' ? 'dark' : 'light';
  for (const theme of first === 'light' ? (['light', 'dark'] as const) : (['dark', 'light'] as const)) {
    await test.step(`${what}, ${theme}`, async () => {
      await switchTheme(page, theme);
      await expectAccessible(page, theme === first ? undefined : 'colours');
      await expectNothingSideways(page, what);
    });
  }
}

/**
 * Visits every screen, including the login and the surrounding pages, at the page's size; navigates within the console, as its menus do.
 */
export async function walkEveryScreen(page: Page, complaints: Complaints): Promise<void> {
  const expectSound = (what: string): Promise<void> => expectSoundInBothThemes(page, what);
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign in with SSO' })).toBeVisible();
  await expectSound('Login');
  await signIn(page, 'admin');
  for (const { path, heading } of [...dailyScreens, ...otherScreens]) {
    await goOn(page, path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.getByText('Not loaded yet')).toHaveCount(0);
    await expectSound(heading);
  }
  await goOn(page, '/operations/verifications?id=VRF-001244');
  await expect(page.getByText('Link holds both ways.')).toBeVisible();
  await expectSound('A record in its drawer');
  await goOn(page, '/finance/rbf?id=RBF-0218');
  await expect(page.getByText('Claim agrees')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Verdict: Verified' })).toBeVisible();
  await expectSound('A payment with its lineage');
  for (const path of ['/unauthorized', '/terms', '/privacy', '/no-such-page']) {
    await goOn(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectSound(path);
  }
  expect(complaints.all()).toEqual([]);
}
