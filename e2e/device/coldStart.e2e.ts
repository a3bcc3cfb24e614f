// Long: compares every value of every screen, three times; `serverGone` starts one without its platform.
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { asOfTime } from '../support/connection.ts';
import { ageDevice } from '../support/deviceStore.ts';
import { asItWas, dailyScreens, everythingFetched, expectFigures, readFigures, type Screen } from '../support/figures.ts';
import { arrive } from '../support/people.ts';
import { underServiceWorker } from '../support/tabs.ts';
import { expect, test } from '../support/test.ts';

const disconnectedAsOf = new RegExp(`Disconnected · SSE ?${asOfTime.source} EAT`);
const eightHours = 8 * 3_600_000;
/** The outage strip takes the room of one row of a full-page list; without it the same rows are in view as before. */
const withoutStrips = (context: BrowserContext) =>
  context.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.app-strips { display: none !important; }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  });

/** Texts about values that are no longer known are in the past tense; their figures must not have changed. */
const inPresentTense = (line: string): string =>
  asItWas(line)
    .replace(/Known at .*\d{2}:\d{2}, oldest had waited/, 'Oldest waiting')
    .replace(' lag was ', ' lag ');

async function expectLabels(place: Locator, words: readonly string[]): Promise<void> {
  for (const word of words) await expect(place.getByText(word, { exact: true }).first(), word).toBeVisible();
}

/** The documents' figures on the Overview (D-16), exactly. */
async function expectSeed(page: Page): Promise<void> {
  const main = page.getByRole('main');
  await expectLabels(main, ['1,228 of 1,247 verified', 'p50 2.3 s · p95 5.8 s', '5.8% manual review', '98.48%']);
  await expect(main.getByText(/Needs Attention:/)).toContainText('Needs Attention:');
  await expect(main.getByText('3 items in Dead Letter Queue require review')).toBeVisible();
  for (const [title, figure] of [
    ['Verification Accuracy', '98.5'],
    ['Avg Latency', '2.3'],
    ['Automation Rate', '94.2'],
    ['DLQ Items', '3'],
  ] as const) {
    await expect(
      main
        .getByRole('article', { name: title })
        .or(main.locator('article, section').filter({ has: page.getByRole('heading', { name: title, exact: true }) }))
        .first(),
    ).toContainText(figure);
  }
  await expect(main.getByRole('region', { name: 'System Health' })).toContainText(/4\s*of 4/);
  await expect(main.getByRole('region', { name: 'System Health' })).toContainText('Decision Service lag 12.4 min');
  await expect(main.getByRole('region', { name: 'System Health' })).toContainText(/22k/);
  await expect(main.getByRole('region', { name: /DGN Portfolio/ })).toContainText('View Full Dashboard');
  await expect(main.getByRole('region', { name: 'Recent Activity' }).getByRole('listitem')).toHaveCount(5);
  const notifications = main.getByRole('region', { name: /Notifications/ });
  await expect(notifications).toContainText('Attention Required');
  await expect(notifications.getByRole('listitem')).toHaveCount(3);
  const confidence = main.getByRole('region', { name: 'System Confidence' });
  await expect(confidence).toContainText('87');
  await expectLabels(confidence, ['92%', '95%', 'Low']);
  await confidence.getByRole('button', { name: 'What does this mean?' }).click();
  await expect(page.getByRole('dialog')).toContainText('data quality, anomaly detection and rule adherence');
}

test('with simulation off the overview shows the figures of the documents; all six screens show value for value what the platform last answered, with it gone, the browser started anew, and eight hours later', {
  tag: ['@D-16', '@C-13', '@C-14', '@C-15', '@C-16', '@C-18', '@C-19', '@C-89', '@K-5', '@D-15', '@D-29'],
}, async ({ page, profile, platform, complaints }) => {
  test.slow(); // Fifteen cold starts: minutes on a busy machine.
  await arrive(page, 'admin');
  await expectSeed(page);
  expect(complaints.all()).toEqual([]);
  await underServiceWorker(page);
  await page.reload();
  await everythingFetched(page);
  const before = new Map<Screen, readonly string[]>();
  for (const screen of dailyScreens) before.set(screen, await readFigures(page, screen));
  for (const [{ heading }, figures] of before) expect(figures.length, heading).toBeGreaterThan(3);

  await platform.stop();
  let context = await profile.reopen();
  await withoutStrips(context);
  let again = context.pages()[0] ?? (await context.newPage());
  await again.goto('/');
  await expect(again.getByText(/Disconnected · /).first()).toBeVisible();
  for (const [screen, figures] of before) await expectFigures(again, screen, figures, inPresentTense);
  const indicator = (page: Page) => page.getByTestId('connection').filter({ visible: true }).first();
  await expect(indicator(again)).toHaveText(disconnectedAsOf);

  // The same device eight hours later: aged on a page that starts no hub, then opened by its owner.
  context = await profile.reopen();
  await withoutStrips(context);
  again = context.pages()[0] ?? (await context.newPage());
  await again.route('**/aside', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>aside</title>' }));
  await again.goto('/aside');
  await ageDevice(again, eightHours);
  await again.goto('/');
  for (const [screen, figures] of before) await expectFigures(again, screen, figures, inPresentTense);
  await expect(again.getByText(/Stale · as of/).first()).toBeVisible();
  await expect(again.getByText(/^Live · /)).toHaveCount(0);
  await expect(indicator(again)).toHaveText(disconnectedAsOf);

  await platform.start();
  await expect(again.getByText('Connected · SSE', { exact: true }).first()).toBeVisible();
  await again.goto('/');
  await expect(again.getByText(/Live · |Updated at/).first()).toBeVisible();
});
