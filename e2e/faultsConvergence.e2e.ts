import type { Page } from '@playwright/test';
import { connected, disconnected } from './support/connection.ts';
import { everythingFetched } from './support/figures.ts';
import { expect, longTests, test } from './support/faultyTest.ts';
import { type Compared, cookiesFor, createOracle, deviceEvents, deviceRows, differences, type Oracle } from './support/oracle.ts';
import { arrive } from './support/people.ts';

/** A day in which what is rare happens all the time. */
const busy = { SIMULATION: 'live', SIMULATION_PACE: 'eventful' };
/** How far the platform goes on while nobody can reach it: enough for every kind of event, not enough to fill a ring (C-81). */
const stretch = longTests ? 240 : 100;

/** Fed by the stream, or refetched because the stream said so: must come right by themselves. */
const fedByStream: readonly Compared[] = ['verifications', 'pipeline', 'health', 'dlq', 'kpis', 'activity', 'notifications'];
/** Refetched while somebody looks at them. */
const lookedAt = [
  { path: '/finance/dgn', heading: 'DGN Portfolio Dashboard', what: 'refinancePortfolios' },
  { path: '/finance/rbf', heading: 'Results-Based Finance Tracking', what: 'rbfPayments' },
  { path: '/finance/schools', heading: 'Schools to Zero', what: 'schools' },
  { path: '/system/incidents', heading: 'Incident Management', what: 'incidents' },
] as const;

async function expectEqualRows(oracle: Oracle, page: Page, what: Compared): Promise<void> {
  await expect(async () => {
    expect(differences(await deviceRows(page, what), await oracle.rows(what)), what).toEqual([]);
  }).toPass({ timeout: 60_000, intervals: [500] });
}

test('[F-1] [K-9] [D-14] [D-13] [C-57] killed, gone on without us and back: Connected within 35 s without a reload, every row equal to the platform’s, no event missing or doubled', async ({
  page,
  context,
  platform,
  link,
}) => {
  test.setTimeout(420_000);
  await arrive(page, 'admin');
  await expect(connected(page)).toBeVisible();
  await everythingFetched(page);
  const oracle = createOracle(link.direct(), await cookiesFor(context, platform.url));
  await page.evaluate(() => Object.assign(globalThis, { loadedOnce: true }));

  await platform.stop();
  await expect(disconnected(page)).toBeVisible();

  // The platform is back and busy, but the link is not.
  link.turn('refused');
  await platform.start(busy);
  const resumedAt = await oracle.head();
  await expect.poll(() => oracle.head(), { timeout: 120_000 }).toBeGreaterThan(resumedAt + stretch);
  await expect(disconnected(page)).toBeVisible();

  link.turn('open');
  await expect(connected(page)).toBeVisible({ timeout: 35_000 });

  // Killed again in the middle of a live day, and back without a simulator: what it holds now stands still.
  const reachedAt = await oracle.head();
  await expect.poll(() => oracle.head(), { timeout: 60_000 }).toBeGreaterThan(reachedAt + stretch / 4);
  await platform.stop();
  await platform.start();
  const head = await oracle.head();
  await expect(connected(page)).toBeVisible({ timeout: 35_000 });
  for (const what of fedByStream) await expectEqualRows(oracle, page, what);
  for (const { path, heading, what } of lookedAt) {
    const tab = await context.newPage();
    await tab.goto(path);
    await expect(tab.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expectEqualRows(oracle, page, what);
    await tab.close();
  }
  expect(await page.evaluate(() => 'loadedOnce' in globalThis)).toBe(true);

  // The platform's own log first: kills left no hole in it. Then the device's record of it, topic by topic, once each.
  const log = await oracle.log(0);
  const seqs = log.map(({ seq }) => seq);
  expect(seqs).toEqual(Array.from({ length: seqs.length }, (_, at) => (seqs[0] ?? 0) + at));
  expect(seqs.at(-1)).toBe(head);
  const held = await deviceEvents(page);
  for (const topic of ['verifications', 'pipeline', 'health', 'kpis', 'system']) {
    const of = (frames: typeof log) => frames.filter(({ type }) => type.startsWith(`${topic}.`));
    const mine = of(held).map(({ seq, type, resourceId, version }) => ({ seq, type, resourceId, version }));
    const first = mine[0]?.seq ?? Number.POSITIVE_INFINITY;
    const theirs = of(log).filter(({ seq }) => seq >= first);
    expect(mine, topic).toEqual(theirs.map(({ seq, type, resourceId, version }) => ({ seq, type, resourceId, version })));
    expect(mine.length, `${topic}: events in the record`).toBeGreaterThan(3);
  }
});
