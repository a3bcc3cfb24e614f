import type { Page } from '@playwright/test';
import { ageDevice } from './support/deviceStore.ts';
import { dailyScreens, everythingFetched, expectFigures, readFigures, type Screen } from './support/figures.ts';
import { arrive } from './support/people.ts';
import { underServiceWorker } from './support/tabs.ts';
import { expect, test } from './support/test.ts';

const eightHours = 8 * 3_600_000;

/** What is no longer known is told in the past tense; its figures must not have moved. */
const inPresentTense = (line: string): string =>
  line.replace(/^(Was|Were):? /, '').replace(/Known at \d{2}:\d{2}, oldest had waited/, 'Oldest waiting');

test('[K-5] [D-15] [D-29] all six screens show value for value what the platform last answered, with it gone, the browser started anew, and eight hours later', async ({
  page,
  profile,
  platform,
}) => {
  await arrive(page, 'admin');
  await underServiceWorker(page);
  await page.reload();
  await everythingFetched(page);
  const before = new Map<Screen, readonly string[]>();
  for (const screen of dailyScreens) before.set(screen, await readFigures(page, screen));
  for (const [{ heading }, figures] of before) expect(figures.length, heading).toBeGreaterThan(3);

  await platform.stop();
  let context = await profile.reopen();
  let again = context.pages()[0] ?? (await context.newPage());
  await again.goto('/');
  await expect(again.getByText(/Disconnected · /).first()).toBeVisible();
  for (const [screen, figures] of before) await expectFigures(again, screen, figures);
  const indicator = (page: Page) => page.getByTestId('connection').filter({ visible: true }).first();
  await expect(indicator(again)).toHaveText(/Disconnected · SSE ?as of \d{2}:\d{2} EAT/);

  // The same device, eight hours on: aged on a page that starts no hub, then opened by its owner.
  context = await profile.reopen();
  again = context.pages()[0] ?? (await context.newPage());
  await again.route('**/aside', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>aside</title>' }));
  await again.goto('/aside');
  await ageDevice(again, eightHours);
  await again.goto('/');
  for (const [screen, figures] of before) await expectFigures(again, screen, figures, inPresentTense);
  await expect(again.getByText(/Stale · as of/).first()).toBeVisible();
  await expect(again.getByText(/^Live · /)).toHaveCount(0);
  await expect(indicator(again)).toHaveText(/Disconnected · SSE ?as of (\d+ \w+, )?\d{2}:\d{2} EAT/);

  await platform.start();
  await expect(again.getByText('Connected · SSE', { exact: true }).first()).toBeVisible();
  await again.goto('/');
  await expect(again.getByText(/Live · |Updated at/).first()).toBeVisible();
});
