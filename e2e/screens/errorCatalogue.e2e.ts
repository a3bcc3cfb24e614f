// Long: causes every failure one after another, by links that fail and recover.
import type { Locator, Page } from '@playwright/test';
import { callbackFailures, failedLoads, failedSteps } from '../support/catalogue.ts';
import { disconnected } from '../support/connection.ts';
import { expect, test } from '../support/faultyTest.ts';
import type { Asked } from '../support/faultProxy.ts';
import { signIn } from '../support/people.ts';
import { underServiceWorker } from '../support/tabs.ts';

/** Matches a read by its path, whatever its query. */
const callOf =
  (path: string) =>
  (asked: Asked): boolean =>
    asked.path === path || asked.path.startsWith(`${path}?`);

/** Where a failure's message is expected: the panel of that name, or the page. */
function placeOf(page: Page, panel: string | undefined): Locator {
  return panel === undefined ? page.locator('main') : page.getByRole('region', { name: panel, exact: true });
}

test('every message of the catalogue, brought about by a platform that fails: it is said in its words, with the way out, and gone once the platform answers', {
  tag: ['@C-78', '@C-80', '@C-64', '@F-11'],
}, async ({ page, link, platform, complaints }) => {
  await test.step('federated sign-in: what came back from the provider, and a token that could not be had', async () => {
    for (const { search, says } of callbackFailures) {
      await page.goto(`/callback${search}`);
      await expect(page.getByText(says).first()).toBeVisible();
      await page.getByRole('button', { name: 'Try Again' }).click();
      await expect(page.getByRole('button', { name: 'Sign in with SSO' })).toBeVisible();
    }
    const end = link.fault({ on: callOf('/api/config'), does: { kind: 'answer', status: 500 } });
    await page.reload();
    await page.getByRole('button', { name: 'Sign in with SSO' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Authentication failed' })).toBeVisible();
    end();
  });

  // On an empty device, so that no stored data is displayed instead of the message.
  const loads = failedLoads.map(({ call, answers }) => link.fault({ on: callOf(call), does: answers }));
  const steps = failedSteps.map(({ call, answers }) => link.fault({ on: ({ path }) => call.test(path), does: answers }));
  await signIn(page, 'admin');

  for (const { path, panel, says, way } of failedLoads) {
    await test.step(`${path} ${panel ?? ''}: ${says[0] ?? ''}`, async () => {
      if (new URL(page.url()).pathname !== path) await page.goto(path);
      const place = placeOf(page, panel);
      // The hub tries three times before it reports a failure.
      for (const words of says) await expect(place).toContainText(words, { timeout: 45_000 });
      if (way !== null)
        await expect(
          place
            .getByRole('button', { name: way })
            .or(place.getByRole('link', { name: way }))
            .first(),
        ).toBeVisible();
    });
  }

  await test.step('it is gone once the platform answers, by the button that was offered', async () => {
    for (const end of loads) end();
    await page.goto('/system/health');
    const again = page.getByRole('button', { name: 'Try Again' });
    await expect(again.or(page.getByRole('heading', { name: 'API Gateway' })).first()).toBeVisible({ timeout: 30_000 });
    // The page also retries by itself: the rows may replace the button first.
    await again.click({ timeout: 5_000 }).catch(() => undefined);
    await expect(page.getByRole('heading', { name: 'API Gateway' })).toBeVisible({ timeout: 30_000 });
    await page.goto('/');
    await expect(page.getByRole('alert')).toHaveCount(0, { timeout: 60_000 });
  });

  await test.step('an evidence run stops at the first step that fails, with its message', async () => {
    for (const [index, { says }] of failedSteps.entries()) {
      await page.goto('/operations/evidence?pack=EP-0931');
      await expect(page.getByRole('dialog')).toContainText(says, { timeout: 30_000 });
      steps[index]?.();
    }
    await page.goto('/operations/evidence?pack=EP-0931');
    await expect(page.getByRole('region', { name: 'Verdict: Verified' })).toBeVisible({ timeout: 30_000 });
  });

  await test.step('with the platform stopped what is held is shown, and what is not is said to be', async () => {
    await underServiceWorker(page);
    await platform.stop();
    await expect(disconnected(page)).toBeVisible({ timeout: 35_000 });
    await page.goto('/system/health');
    await expect(page.getByRole('heading', { name: 'API Gateway' })).toBeVisible();
    await page
      .getByRole('button', { name: /^Refresh/ })
      .first()
      .click();
    await expect(page.getByText('The platform cannot be reached.').first()).toBeVisible();
  });
  const expected = /status of (4\d\d|5\d\d)|net::ERR_/;
  expect(complaints.besidesOutage().filter((text) => !expected.test(text))).toEqual([]);
});
