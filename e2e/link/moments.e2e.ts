// Long: minutes without a link; the tests of the outbox, the record and the dead letters cover the two times faster.
import type { Locator, Page } from '@playwright/test';
import { connected, disconnected } from '../support/connection.ts';
import { holdTime, movableHub, movablePlatform } from '../support/movableClock.ts';
import { arrive } from '../support/people.ts';
import { promote } from '../support/promote.ts';
import { goOn, underServiceWorker } from '../support/tabs.ts';
import { failAgain } from '../support/failAgain.ts';
import { expect, test } from '../support/faultyTest.ts';
import { pressRefresh } from '../support/refresh.ts';

test.use({ beforeHub: movableHub, platformEnv: movablePlatform });

/** Long enough for two distinct times, and shorter than a session that is not extended. */
const waitedMs = 6 * 60_000;

/** The times displayed in a place, in order, epoch milliseconds. */
const instants = (place: Locator): Promise<number[]> =>
  place.locator('time').evaluateAll((all) => all.map((one) => Date.parse(one.getAttribute('datetime') ?? '')));

/** Checks the time between decision and receipt. */
function expectWaited(decided = 0, received = 0): void {
  expect(received - decided).toBeGreaterThan(waitedMs);
  // After the link is back, the outbox may wait for a retry or two.
  expect(received - decided).toBeLessThan(waitedMs + 5 * 60_000);
}

/** Screenshots for human review, in the width of a phone and of a desktop. */
async function pictured(page: Page, name: string): Promise<void> {
  for (const [size, width, height] of [
    ['phone', 390, 844],
    ['desktop', 1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.screenshot({ path: test.info().outputPath(`${name}-${size}.png`) });
  }
}

test('decided without the link and sent six minutes later: the time line, the record, the dead letter that failed again and the trail of an agent say both moments', {
  tag: ['@M-7', '@D-56'],
}, async ({ page, link, platform }) => {
  const move = await holdTime(page, platform);
  await arrive(page, 'admin', '/insights/ai-governance');
  await underServiceWorker(page); // The service worker has the lazily loaded parts of the page.
  await expect(connected(page)).toBeVisible();
  const trail = page.getByRole('table', { name: 'Trail' });
  await expect(trail).toBeVisible();

  await test.step('the link is gone: a promotion, a note and a change of an agent wait', async () => {
    await goOn(page, '/operations/dlq');
    await expect(page.getByRole('checkbox', { name: 'Select dead letter DLQ-00317' })).toBeVisible();
    link.turn('refused');
    await expect(disconnected(page)).toBeVisible();
    await promote(page, 'DLQ-00317');
    await expect(page.getByText('Waiting to be sent')).toHaveCount(1);
    await goOn(page, '/system/incidents?incident=INC-0042');
    await page.getByLabel(/^Note/).fill('Two workers added, the lag still grows.');
    await page.getByRole('button', { name: 'Add note' }).click();
    await goOn(page, '/insights/ai-governance');
    await page.getByRole('button', { name: 'Change mode' }).first().click();
    const dialog = page.getByRole('dialog', { name: /^Change / });
    await dialog.getByText('Disabled', { exact: true }).click();
    await dialog.getByLabel(/^Reason/).fill('Too many false alarms since Monday.');
    await dialog.getByRole('button', { name: /^Change / }).click();
    await expect(page.getByRole('button', { name: 'Outbox: 3 unsent' })).toBeVisible();
    await goOn(page, '/system/incidents?incident=INC-0042');
  });

  await test.step('six minutes later it is back, and all are sent', async () => {
    await move(waitedMs);
    link.turn('open');
    await expect(connected(page)).toBeVisible({ timeout: 90_000 });
    await expect(page.getByRole('button', { name: /^Outbox: / })).toHaveCount(0);
  });

  await test.step('the time line', async () => {
    const entry = page.getByRole('listitem').filter({ hasText: 'Two workers added, the lag still grows.' }).last();
    await expect(entry).toContainText(/written .*\d{2}:\d{2} on the device, received .*\d{2}:\d{2} EAT/);
    await entry.scrollIntoViewIfNeeded();
    await pictured(page, 'timeline');
  });

  for (const { act, first } of [
    { act: 'Add a note to an incident', first: 'Written' },
    { act: 'Promote dead letters', first: 'Decided' },
  ])
    await test.step(`the record: ${act}`, async () => {
      await goOn(page, '/system/audit');
      await page.getByRole('row').filter({ hasText: act }).filter({ hasText: 'Wanjiru Kamau' }).first().click();
      const drawer = page.getByRole('complementary', { name: /^Line \d+$/ });
      await expect(drawer.getByText(first, { exact: true })).toBeVisible();
      await expect(drawer.getByText('Received', { exact: true })).toBeVisible();
      await expect(drawer).toContainText(/\d{2}:\d{2}:\d{2} EAT on the device/);
      const times = await instants(drawer);
      // Each time is written as its day and its time of day.
      expectWaited(times[0], times[2]);
      await pictured(page, `record-${first}`);
      await drawer.getByRole('button', { name: 'Close details' }).click();
    });

  await test.step('the trail', async () => {
    await goOn(page, '/insights/ai-governance');
    const line = trail.getByRole('row').filter({ hasText: 'Too many false alarms since Monday.' });
    await expect(line).toContainText(/decided .*\d{2}:\d{2} on the device, received .*\d{2}:\d{2}/);
    const [decided, received] = await instants(line);
    expectWaited(decided, received);
    await line.scrollIntoViewIfNeeded();
    await pictured(page, 'trail');
  });

  await test.step('the dead letter, which failed again', async () => {
    await failAgain({ ...platform, url: link.direct() }, 'DLQ-00317');
    await goOn(page, '/operations/dlq');
    await expect(connected(page)).toBeVisible({ timeout: 90_000 });
    await pressRefresh(page);
    await page.getByRole('button', { name: /DLQ-00317/ }).click();
    const letter = page.getByRole('complementary', { name: 'Dead letter DLQ-00317' });
    await expect(letter).toContainText(
      /by Wanjiru Kamau · usr-demo-admin, decided .*\d{2}:\d{2} on the device, received .*\d{2}:\d{2} EAT/,
    );
    await pictured(page, 'letter');
  });
});
