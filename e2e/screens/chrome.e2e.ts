import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectNothingSideways } from '../support/accessible.ts';
import { asOfTime, connected } from '../support/connection.ts';
import { expectSoundInBothThemes } from '../support/everyScreen.ts';
import { highlight } from '../support/keys.ts';
import { arrive, signIn } from '../support/people.ts';
import { goOn, underServiceWorker } from '../support/tabs.ts';
import { expect, test } from '../support/test.ts';

/** Screens of the menus as a keyboard user reaches them: the menu, then its item. */
const byMenu = [
  { menu: 'Operations', item: 'Verification History', path: '/operations/verifications', crumbs: ['Home', 'operations', 'verifications'] },
  { menu: 'Operations', item: 'Evidence Management', path: '/operations/evidence', crumbs: ['Home', 'operations', 'evidence'] },
  { menu: 'Operations', item: 'Pipeline Monitor', path: '/operations/pipeline', crumbs: ['Home', 'operations', 'pipeline'] },
  { menu: 'Operations', item: 'Dead Letter Queue', path: '/operations/dlq', crumbs: ['Home', 'operations', 'dlq'] },
  { menu: 'System', item: 'Health Monitor', path: '/system/health', crumbs: ['Home', 'system', 'health'] },
] as const;

/** Presses Shift+Tab until this has the focus. On a freshly opened page that starts at the end and passes everything loaded so far. */
async function tabBackTo(page: Page, target: Locator): Promise<void> {
  for (let pressed = 0; pressed < 200; pressed += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Shift+Tab');
  }
  throw new Error('200 times Shift and Tab did not get there');
}

test('an operator’s day: every screen by keyboard, the seed’s figures, a dead letter found that he may not promote, the theme, the link lost and found', {
  tag: [
    '@C-2',
    '@C-5',
    '@C-6',
    '@C-7',
    '@C-8',
    '@C-9',
    '@C-27',
    '@C-28',
    '@C-29',
    '@C-67',
    '@C-85',
    '@D-6',
    '@D-15',
    '@D-16',
    '@D-24',
    '@D-29',
  ],
}, async ({ page, platform, complaints }) => {
  test.slow(); // several checks on one set-up: minutes on a busy machine
  await arrive(page, 'operator', '/');

  // [C-2] [C-5] [C-6] [C-7]
  await test.step('every screen is reached through the menus by keyboard alone, the focus on its heading', async () => {
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveCount(0);
    for (const { menu, item, path, crumbs } of byMenu) {
      const button = page.getByRole('button', { name: menu, exact: true });
      await tabBackTo(page, button);
      await page.keyboard.press('Enter');
      const wanted = page.getByRole('menuitem', { name: item });
      await expect(wanted).toBeVisible();
      await highlight(page, wanted);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(path);
      const heading = page.getByRole('heading', { level: 1, name: item });
      await expect(heading).toBeFocused();
      await expect(page).toHaveTitle(`${item} · Ukweli`);
      await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem')).toHaveText([...crumbs]);
    }
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Health Monitor' })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  });

  // [D-16] [C-27] [C-28] [C-29] [C-85]
  await test.step('pipeline, dead letters and health show the figures of the seed, and say that its clock stands still', async () => {
    await goOn(page, '/operations/pipeline');
    await expect(page.getByText(/^Simulation off · /)).toBeVisible();
    await expect(page.getByText('1 of 4 stages in SLO breach')).toBeVisible();
    const decision = page.getByRole('article', { name: 'Decision Service' });
    await expect(decision).toContainText('12.4');
    await expect(decision).toContainText('148% over · 7.4 min excess');
    await expect(decision).toContainText('Add 3 workers');
    await goOn(page, '/operations/dlq?group=none');
    await expect(page.getByRole('main').getByText('3 items', { exact: true })).toBeVisible();
    for (const head of ['Item ID', 'Error code', 'Error message', 'Retries', 'Correlation ID', 'Failed']) {
      await expect(page.getByRole('columnheader', { name: head })).toBeVisible();
    }
    const refused = page.getByRole('row', { name: /DLQ-00319/ });
    await expect(refused.getByRole('gridcell').filter({ hasText: /^(BANK_REFUSED|2|4de80b71-03fc|13:58)$/ })).toHaveCount(4);
    await expect(refused).toContainText(/Payment RBF-0217 refused: beneficiary account was ?…/);
    await goOn(page, '/system/health');
    await expect(page.getByText('4 of 4 components healthy')).toBeVisible();
    const database = page.getByRole('article', { name: 'Database' });
    await expect(database).toContainText(/\d+\.\d\d%/);
    await expect(database).toContainText('p95 latency');
    await expect(database).toContainText(/Last backup\d\d:\d\d EAT/);
  });

  // [D-24] [C-67] [D-6]
  await test.step('a dead letter is found by its correlation id and opened; personal fields of its payload are redacted; who may not promote has no boxes, and reads who may', async () => {
    await goOn(page, '/operations/dlq');
    await page.getByRole('searchbox', { name: 'Search dead letters' }).fill('4de80b71');
    await expect(page).toHaveURL(/q=4de80b71/);
    await page.getByRole('button', { name: /DLQ-00319/ }).click();
    await expect(page.getByText('"name": "[redacted]"')).toBeVisible();
    await expect(page.getByText('"accountNumber": "[redacted]"')).toBeVisible();
    // Operators may not see finance either (G-18).
    await expect(page.getByText('"amount": "[withheld]"')).toBeVisible();
    await expect(page.getByText('Amounts, transactions and payees are hidden: your role cannot see finance data.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Promote DLQ-00319' })).toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByRole('button', { name: 'Show personal data' })).toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByText('Operators can view but not promote. Ask an admin.').first()).toBeVisible();
    await expect(page.getByRole('checkbox')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page).not.toHaveURL(/open=/);
    await page.getByRole('searchbox', { name: 'Search dead letters' }).fill('nothing like it');
    await expect(page.getByText("Nothing matches 'nothing like it'")).toBeVisible();
  });

  // [C-8]
  await test.step('the theme is chosen, drawn before anything else after a reload, and follows the system when asked to', async () => {
    await goOn(page, '/system/health');
    const drawn = () => page.locator('html').getAttribute('data-theme');
    await page.getByRole('button', { name: 'Theme' }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await expect.poll(drawn).toBe('dark');
    // The theme when the body begins, before any deferred script has run: only the blocking script can have set it.
    await page.addInitScript(() => {
      new MutationObserver((_changes, observer) => {
        if (document.body === null) return;
        observer.disconnect();
        document.documentElement.dataset['drawnFirst'] = document.documentElement.dataset['theme'] ?? 'nothing';
      }).observe(document, { childList: true, subtree: true });
    });
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Health Monitor' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-drawn-first', 'dark');
    await page.getByRole('button', { name: 'Theme' }).click();
    await page.getByRole('menuitemradio', { name: 'System' }).click();
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(drawn).toBe('light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(drawn).toBe('dark');
  });
  expect(complaints.all()).toEqual([]);

  // [C-9] [D-15] [D-29]
  await test.step('the link is lost and found: indicator, strip with the time and its zone, Retry now', async () => {
    await page.goto('/operations/pipeline');
    const indicator = page.getByTestId('connection');
    await expect(indicator).toContainText('Connected · SSE');
    await expect(indicator).toContainText(/newest \d+ s/);
    await expect(page.getByRole('heading', { name: 'Decision Service' })).toBeVisible();
    await underServiceWorker(page); // The service worker supplies what the page has not loaded yet.
    await platform.stop();
    await expect(indicator).toContainText('Disconnected · SSE');
    await expect(page.getByText(/^Offline since (\d{1,2} \w{3}, )?\d\d:\d\d EAT\.$/)).toBeVisible();
    await expect(indicator).toContainText(new RegExp(`${asOfTime.source} EAT`));
    await expect(page.getByText(/\(\d+ of 10\)/)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Decision Service' })).toBeVisible();
    const retry = page.getByRole('button', { name: 'Retry now' });
    await expect(retry).toBeEnabled();
    await platform.start();
    // If an automatic retry came first, there is no button to press.
    await expect(retry.or(connected(page)).first()).toBeVisible();
    await retry.click({ timeout: 2000 }).catch(() => null);
    await expect(indicator).toContainText('Connected · SSE');
    await expect(page.getByText(/^Offline since/)).toHaveCount(0);
  });
});

test.describe('on a phone', () => {
  test.use({ browserOptions: { viewport: { width: 390, height: 844 } } });

  test('the menus are one stacked menu, five tabs lie under the thumb, nothing scrolls sideways', { tag: ['@C-5', '@long'] }, async ({
    page,
    complaints,
  }) => {
    await arrive(page, 'operator', '/');
    const tabs = page.getByRole('navigation', { name: 'Most used' });
    await expect(tabs.getByRole('link')).toHaveText(['Overview', 'Verify', 'Evidence', 'Queue', 'Pipeline']);
    await page.getByRole('button', { name: 'Open menu' }).click();
    const menu = page.getByRole('navigation', { name: 'Main' });
    await expect(menu.getByRole('link')).toHaveText([
      /Overview/,
      /Verification History/,
      /Evidence Management/,
      /Pipeline Monitor/,
      /Dead Letter Queue/,
      /Compliance & Audit/,
      /AI Governance/,
      /Health Monitor/,
      /Incident Management/,
    ]);
    await expectAccessible(page);
    await menu.getByRole('link', { name: 'Health Monitor' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Health Monitor' })).toBeFocused();
    await expect(menu.getByRole('link')).toHaveCount(0);
    for (const path of [
      '/',
      '/operations/verifications',
      '/operations/evidence',
      '/operations/pipeline',
      '/operations/dlq',
      '/system/health',
      '/insights/compliance',
      '/insights/ai-governance',
      '/system/incidents',
      '/terms',
      '/unauthorized',
    ]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 844 });
        await expectNothingSideways(page, `${path} at ${width}`);
      }
      await page.setViewportSize({ width: 390, height: 844 });
    }
    expect(complaints.all()).toEqual([]);
  });
});

// The screens themselves are covered by accessibleDesktop and accessiblePhone.
test('axe finds nothing on a failed way in, in the menus and in what opens over a screen, wide and narrow, light and dark', {
  tag: ['@D-14', '@long'],
}, async ({ page }) => {
  await page.goto('/callback?error=access_denied');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectSoundInBothThemes(page, 'A failed way in');
  await signIn(page, 'admin', '/operations/dlq?group=none&item=DLQ-00319');
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/operations/dlq?group=none&item=DLQ-00319');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Payload, personal data redacted' })).toBeVisible();
    await expectSoundInBothThemes(page, `A dead letter, ${width} wide`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/system/health');
  await page.getByRole('button', { name: /Notifications/ }).click();
  await expect(page.getByRole('banner').getByRole('list', { name: 'Notifications' })).toBeVisible();
  await expectSoundInBothThemes(page, 'Notifications');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /account/ }).click();
  await page.getByRole('menuitem', { name: 'This device' }).click();
  const device = page.getByRole('dialog', { name: 'This device' });
  await expect(device.getByRole('radio', { name: 'SSE' })).toBeChecked();
  await expectSoundInBothThemes(page, 'This device');

  // The transport is chosen there and the choice persists (D-14).
  await device.getByText('Polling', { exact: true }).click();
  await page.keyboard.press('Escape');
  const polled = page.getByText('Connected · Polling', { exact: true }).first();
  await expect(polled).toBeVisible();
  await page.reload();
  await expect(polled).toBeVisible();
});
