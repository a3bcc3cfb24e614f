// Long: consoles and displays without their platform, until they have asked again.
import { connected, disconnected } from '../support/connection.ts';
import { hubAhead, movableHub, setDeviceClock } from '../support/movableClock.ts';
import { arrive } from '../support/people.ts';
import { underServiceWorker } from '../support/tabs.ts';
import { expect, test } from '../support/test.ts';
import { dashboard, pairedWall } from '../support/wall.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

test.use({ beforeHub: movableHub });

test('a clock set 40 minutes forward or a day back locks nobody at work; without the platform it is said in words until it answers', {
  tag: ['@M-5', '@F-20', '@C-53'],
}, async ({ page, context, platform, complaints }) => {
  await context.addInitScript(movableHub);
  await arrive(page, 'operator', '/system/health');
  await underServiceWorker(page);
  await expect(connected(page)).toBeVisible();
  const heading = page.getByRole('heading', { level: 1, name: 'Health Monitor' });
  const warning = page.getByRole('alertdialog', { name: 'Session Expiring Soon' });
  const stillAtWork = async () => {
    await page.mouse.click(4, 4);
    await expect(heading).toBeVisible();
    await expect(warning).toHaveCount(0);
  };
  for (const aheadMs of [40 * minuteMs, -24 * hourMs]) {
    await setDeviceClock(page, aheadMs);
    // The next answer of the platform tells its time, and ages are right again.
    await expect(page.getByText(/^Live · \d+ s$/).first()).toBeVisible();
    await stillAtWork();
  }

  await platform.stop();
  await expect(disconnected(page)).toBeVisible();
  await setDeviceClock(page, 40 * minuteMs);
  await expect(page.getByText(/Clock not confirmed since \d{1,2} \w{3} \d{4}, \d{2}:\d{2}/)).toBeVisible({ timeout: 30_000 });
  await stillAtWork();
  await platform.start();
  await expect(connected(page)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(/Clock not confirmed/)).toHaveCount(0);
  await stillAtWork();
  expect(complaints.besidesOutage()).toEqual([]);
});

for (const hours of [3, 80]) {
  test.describe(`a device whose clock is ${hours} hours ahead`, () => {
    const ahead = hubAhead(hours * hourMs);
    test.use({ beforeHub: ahead });

    test(`a wall started without the platform, its clock ${hours} hours ahead, keeps its figures, shows the right time, and says that nobody confirms it`, {
      tag: ['@M-5', '@F-36'],
    }, async ({ page: wall, context, platform }) => {
      await context.addInitScript(ahead);
      await pairedWall(wall, platform.url, { playlist: ['operations'], dwellS: 600 });
      await expect(connected(wall)).toBeVisible({ timeout: 60_000 });
      await expect(wall.getByText('98.5')).toBeVisible({ timeout: 60_000 });
      await expect(wall.getByText(/clock not confirmed/i)).toHaveCount(0);
      await underServiceWorker(wall);
      await platform.stop();
      await wall.close();

      const again = await context.newPage();
      await again.goto('/wall');
      await expect(dashboard(again, 'Operations')).toBeVisible({ timeout: 60_000 });
      await expect(again.getByText('98.5')).toBeVisible();
      const clock = again.locator('time.wall-clock');
      await expect(clock).toContainText(/Clock not confirmed since \d{1,2} \w{3} \d{4}, \d{2}:\d{2}/);
      // The warning fits into the head.
      const [mark, head] = await Promise.all([clock.locator('em').boundingBox(), again.locator('.wall-head').boundingBox()]);
      expect((mark?.y ?? 0) + (mark?.height ?? 0)).toBeLessThanOrEqual((head?.y ?? 0) + (head?.height ?? 0));
      const shown = Date.parse((await clock.getAttribute('datetime')) ?? '');
      expect(Math.abs(shown - Date.now())).toBeLessThan(10_000);
      await expect(again.getByText(/· clock not confirmed$/).first()).toBeVisible();

      await platform.start();
      await expect(connected(again)).toBeVisible({ timeout: 60_000 });
      await expect(again.getByText(/clock not confirmed/i)).toHaveCount(0, { timeout: 60_000 });
      await expect(again.getByText('98.5')).toBeVisible();
    });
  });
}
