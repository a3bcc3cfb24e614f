// Long: one failure after another, by links that fail and recover.
import type { Locator, Page } from '@playwright/test';
import { disconnected } from '../support/connection.ts';
import { expectSoundInBothThemes } from '../support/everyScreen.ts';
import type { Fault } from '../support/faultProxy.ts';
import { expect, test } from '../support/faultyTest.ts';
import { addEmptyTenant, newcomer } from '../support/newTenant.ts';
import { arrive, signIn } from '../support/people.ts';
import { openProfile } from '../support/profile.ts';

const at =
  (start: string) =>
  ({ path }: { readonly path: string }): boolean =>
    path.startsWith(start);
const broken = { kind: 'answer', status: 500, contentType: 'text/plain', body: 'no' } as const;
const otherwise = { kind: 'answer', status: 200, contentType: 'application/json', body: '{"payments":"none"}', ofPlatform: true } as const;
const hotspot = {
  kind: 'answer',
  status: 200,
  contentType: 'text/html',
  body: '<!doctype html><title>Sign in to the network</title>',
} as const;

const faults = {
  portfolios: { on: at('/api/refinance/portfolios'), does: broken },
  payments: { on: at('/api/rbf/payments'), does: otherwise },
  schools: { on: at('/api/schools'), does: hotspot },
  reports: { on: at('/api/reports'), does: otherwise },
  analytics: { on: at('/api/pcaf/analytics/portfolios'), does: hotspot },
  detail: { on: at('/api/pcaf/analytics/portfolio/'), does: broken },
} as const satisfies Record<string, Fault>;

const alert = (page: Page, title: string): Locator => page.getByRole('alert').filter({ hasText: title });

/**
 * Ends the fault and presses the button of the message until the missing content is there. The page also retries by itself; then there is
 * no button.
 */
async function recover(message: Locator, heal: (() => void) | undefined, missing: Locator): Promise<void> {
  const button = message.getByRole('button', { name: 'Try Again' });
  await expect(button.or(missing).first()).toBeVisible();
  heal?.();
  await expect(async () => {
    if (await button.isVisible()) await button.click({ timeout: 5000 });
    await expect(missing).toBeVisible({ timeout: 5000 });
  }).toPass({ timeout: 60_000 });
}

test('loads of finance and compliance that fail say which and why in the document’s words, and come back; a tenant without rows is told so', {
  tag: ['@C-78', '@C-64', '@C-80', '@F-11'],
}, async ({ page, link, platform }) => {
  await addEmptyTenant(platform);
  const [portfolios, payments, schools, reports, analytics, detail] = Object.values(faults).map((fault) => link.fault(fault));
  await arrive(page, 'admin', '/finance/dgn');

  await test.step('DGN: an error of a gateway, then no platform at all', async () => {
    const title = 'Failed to load DGN portfolio data';
    await expect(alert(page, title)).toContainText('API Error: 500 Internal Server Error. Another page answered instead of the platform');
    await expect(alert(page, title)).toContainText('The menus and the other pages still work.');
    await expectSoundInBothThemes(page, 'A load that failed');
    link.turn('refused');
    await expect(disconnected(page)).toBeVisible();
    const unreached = page.getByRole('status').filter({ hasText: 'Not on this device yet' });
    await recover(alert(page, title), undefined, unreached);
    await expect(unreached).toContainText('The platform cannot be reached. This loads when the connection is back.');
    portfolios?.();
    link.turn('open');
    await expect(page.getByRole('grid', { name: 'Refinance portfolios' })).toBeVisible();
  });

  await test.step('RBF: an answer of another form is not used', async () => {
    await page.goto('/finance/rbf');
    const title = 'Failed to load RBF payment data';
    await expect(alert(page, title)).toContainText('The answer of /api/rbf/payments has an unexpected form and was not used.');
    await recover(alert(page, title), payments, page.getByRole('grid', { name: 'RBF payments' }));
  });

  await test.step('schools: the sign-in page of a hotspot is nobody’s answer', async () => {
    await page.goto('/finance/schools');
    const title = 'Something went wrong';
    await expect(alert(page, title)).toContainText('Another page answered instead of the platform');
    await recover(alert(page, title), schools, page.getByRole('article').first());
    await expect(page.getByRole('article')).toHaveCount(2);
  });

  await test.step('compliance: reports, the list of portfolios and the detail of one', async () => {
    await page.goto('/insights/compliance');
    await expect(alert(page, 'Failed to load reports')).toHaveCount(2);
    await expect(alert(page, 'Failed to load reports').first()).toContainText('The answer of /api/reports has an unexpected form');
    await expect(alert(page, 'Failed to load PCAF portfolios')).toContainText('Another page answered instead of the platform');
    await expect(page.getByRole('button', { name: 'Calculate avoided emissions' })).toBeVisible();
    await expectSoundInBothThemes(page, 'Compliance without its loads');
    await recover(alert(page, 'Failed to load reports').first(), reports, page.getByRole('grid', { name: 'Reports' }));
    const failed = alert(page, 'Failed to load portfolio details');
    await recover(alert(page, 'Failed to load PCAF portfolios'), analytics, failed);
    await expect(failed).toContainText('API Error: 500 Internal Server Error');
    await recover(failed, detail, page.getByRole('list', { name: 'Assets by data quality' }));
  });

  await test.step('a Refresh that fails is told, and leaves what is held', async () => {
    await page.goto('/finance/dgn');
    const rows = page.getByRole('grid', { name: 'Refinance portfolios' }).getByRole('row');
    await expect(rows.nth(1)).toBeVisible();
    const held = await rows.count();
    const heal = link.fault({ ...faults.portfolios, does: hotspot });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText('Not refreshed')).toBeVisible();
    await expect(rows).toHaveCount(held);
    heal();
  });

  await test.step('a tenant without rows is told what would be here', async () => {
    const other = await openProfile(platform.url);
    try {
      const fresh = other.context.pages()[0] ?? (await other.context.newPage());
      await signIn(fresh, newcomer, '/finance/dgn');
      await expect(fresh.getByRole('heading', { name: 'No refinance portfolios available' })).toBeVisible();
      await fresh.goto('/finance/rbf');
      await expect(fresh.getByRole('heading', { name: 'No RBF payments found' })).toBeVisible();
      await fresh.goto('/finance/schools');
      await expect(fresh.getByRole('heading', { name: 'No schools in the programme' })).toBeVisible();
      await expectSoundInBothThemes(fresh, 'A screen without rows');
      await fresh.goto('/insights/compliance');
      await expect(fresh.getByRole('heading', { name: 'No report yet' })).toBeVisible();
      await expect(fresh.getByRole('heading', { name: 'No financed assets yet' })).toBeVisible();
      // [T-7] Without verifications to count, the preview says "No data" before anything is signed, and nothing is signed.
      await fresh.getByRole('button', { name: 'Generate ISSB report' }).click();
      const asked = fresh.getByRole('dialog', { name: 'Generate ISSB report' });
      await expect(asked.getByRole('region', { name: 'Preview' })).toContainText('No data. No verification of this period counts');
      await expect(asked.getByRole('region', { name: 'Preview' })).not.toContainText('t CO2e');
      await expect(asked.getByRole('button', { name: 'Sign and keep' })).toHaveAccessibleDescription(/^No data/);
      await asked.getByRole('button', { name: 'Cancel' }).click();
      await expect(fresh.getByRole('heading', { name: 'No report yet' })).toBeVisible();
    } finally {
      await other.close();
    }
  });
});
