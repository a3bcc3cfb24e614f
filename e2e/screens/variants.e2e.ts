// Long: every screen in every skin, at every width.
import type { Page } from '@playwright/test';
import { allPlaces } from '../../src/domain/places.ts';
import { screens } from '../../src/domain/screens/screens.ts';
import { expectNothingSideways } from '../support/accessible.ts';
import { expectSoundInBothThemes } from '../support/everyScreen.ts';
import { figuresAtRest, openScreen } from '../support/figures.ts';
import { arrive } from '../support/people.ts';
import type { TestPlatform } from '../support/platform.ts';
import { underServiceWorker } from '../support/tabs.ts';
import { expect, test } from '../support/test.ts';

const live = allPlaces().filter(({ morphic }) => morphic === 'live');

/** Routes of the API that were called, by the platform's own metrics, which include calls of workers. */
async function askedFor(platform: TestPlatform): Promise<readonly string[]> {
  const text = await (await fetch(platform.metricsUrl)).text();
  const routes = [...text.matchAll(/^ukweli_http_requests_total\{[^}]*route="([^"]*)"/gm)].map(([, route = '']) => route);
  return [...new Set(routes)].filter((route) => /^\/(api|tenants|idp)\b/.test(route));
}

/** Navigates as a link does. */
async function goOn(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path);
}

test('the variants that are nobody’s show sample data, say so, and ask the platform for nothing', {
  tag: ['@I-1', '@I-4', '@I-13', '@D-17', '@D-18'],
}, async ({ page, platform, complaints }) => {
  const html = page.locator('html');
  await page.goto('/login-morphic/');
  await expect(page).toHaveURL('/login-morphic');
  await expect(html).toHaveAttribute('data-skin', 'morphic');
  await expect(page.getByRole('complementary', { name: 'Sample data' })).toContainText('Sample data');
  await expect(page).toHaveTitle('Sign in · Ukweli');
  await page.getByText('Failed', { exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Login failed');
  await expectSoundInBothThemes(page, 'The sample of the way in');
  await page.getByRole('button', { name: 'Sign in with SSO' }).click();

  await expect(page).toHaveURL('/callback-morphic');
  await expect(page.getByText('Completing sign in...')).toBeVisible();
  await page.getByText('Failed', { exact: true }).click();
  await expect(page.getByText('State mismatch - possible CSRF attack')).toBeVisible();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page).toHaveURL('/login-morphic');

  await page.goto('/unauthorized-morphic');
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Sample data' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText([
    'Your role lacks the permission',
    'The page requires admin privileges',
    'Your session may have expired',
  ]);
  await expectSoundInBothThemes(page, 'The sample of Access Denied');

  // The proof of concept: a bar that only highlights, fictitious users, and the way back to the original design (I-13).
  await page.goto('/admin/users-morphic');
  await expect(page.getByRole('heading', { level: 1, name: 'User Management' })).toBeVisible();
  for (const words of ['Sample data', 'Morphic Design System - POC', 'Admin User', 'Sample navigation'])
    await expect(page.getByText(words, { exact: true }).first(), words).toBeVisible();
  await expect(page.getByRole('img', { name: '3 notifications, a sample' })).toHaveText('3');
  const bar = page.getByRole('navigation', { name: 'Sample navigation' });
  await expect(bar.getByRole('link')).toHaveText(['Dashboard', 'Users', 'Analytics', 'Security', 'Settings']);
  await expect(bar.getByRole('link', { name: 'Users' })).toHaveAttribute('aria-current', 'page');
  for (const name of ['Security', 'Dashboard']) {
    await bar.getByRole('link', { name }).click();
    await expect(bar.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
    await expect(bar.locator('[aria-current]')).toHaveCount(1);
    await expect(page).toHaveURL('/admin/users-morphic');
  }
  await expect(html).toHaveAttribute('data-skin', 'morphic');
  await page.getByRole('button', { name: 'Switch to Original Design' }).click();
  await expect(html).not.toHaveAttribute('data-skin', 'morphic');
  await page.getByRole('button', { name: 'Switch to Morphic Design' }).click();
  await expect(html).toHaveAttribute('data-skin', 'morphic');

  await underServiceWorker(page);
  expect(await askedFor(platform)).toEqual([]);

  // They work without a platform and lead into the console.
  await platform.stop();
  await page.goto('/callback-morphic');
  await expect(page.getByText('Completing sign in...')).toBeVisible();
  expect(complaints.besidesOutage()).toEqual([]);
  await platform.start();
  await page.goto('/unauthorized-morphic');
  await page.getByRole('button', { name: 'Dashboard' }).click();
  await expect(page.getByRole('button', { name: 'Sign in with SSO' })).toBeVisible();
  await expect(html).not.toHaveAttribute('data-skin', 'morphic');
  expect(await askedFor(platform)).toContain('/api/config');
});

test('a variant is its screen in another skin: the same figures, both themes, every width, and opened without the platform', {
  tag: ['@I-1', '@I-8', '@I-9'],
}, async ({ page, profile, platform, complaints }) => {
  test.slow();
  const pipeline = { path: '/operations/pipeline', heading: 'Pipeline Monitor' } as const;
  const variant = { ...pipeline, path: '/operations/pipeline-morphic' };
  const html = (on: Page) => on.locator('html');
  await arrive(page, 'admin', pipeline.path);
  await openScreen(page, pipeline);
  const figures = await figuresAtRest(page);
  expect(figures.length).toBeGreaterThan(5);
  await expect(html(page)).not.toHaveAttribute('data-skin', 'morphic');
  await openScreen(page, variant);
  await expect(html(page)).toHaveAttribute('data-skin', 'morphic');
  expect(await figuresAtRest(page)).toEqual(figures);
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem')).toHaveText([
    'Home',
    'operations',
    'pipeline morphic',
  ]);
  await expect(page).toHaveTitle('Pipeline Monitor · Ukweli');
  await expectSoundInBothThemes(page, 'Pipeline Monitor in the skin');

  // A separate design: the redesigned overview with its toggle, and a message that explains the confidence (I-8).
  await goOn(page, '/dashboard-morphic');
  await expect(page.getByRole('heading', { level: 1, name: 'Morphic Overview' })).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  const drawn = await html(page).getAttribute('data-theme');
  await page.getByRole('button', { name: /^Switch to (dark|light)$/ }).click();
  await expect(html(page)).not.toHaveAttribute('data-theme', String(drawn));
  await page.getByRole('button', { name: 'What does this mean?' }).click();
  await expect(page.getByText(/AI-assisted validation confidence score based on data quality/)).toBeVisible();
  await page.evaluate(() => localStorage.removeItem('ukweli-theme'));
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Morphic Overview' })).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  await expectSoundInBothThemes(page, 'The morphic overview');

  // Nothing scrolls sideways on a tablet or a phone.
  for (const [width, height] of [
    [768, 1024],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const { id, path } of live) {
      await goOn(page, path);
      await expect(page.getByRole('heading', { level: 1, name: screens[id].title })).toBeVisible();
      await expect(html(page)).toHaveAttribute('data-skin', 'morphic');
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await expectNothingSideways(page, `${path} at ${width}`);
    }
  }
  await goOn(page, '/operations/evidence-morphic');
  await expect(page.getByText('EP-0934').first()).toBeVisible();
  await expectSoundInBothThemes(page, 'Evidence on a phone in the skin');

  // The components of the redesign, in both designs by one switch.
  await page.setViewportSize({ width: 1440, height: 900 });
  await goOn(page, '/test/new-components');
  await expect(page.getByRole('heading', { level: 1, name: 'New Components' })).toBeVisible();
  await expect(page.getByText('Sample data', { exact: true })).toBeVisible();
  await expect(html(page)).toHaveAttribute('data-skin', 'morphic');
  await expectSoundInBothThemes(page, 'New components');
  await page.getByText('Original Design', { exact: true }).click();
  await expect(html(page)).not.toHaveAttribute('data-skin', 'morphic');
  await page.getByRole('button', { name: 'Secondary', exact: true }).click();
  await expect(page.getByText('pressed 1 time', { exact: true })).toBeVisible();
  await goOn(page, pipeline.path);
  await expect(page.getByRole('heading', { level: 1, name: pipeline.heading })).toBeVisible();
  await expect(html(page)).not.toHaveAttribute('data-skin', 'morphic');
  expect(complaints.all()).toEqual([]);

  await underServiceWorker(page);
  await platform.stop();
  const context = await profile.reopen();
  const again = context.pages()[0] ?? (await context.newPage());
  await again.goto(variant.path);
  await expect(html(again)).toHaveAttribute('data-skin', 'morphic');
  await expect(again.getByText(/Disconnected · /).first()).toBeVisible();
  expect(await figuresAtRest(again)).toEqual(figures);
});
