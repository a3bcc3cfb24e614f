// Long: unanswered calls are waited for until their time limit.
import type { Asked } from '../support/faultProxy.ts';
import { expect, test } from '../support/faultyTest.ts';
import { arrive } from '../support/people.ts';

// The full Chromium: the lifetimes of tabs and workers depend on the browser.
test.use({ browserOptions: { whole: true } });

/** Reads of the overview that go through the service worker's cache. */
const kept = ({ path }: Asked): boolean =>
  /^\/api\/(kpis|pipeline|health|dlq|refinance|rbf|activity|notifications|confidence)\b/.test(path);

test('calls that are begun and never answered do not keep the stream out: a reload is Connected within 35 s', {
  tag: ['@F-3', '@K-3'],
}, async ({ page, platform: _platform, link }) => {
  await arrive(page, 'admin');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  link.fault({ on: kept, does: { kind: 'shape', latencyMs: 600_000 } });
  const before = link.seen(kept);
  await page.reload();
  // All connections that a browser opens to one host, less the stream's own: the page that asked is gone, the service worker still waits.
  await expect.poll(() => link.seen(kept) - before).toBeGreaterThanOrEqual(5);
  await page.reload();
  await expect(page.getByText('Connected · SSE', { exact: true }).first()).toBeVisible({ timeout: 35_000 });
});
