import { mkdirSync } from 'node:fs';
import { arrive } from './support/people.ts';
import { expect, test } from './support/test.ts';

const out = '/tmp/pics2';
test('pictures', async ({ page, platform }) => {
  test.setTimeout(560_000);
  mkdirSync(out, { recursive: true });
  await page.setViewportSize({ width: 1440, height: 900 });
  await arrive(page, 'admin', '/system/users');
  const sizes = { desk: [1440, 900], tablet: [768, 1024], phone: [390, 844], wall: [1920, 1080] } as const;
  const shots = async (name: string, path: string, only: readonly (keyof typeof sizes)[], then?: () => Promise<unknown>) => {
    for (const size of only) {
      const [width, height] = sizes[size];
      await page.setViewportSize({ width, height });
      await page.goto(path);
      await page.waitForTimeout(3500);
      await then?.().catch(() => undefined);
      await page.waitForTimeout(500);
      await page.screenshot({ path: `${out}/${name}-${size}.png` });
    }
  };
  await shots('users', '/system/users', ['desk', 'tablet', 'phone']);
  await shots('displays', '/system/displays', ['desk', 'phone'], () => page.getByRole('button', { name: /Pair/ }).first().click({ timeout: 3000 }));
  await shots('profile', '/profile', ['desk', 'phone'], () => page.getByText('Passkeys').first().scrollIntoViewIfNeeded({ timeout: 3000 }));
  await shots('governance', '/insights/governance', ['desk', 'phone']);
  await shots('keys', '/system/keys', ['desk', 'phone']);
  // the kill switch
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/insights/governance');
  await page.getByRole('button', { name: 'Activate kill switch' }).press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Activate the emergency kill switch?' });
  await expect(question).toBeVisible();
  for (const box of await question.getByRole('textbox').all()) await box.fill((await box.getAttribute('placeholder')) ?? '');
  const boxes = question.getByRole('textbox');
  await boxes.nth(0).fill('KILL');
  await page.screenshot({ path: `${out}/question.png` });
  await boxes.nth(1).fill('Suspicious writes from an operator console in Kilifi; stopping all until we know who it was').catch(() => undefined);
  const names = await question.getByRole('button').allTextContents();
  console.log(names, await question.textContent());
  await question.getByRole('button', { name: /Activate/ }).click({ timeout: 5000 }).catch((e) => console.log(String(e)));
  await page.waitForTimeout(1500);
  await shots('kOverview', '/', ['desk', 'tablet', 'phone', 'wall']);
  await shots('kPipeline', '/operations/pipeline', ['desk', 'phone']);
  await shots('kRbf', '/finance/rbf', ['phone']);
  await shots('kHealth', '/system/health', ['desk', 'phone']);
  await page.emulateMedia({ colorScheme: 'dark' });
  await shots('kOverviewDark', '/', ['desk', 'phone']);
  void platform;
});
