import { expectAccessible } from './support/accessible.ts';
import { dailyScreens, otherScreens } from './support/figures.ts';
import { signIn } from './support/people.ts';
import { expect, test } from './support/test.ts';

const sizes = [
  { name: 'desktop', viewport: { width: 1440, height: 900 } },
  { name: 'phone', viewport: { width: 390, height: 844 } },
] as const;

for (const { name, viewport } of sizes) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${name}, ${colorScheme}`, () => {
      test.use({ browserOptions: { viewport, colorScheme } });
      test('every screen is free of accessibility violations, of policy violations and of console errors', async ({ page, complaints }) => {
        await page.goto('/login');
        await expect(page.getByRole('button', { name: 'Sign in with SSO' })).toBeVisible();
        await expectAccessible(page);
        await signIn(page, 'admin');
        for (const { path, heading } of [...dailyScreens, ...otherScreens]) {
          await page.goto(path);
          await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
          await expect(page.getByText('Not loaded yet')).toHaveCount(0, { timeout: 30_000 });
          await expectAccessible(page);
          expect(
            await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
            `${heading} scrolls sideways`,
          ).toBeLessThanOrEqual(0);
        }
        await page.goto('/operations/verifications?id=VRF-001244');
        await expect(page.getByText('Link holds both ways.')).toBeVisible();
        await expectAccessible(page);
        for (const path of ['/unauthorized', '/terms', '/privacy', '/no-such-page']) {
          await page.goto(path);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await expectAccessible(page);
        }
        expect(complaints.all()).toEqual([]);
      });
    });
  }
}
