// Long: many outages in a row, each as long as a back-off.
import type { Page } from '@playwright/test';
import type { EventFrame } from '../../src/contracts/realtime/event.ts';
import { connected, disconnected } from '../support/connection.ts';
import { everythingFetched } from '../support/figures.ts';
import { expect, longTests, test } from '../support/faultyTest.ts';
import { whenShown } from '../support/moments.ts';
import { type Compared, cookiesFor, createOracle, deviceEvents, deviceRows, differences, type Oracle } from '../support/oracle.ts';
import { arrive } from '../support/people.ts';
import { underServiceWorker } from '../support/tabs.ts';

// The full Chromium: the lifetimes of tabs and workers depend on the browser.
test.use({ browserOptions: { whole: true } });

/** A day in which rare events happen all the time. */
const busy = { SIMULATION: 'live', SIMULATION_PACE: 'eventful' };
/** How many events the platform adds while it is unreachable: enough for every kind of event, not enough to fill a ring buffer (C-81). */
const stretch = longTests ? 240 : 100;
/** F-1: maximum from the platform being reachable to Connected, milliseconds. */
const backWithinMs = 35_000;
/** Topics of which the device's record holds every event, once. */
const recorded = ['verifications', 'pipeline', 'health', 'kpis', 'system'] as const;

/**
 * How each resource becomes current: by itself (fed by the stream, or refetched on an event), or once its screen is shown. A new resource
 * does not compile without an entry.
 */
const comesRight: Readonly<
  Record<Compared, 'by itself' | { readonly path: string; readonly heading: string; readonly asked?: 'each minute' }>
> = {
  verifications: 'by itself',
  pipeline: 'by itself',
  health: 'by itself',
  dlq: 'by itself',
  kpis: 'by itself',
  activity: 'by itself',
  notifications: 'by itself',
  killSwitch: 'by itself',
  jwks: { path: '/operations/evidence', heading: 'Evidence Management' },
  evidence: { path: '/operations/evidence', heading: 'Evidence Management', asked: 'each minute' },
  refinancePortfolios: { path: '/finance/dgn', heading: 'DGN Portfolio Dashboard' },
  rbfPayments: { path: '/finance/rbf', heading: 'Results-Based Finance Tracking' },
  schools: { path: '/finance/schools', heading: 'Schools to Zero', asked: 'each minute' },
  incidents: { path: '/system/incidents', heading: 'Incident Management' },
  aiAgents: { path: '/insights/ai-governance', heading: 'AI Governance', asked: 'each minute' },
};

/** The device's record of one topic. */
function framesOf(frames: readonly EventFrame[], topic: string) {
  return frames
    .filter(({ type }) => type.startsWith(`${topic}.`))
    .map(({ seq, type, resourceId, version }) => ({ seq, type, resourceId, version }));
}

/** Restores the link and expects Connected in time, by the page's own clock. The page must be saying Disconnected. */
async function expectBack(page: Page, free: () => Promise<void> | void): Promise<void> {
  await expect(disconnected(page)).toBeVisible();
  const shown = await whenShown(page, 'Connected · SSE');
  await free();
  const freeAt = Date.now();
  await expect(connected(page)).toBeVisible();
  expect((await shown()) - freeAt, 'Connected after, ms').toBeLessThan(backWithinMs);
}

async function expectEqualRows(oracle: Oracle, page: Page, what: Compared): Promise<void> {
  await expect(async () => {
    expect(differences(await deviceRows(page, what), await oracle.rows(what)), what).toEqual([]);
  }).toPass({ timeout: 60_000, intervals: [500] });
}

test('killed, gone on without us and back: Connected within 35 s without a reload, every row equal to the platform’s, no event missing or doubled', {
  tag: ['@F-1', '@K-9', '@D-14', '@D-13', '@C-57'],
}, async ({ page, context, platform, link }) => {
  test.setTimeout(900_000);
  await arrive(page, 'admin');
  await expect(connected(page)).toBeVisible();
  await everythingFetched(page);
  const oracle = createOracle(link.direct(), await cookiesFor(context, platform.url));
  await page.evaluate(() => Object.assign(globalThis, { loadedOnce: true }));

  await underServiceWorker(page); // The service worker supplies what the page has not loaded yet.
  await platform.stop();
  await expect(disconnected(page)).toBeVisible();

  // The platform is back and busy, but the link is not.
  link.turn('refused');
  await platform.start(busy);
  const resumedAt = await oracle.head();
  // The speed of a busy day depends on the machine; it is waited for and not judged.
  await expect.poll(() => oracle.head(), { timeout: 300_000 }).toBeGreaterThan(resumedAt + stretch);
  await expectBack(page, () => link.turn('open'));

  // Killed again in the middle of a live day, and back without a simulation: its data no longer changes.
  const reachedAt = await oracle.head();
  await expect.poll(() => oracle.head(), { timeout: 180_000 }).toBeGreaterThan(reachedAt + stretch / 4);
  // The day is random: it continues until there are events of every topic to compare.
  const fewest = async () => {
    const held = await deviceEvents(page);
    return Math.min(...recorded.map((topic) => framesOf(held, topic).length));
  };
  await expect.poll(fewest, { timeout: 120_000 }).toBeGreaterThan(3);
  await platform.stop();
  await expectBack(page, () => platform.start());
  const head = await oracle.head();
  const everything = Object.entries(comesRight) as [Compared, (typeof comesRight)[Compared]][]; // The object's own keys.
  for (const [what, way] of everything) if (way === 'by itself') await expectEqualRows(oracle, page, what);
  for (const [what, way] of everything) {
    if (way === 'by itself') continue;
    const tab = await context.newPage();
    await tab.goto(way.path);
    await expect(tab.getByRole('heading', { level: 1, name: way.heading })).toBeVisible();
    // Do not wait for what is refetched once a minute while shown.
    if (way.asked === 'each minute') await tab.getByRole('button', { name: 'Refresh' }).first().click();
    await expectEqualRows(oracle, page, what);
    await tab.close();
  }
  expect(await page.evaluate(() => 'loadedOnce' in globalThis)).toBe(true);

  // First the platform's own log: the kills left no gap. Then the device's record, topic by topic, each event once.
  const log = await oracle.log(0);
  const seqs = log.map(({ seq }) => seq);
  expect(seqs).toEqual(Array.from({ length: seqs.length }, (_, at) => (seqs[0] ?? 0) + at));
  expect(seqs.at(-1)).toBe(head);
  // Rows may have come by a fetch before the missed events arrive.
  await expect(async () => {
    const held = await deviceEvents(page);
    for (const topic of recorded) {
      const mine = framesOf(held, topic);
      const first = mine[0]?.seq ?? Number.POSITIVE_INFINITY;
      expect(mine, topic).toEqual(framesOf(log, topic).filter(({ seq }) => seq >= first));
      expect(mine.length, `${topic}: events in the record`).toBeGreaterThan(3);
    }
  }).toPass({ timeout: 60_000, intervals: [500] });
});
