// Long: rotations of a display, each dashboard shown as long as in production.
import type { Page } from '@playwright/test';
import { wallDashboards } from '../../src/domain/wall/dashboards.ts';
import { burnInShift } from '../../src/domain/wall/rotation.ts';
import { expectAccessible } from '../support/accessible.ts';
import { asOfTime, connected, disconnected } from '../support/connection.ts';
import { countInPage } from '../support/held.ts';
import { arrive } from '../support/people.ts';
import { openProfile } from '../support/profile.ts';
import { underServiceWorker } from '../support/tabs.ts';
import { expect, test } from '../support/test.ts';
import { codeOn, cutClaims, dashboard, expectNoWayIn } from '../support/wall.ts';

const patient = { timeout: 60_000 };
/** For steps in which the display reloads after up to twenty seconds, on a shared machine. */
const veryPatient = { timeout: 90_000 };

/** Records every wake lock that the page gets. */
async function watchWakeLocks(wall: Page): Promise<void> {
  await wall.addInitScript(() => {
    const held: WakeLockSentinel[] = [];
    Object.assign(globalThis, { __wakeLocks: held });
    const ask = navigator.wakeLock.request.bind(navigator.wakeLock);
    navigator.wakeLock.request = async (type) => {
      const lock = await ask(type);
      held.push(lock);
      return lock;
    };
  });
}
const locksHeld = (wall: Page): Promise<number> =>
  wall.evaluate(() => {
    const { __wakeLocks: held } = globalThis as unknown as { readonly __wakeLocks: readonly WakeLockSentinel[] }; // Set by the script above.
    return held.filter(({ released }) => !released).length;
  });
/** Names of the databases with user data. */
const rowsHeld = (wall: Page): Promise<readonly string[]> =>
  wall.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? '').filter((name) => name.startsWith('ukweli:')));

test('a wall is paired by its code, rotates without holding on to anything, outlives the platform and its own failures, and shows a new code once revoked', {
  tag: ['@K-10', '@D-23', '@F-29'],
}, async ({ page: admin, platform, complaints }) => {
  test.setTimeout(420_000);
  const profile = await openProfile(platform.url, { whole: true }); // The full Chromium supports wake locks.
  try {
    const wall = profile.context.pages()[0] ?? (await profile.context.newPage());
    await watchWakeLocks(wall);
    const card = admin.getByRole('article', { name: 'Control room' });
    let first = '';

    await test.step('its code does not arrive at first, and nobody is there to press Reload', async () => {
      await wall.route('**/assets/*.js', (route) => route.abort());
      await wall.goto('/wall');
      await expect(wall.getByText('This display could not be loaded. It retries automatically.')).toBeVisible();
      await wall.unroute('**/assets/*.js');
      first = await codeOn(wall);
      await expectNoWayIn(wall);
      await expectAccessible(wall);
    });

    await test.step('an administrator types the code, sees who asks, names it and chooses', async () => {
      await arrive(admin, 'admin', '/system/displays');
      await expect(admin.getByText('No displays yet')).toBeVisible();
      await admin.getByRole('button', { name: 'Pair a display' }).first().click();
      const dialog = admin.getByRole('dialog', { name: 'Pair a wall display' });
      await dialog.getByLabel('Code on the wall').fill(first.toLowerCase().replace('-', ''));
      await dialog.getByRole('button', { name: 'Find display' }).click();
      await expect(dialog.getByText('127.0.0.1')).toBeVisible();
      await dialog.getByLabel('Name').fill('Control room');
      await dialog.getByLabel('Seconds each').fill('5');
      await expectAccessible(admin);
      await dialog.getByRole('button', { name: 'Approve display' }).click();
      await expect(dialog).toHaveCount(0);
    });

    await test.step('the wall takes it up, goes its round, and stays awake', async () => {
      await expect(dashboard(wall, 'Operations')).toBeVisible(patient);
      await expect(connected(wall)).toBeVisible(patient);
      await expect(wall.getByText('98.5')).toBeVisible(patient);
      await expect(wall.getByText(/^All figures live · oldest /)).toBeVisible(patient);
      await expect(dashboard(wall, 'Health')).toBeVisible();
      await expect(dashboard(wall, 'Incidents')).toBeVisible();
      await expectNoWayIn(wall);
      await expect.poll(() => locksHeld(wall)).toBe(1);
      // Read at every try: the picture moves every ten minutes, possibly just then.
      const shifted = async () => {
        const [x = '', y = '0px'] = await wall.locator('.wall-frame').evaluate((frame) => getComputedStyle(frame).translate.split(' '));
        const now = burnInShift(Date.now());
        return Number.parseFloat(x) === now.x && Number.parseFloat(y) === now.y;
      };
      await expect.poll(shifted).toBe(true);
    });

    await test.step('the administrator sees what it draws, on what, and gives it another round', async () => {
      await expect(card.getByText('Connected · SSE')).toBeVisible(patient);
      await expect(card.getByText(/^last frame \d+ s ago$/)).toBeVisible(patient);
      await expect(card.getByText('1440 × 900')).toBeVisible();
      await card.getByRole('button', { name: 'Change Control room' }).click();
      const dialog = admin.getByRole('dialog', { name: 'Change Control room' });
      await dialog.getByRole('checkbox', { name: 'Incidents' }).uncheck();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog).toHaveCount(0);
      await expect(wall.getByRole('list', { name: 'Rotation' }).getByRole('listitem')).toHaveText(['Operations', 'Health'], patient);
    });

    await test.step('round after round the page holds the same', async () => {
      const round = async () => {
        await expect(dashboard(wall, 'Health')).toBeVisible();
        await expect(dashboard(wall, 'Operations')).toBeVisible();
        await expect(wall.getByText('98.5')).toBeVisible();
        return countInPage(wall);
      };
      await round(); // After this round everything has been drawn once, and objects from the dialog's change are gone.
      const before = await round();
      await round();
      const after = await round();
      // A sparkline may gain a point meanwhile; a leaked dashboard would be hundreds of nodes.
      expect(after.nodes - before.nodes).toBeLessThan(60);
      expect(after.listeners - before.listeners).toBeLessThan(12);
    });

    await test.step('the platform dies: the figures stay, with their age and never as live, and the round goes on', async () => {
      await underServiceWorker(wall);
      await platform.stop();
      await expect(disconnected(wall)).toBeVisible(patient);
      await expect(dashboard(wall, 'Operations')).toBeVisible();
      await expect(wall.getByText('98.5')).toBeVisible();
      await expect(wall.getByText(new RegExp(`oldest ${asOfTime.source}`))).toBeVisible(patient);
      await expect(wall.getByText(/^All figures live/)).toHaveCount(0);
      await expect(dashboard(wall, 'Health')).toBeVisible();
    });

    await test.step('and something in the page itself fails: it loads itself anew, from what is on the device', async () => {
      await wall.evaluate(() => {
        Intl.DateTimeFormat.prototype.formatToParts = () => {
          throw new Error('a failure of the page');
        };
      });
      await expect(wall.getByText('This display starts again')).toBeVisible();
      await expect(wall.getByText('98.5')).toBeVisible(veryPatient);
      await expect(disconnected(wall)).toBeVisible(patient);
      await expectNoWayIn(wall);
      await platform.start();
      await expect(connected(wall)).toBeVisible(veryPatient);
      await expect(wall.getByText(/^All figures live/)).toBeVisible(patient);
    });

    await test.step('in all that time it has asked for nothing that is not its own', async () => {
      // The audit record holds every refusal; the page cannot see the hub's calls.
      const refused = await admin.evaluate(async () => {
        const answer = await fetch('/api/audit?limit=500', { headers: { 'X-Tenant-ID': 'demo' } });
        const { records } = (await answer.json()) as { readonly records: readonly { readonly outcome: string; readonly action: string }[] }; // the contract's shape
        return records.filter(({ outcome }) => outcome === 'refused').map(({ action }) => action);
      });
      expect(refused).toEqual([]);
    });

    await test.step('revoked, it keeps nothing and shows a new code', async () => {
      await expect(connected(admin)).toBeVisible(veryPatient);
      await card.getByRole('button', { name: 'Revoke Control room' }).click();
      await admin.getByRole('alertdialog').getByRole('button', { name: 'Revoke display' }).click();
      await expect(wall.getByRole('heading', { name: 'This display was revoked' })).toBeVisible({ timeout: 30_000 });
      expect(await codeOn(wall)).not.toBe(first);
      await expect(wall.getByText('98.5')).toHaveCount(0);
      await expectNoWayIn(wall);
      await expect.poll(() => rowsHeld(wall)).toEqual([]);
      await expect(admin.getByText('No displays yet')).toBeVisible(patient);
    });
    expect(complaints.besidesOutage()).toEqual([]);
  } finally {
    await profile.close();
  }
});

test('every dashboard of the wall, in the preview that a person gets, is free of accessibility violations in both themes', {
  tag: ['@K-10'],
}, async ({ page, complaints }) => {
  await arrive(page, 'admin', '/');
  for (const [id, title, shows] of [
    ['operations', 'Operations', 'Intake'],
    ['health', 'Health', 'API Gateway'],
    ['incidents', 'Incidents', 'Median to resolve'],
    ['portfolios', 'Portfolios', 'Recycling rate'],
    ['payments', 'Payments', 'Completion rate'],
    ['schools', 'Schools', 'Carbon credits'],
  ] as const) {
    for (const theme of ['dark', 'light'] as const) {
      await test.step(`${title}, ${theme}`, async () => {
        await page.goto(`/wall?playlist=${id}&theme=${theme}`);
        await expect(dashboard(page, title)).toBeVisible(patient);
        await expect(page.getByRole('heading', { level: 2, name: shows })).toBeVisible(patient);
        await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
        await expectAccessible(page);
      });
    }
  }
  expect(complaints.all()).toEqual([]);
});

test('no claim on a wall is cut off, and what its signatures leave out stands in whole beside them', {
  tag: ['@T-6', '@T-9', '@K-10'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await arrive(page, 'admin', '/');
  for (const [id, title] of Object.entries(wallDashboards).map(([id, { title }]) => [id, title] as const)) {
    await page.goto(`/wall?playlist=${id}&theme=light`);
    await expect(dashboard(page, title)).toBeVisible(patient);
    await expect(page.locator('.wall-tile, .wall-list-row').first()).toBeVisible(patient);
    if (id === 'payments') {
      await expect(page.getByText(/^All \d+ signatures verified by the platform$/)).toBeVisible(patient);
      await expect(page.getByText(/^\d+ without evidence$/)).toBeVisible();
    }
    expect(await cutClaims(page), title).toEqual([]);
  }
});
