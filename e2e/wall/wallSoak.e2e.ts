// Long: runs for an hour or a quarter of one, on request.
import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { type Heaps, openHeaps } from '../../bench/support/heaps.ts';
import { slope, slopeError } from '../../bench/support/statistics.ts';
import { connected, disconnected } from '../support/connection.ts';
import { expect, test } from '../support/test.ts';
import { dashboard, pairedWall } from '../support/wall.ts';

/** Duration in minutes; skipped if not set. `npm run soak` runs an hour, `npm run test:long` a quarter of one. */
const minutes = Number(process.env['SOAK_MINUTES'] ?? 0);
const inEarnest = minutes >= 60;
/** Warm-up before the first measurement: caches fill and code settles. */
const settleMs = 5 * 60_000;
/**
 * Everything is compiled at its first call and not afterwards, so that the heap gains only objects. Left to itself V8 compiles what a
 * rotation calls for more than half an hour, which looks like a leak and ends: an hour of 30 November 2026 gained 1,062 kB with it, 595 of
 * them an hour in its last forty minutes, while the objects of the same build stayed within 0.1 MB.
 */
const codeAtOnce = '--js-flags=--always-sparkplug --no-opt --no-maglev --no-lazy-feedback-allocation --no-flush-bytecode';
/** Pause between samples. */
const sampleMs = 20_000;
/** Maximum gain per hour (F-29), kB. */
const limitKB = 1000;

test.use({ platformEnv: { SIMULATION: 'live', SIMULATION_PACE: 'brisk' }, browserOptions: { flags: [codeAtOnce] } });

/**
 * The minimum of three measurements, a second apart. One garbage collection in ten leaves half a megabyte for the next; over a quarter of
 * an hour that would hide a slope of a megabyte an hour. Measurements after a complete collection lie ten kB apart.
 */
async function least(measure: () => Promise<Heaps>): Promise<Heaps> {
  const takes: Heaps[] = [];
  for (let take = 0; take < 3; take += 1) {
    takes.push(await measure());
    await setTimeout(1000);
  }
  return { page: Math.min(...takes.map(({ page }) => page)), hub: Math.min(...takes.map(({ hub }) => hub)) };
}

/** Watches inside the page, on every change, for content that a display must never show. */
async function watch(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const seen = new Set<string>();
    Object.assign(globalThis, { __seen: seen });
    new MutationObserver(() => {
      const text = document.body.innerText;
      if (/sign in|log in/i.test(text)) seen.add('a way to sign in');
      if (text.trim() === '') seen.add('a blank page');
      if (document.querySelector('.wall-head[data-lost]') !== null && /All figures live/.test(text)) seen.add('stale shown as live');
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => [...(globalThis as unknown as { readonly __seen: ReadonlySet<string> }).__seen]); // Set above.
}

test('a wall that is left running holds no more after an hour than a megabyte, shows no way to sign in, and nothing stale as live', {
  tag: ['@F-29', '@M-14'],
}, async ({ page, context, platform }) => {
  test.setTimeout(settleMs + minutes * 60_000 + 600_000);
  await pairedWall(page, platform.url, {
    playlist: ['operations', 'health', 'incidents', 'portfolios', 'payments', 'schools'],
    dwellS: 5,
  });
  await expect(connected(page)).toBeVisible({ timeout: 60_000 });
  const seen = await watch(page);
  // Include an outage, as happens every night; what it leaves in memory is measured too.
  await platform.stop();
  await expect(disconnected(page)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(/oldest as of/)).toBeVisible({ timeout: 60_000 });
  await platform.start();
  await expect(connected(page)).toBeVisible({ timeout: 60_000 });

  const measure = await openHeaps(context, page);
  const samples: { readonly x: number; readonly y: number }[] = [];
  const begun = performance.now();
  // Real time is what the test waits for.
  await setTimeout(settleMs);
  while (performance.now() - begun < settleMs + minutes * 60_000) {
    await setTimeout(sampleMs);
    // Sample when the same dashboard appears, or the sample would depend on which one is shown. While an incident holds the view it does
    // not appear; the sample is then taken anyway.
    for (const name of ['Health', 'Operations'])
      await dashboard(page, name)
        .waitFor({ timeout: 40_000 })
        .catch(() => undefined);
    const { page: ofPage, hub } = await least(measure);
    samples.push({ x: performance.now() / 3_600_000, y: ofPage + hub });
    console.log(`${((performance.now() - begun) / 60_000).toFixed(1)} min: page ${ofPage.toFixed(0)} kB, hub ${hub.toFixed(0)} kB`);
    expect(await seen()).toEqual([]);
    await expect(connected(page)).toBeVisible();
  }
  const growth = slope(samples);
  const error = slopeError(samples);
  console.log(`${growth.toFixed(0)} kB an hour, give or take ${error.toFixed(0)}, over ${samples.length} samples`);
  // An hour's slope is used as it is. A quarter's is uncertain by some hundred kB: it fails on the gain that is certain (two standard
  // errors).
  expect(inEarnest ? growth : growth - 2 * error).toBeLessThanOrEqual(limitKB);
});
