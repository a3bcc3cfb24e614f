// Long: many outages one after another, each as long as a back-off.
import type { Page } from '@playwright/test';
import type { EventFrame } from '../src/contracts/realtime/event.ts';
import { connected, disconnected } from './support/connection.ts';
import { everythingFetched } from './support/figures.ts';
import { expect, longTests, test } from './support/faultyTest.ts';
import { whenShown } from './support/moments.ts';
import { type Compared, cookiesFor, createOracle, deviceEvents, deviceRows, differences, type Oracle } from './support/oracle.ts';
import { arrive } from './support/people.ts';
import { underServiceWorker } from './support/tabs.ts';

// What becomes of tabs and their workers is the browser's own doing: all of it.
test.use({ browserOptions: { whole: true } });

/** A day in which what is rare happens all the time. */
const busy = { SIMULATION: 'live', SIMULATION_PACE: 'eventful' };
/** How far the platform goes on while nobody can reach it: enough for every kind of event, not enough to fill a ring (C-81). */
const stretch = longTests ? 240 : 100;
/** F-1: from the moment the platform can be reached to Connected, milliseconds. */
const backWithinMs = 35_000;
/** Topics whose every event is in the device's record, once. */
const recorded = ['verifications', 'pipeline', 'health', 'kpis', 'system'] as const;

/**
 * How each resource comes right: by itself, fed by the stream or refetched because the stream said so, or once somebody looks at its screen. One that is new
 * does not compile without its way.
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

/** What the device's record tells of one topic. */
function of(frames: readonly EventFrame[], topic: string) {
  return frames
    .filter(({ type }) => type.startsWith(`${topic}.`))
    .map(({ seq, type, resourceId, version }) => ({ seq, type, resourceId, version }));
}

/** Makes the way free and expects the page to say Connected in time, by the page's own clock. It must be saying Disconnected. */
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

test('[F-1] [K-9] [D-14] [D-13] [C-57] killed, gone on without us and back: Connected within 35 s without a reload, every row equal to the platform’s, no event missing or doubled', async ({
  page,
  context,
  platform,
  link,
}) => {
  test.setTimeout(900_000);
  await arrive(page, 'admin');
  await expect(connected(page)).toBeVisible();
  await everythingFetched(page);
  const oracle = createOracle(link.direct(), await cookiesFor(context, platform.url));
  await page.evaluate(() => Object.assign(globalThis, { loadedOnce: true }));

  await underServiceWorker(page); // it brings what the page has not loaded yet
  await platform.stop();
  await expect(disconnected(page)).toBeVisible();

  // The platform is back and busy, but the link is not.
  link.turn('refused');
  await platform.start(busy);
  const resumedAt = await oracle.head();
  // How fast a day goes that keeps the machine busy is the machine’s; it is waited for, and not judged.
  await expect.poll(() => oracle.head(), { timeout: 300_000 }).toBeGreaterThan(resumedAt + stretch);
  await expectBack(page, () => link.turn('open'));

  // Killed again in the middle of a live day, and back without a simulator: what it holds now stands still.
  const reachedAt = await oracle.head();
  await expect.poll(() => oracle.head(), { timeout: 180_000 }).toBeGreaterThan(reachedAt + stretch / 4);
  // The day is drawn by lot: it goes on until there is something of every topic to compare.
  const fewest = async () => {
    const held = await deviceEvents(page);
    return Math.min(...recorded.map((topic) => of(held, topic).length));
  };
  await expect.poll(fewest, { timeout: 120_000 }).toBeGreaterThan(3);
  await platform.stop();
  await expectBack(page, () => platform.start());
  const head = await oracle.head();
  const everything = Object.entries(comesRight) as [Compared, (typeof comesRight)[Compared]][]; // its own keys
  for (const [what, way] of everything) if (way === 'by itself') await expectEqualRows(oracle, page, what);
  for (const [what, way] of everything) {
    if (way === 'by itself') continue;
    const tab = await context.newPage();
    await tab.goto(way.path);
    await expect(tab.getByRole('heading', { level: 1, name: way.heading })).toBeVisible();
    // What is asked once a minute while somebody looks need not be waited for.
    if (way.asked === 'each minute') await tab.getByRole('button', { name: 'Refresh' }).first().click();
    await expectEqualRows(oracle, page, what);
    await tab.close();
  }
  expect(await page.evaluate(() => 'loadedOnce' in globalThis)).toBe(true);

  // The platform's own log first: kills left no hole in it. Then the device's record of it, topic by topic, once each.
  const log = await oracle.log(0);
  const seqs = log.map(({ seq }) => seq);
  expect(seqs).toEqual(Array.from({ length: seqs.length }, (_, at) => (seqs[0] ?? 0) + at));
  expect(seqs.at(-1)).toBe(head);
  // Rows may have come by a fetch, before the events that were missed meanwhile.
  await expect(async () => {
    const held = await deviceEvents(page);
    for (const topic of recorded) {
      const mine = of(held, topic);
      const first = mine[0]?.seq ?? Number.POSITIVE_INFINITY;
      expect(mine, topic).toEqual(of(log, topic).filter(({ seq }) => seq >= first));
      expect(mine.length, `${topic}: events in the record`).toBeGreaterThan(3);
    }
  }).toPass({ timeout: 60_000, intervals: [500] });
});
