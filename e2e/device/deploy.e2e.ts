// Long: two builds of the console and the transitions between them, in real time.
import type { Page } from '@playwright/test';
import { headers } from '../../src/contracts/endpoints.ts';
import { protocolVersion } from '../../src/contracts/version.ts';
import { schemaVersion } from '../../src/store/tables.ts';
import { connected as online } from '../support/connection.ts';
import { everythingFetched, expectFigures, readFigures } from '../support/figures.ts';
import { openStreams } from '../support/metrics.ts';
import { arrive } from '../support/people.ts';
import { makeReleases, newerSchema, type Releases } from '../support/releases.ts';
import { countLoads, entryOf, goOn, openBesideServiceWorker, storedSchema, underServiceWorker } from '../support/tabs.ts';
import { expect, test } from '../support/test.ts';
import { dashboard, expectNoWayIn, pairedWall } from '../support/wall.ts';

// The full Chromium: the lifetimes of tabs and workers depend on the browser.
test.use({ browserOptions: { whole: true } });

let releases: Releases;
test.beforeAll(() => {
  releases = makeReleases();
});

const overview = { path: '/', heading: 'Overview' } as const;
/** The link is retried within 30 s; only then a tab hears of the deploy. */
const heard = { timeout: 60_000 };

const connected = (page: Page) => expect(online(page)).toBeVisible(heard);
const prompt = (page: Page) => page.getByText('New version ready.');
const reload = (page: Page) => page.getByRole('button', { name: 'Reload', exact: true }).click();

/** The status that a write request of this build gets. */
function write(page: Page, build: string): Promise<number> {
  return page.evaluate(
    async ([said, correlation]) => {
      // Names no file, so it is refused as a bad request wherever it is read at all.
      const sent = { 'content-type': 'application/json', 'X-Tenant-ID': 'demo', [correlation]: crypto.randomUUID(), ...said };
      const answer = await fetch('/api/evidence/EP-0931/signed-urls', {
        method: 'POST',
        headers: sent,
        body: JSON.stringify({ files: [] }),
      });
      return answer.status;
    },
    [{ [headers.build]: build, [headers.protocol]: String(protocolVersion) }, headers.correlation] as const,
  );
}

test('a deploy with two tabs open: one prompt, one reload of both, nothing lost; taken back and made again', {
  tag: ['@D-30', '@F-18', '@F-19'],
}, async ({ page, context, platform, complaints }) => {
  const { older, newer } = releases;
  await arrive(page, 'admin');
  await underServiceWorker(page);
  await everythingFetched(page);
  const second = await context.newPage();
  await second.goto('/system/health');
  await connected(second);
  const figures = await readFigures(page, overview);
  const oldEntry = await entryOf(page);
  expect(await storedSchema(page)).toEqual({ version: schemaVersion * 10, writer: schemaVersion });

  const tabs = [page, second];
  /** Deploys, waits for the prompt in both tabs, reloads one, and expects both to load once, connected, on another build. */
  const expectTaken = async (house: string, pressed: Page, env: Readonly<Record<string, string>> = {}, words = prompt) => {
    const before = await entryOf(page);
    await platform.deploy(house, env);
    for (const tab of tabs) await expect(words(tab)).toBeVisible(heard);
    for (const tab of tabs) await expect(words(tab), 'prompts in a tab').toHaveCount(1);
    for (const tab of tabs) await connected(tab);
    const counts = tabs.map(countLoads);
    await reload(pressed);
    // A lost reload (src/app/update/takeOver.ts) would come after thirty seconds at the earliest.
    await expect.poll(() => counts.map((count) => count()), { timeout: 25_000 }).toEqual([1, 1]);
    for (const tab of tabs) await connected(tab);
    for (const tab of tabs) await expect.poll(() => entryOf(tab)).not.toBe(before);
    await expect(words(page)).toHaveCount(0);
    // The stream of the previous pages may stay open for a moment.
    await expect.poll(() => openStreams(platform), heard).toBe(1);
    expect(counts.map((count) => count())).toEqual([1, 1]);
  };

  await expectTaken(newer.house, page);
  expect(await storedSchema(page)).toEqual({ version: newerSchema, writer: newerSchema / 10 });
  await expectFigures(page, overview, figures);

  // Rolled back: the older build finds a newer schema, works on it, and records that it wrote it.
  await expectTaken(older.house, second);
  expect(await entryOf(page)).toBe(oldEntry);
  await expect.poll(() => storedSchema(page)).toEqual({ version: newerSchema, writer: schemaVersion });
  await expectFigures(page, overview, figures);

  // Deployed again, now with a minimum build: older builds are told so and may not write.
  const tooOld = (tab: Page) => tab.getByText('This version is too old for the platform.');
  expect(await write(page, older.build)).toBe(400);
  await expectTaken(newer.house, page, { MINIMUM_BUILD: newer.build }, tooOld);
  expect(await write(page, older.build)).toBe(426);
  expect(await write(page, newer.build)).toBe(400);
  await expect.poll(() => storedSchema(page)).toEqual({ version: newerSchema, writer: newerSchema / 10 });
  await expectFigures(page, overview, figures);
  // Only the browser's messages about the three writes above are allowed.
  expect(complaints.besidesOutage().filter((text) => !/signed-urls/.test(text))).toEqual([]);
});

test('a wall display takes a new build by itself, and the older one when that is taken back', { tag: ['@K-10', '@D-30'] }, async ({
  page,
  platform,
}) => {
  const { newer, older } = releases;
  await pairedWall(page, platform.url, { playlist: ['operations'], dwellS: 20 });
  await underServiceWorker(page);
  await connected(page);
  for (const { house } of [newer, older]) {
    const before = await entryOf(page);
    await platform.deploy(house);
    // It hears of the deploy when the link returns and reloads within twenty seconds, spread so that the displays of one building do not
    // all load in the same second.
    await expect.poll(() => entryOf(page).catch(() => before), { timeout: 120_000 }).not.toBe(before);
    await expect(dashboard(page, 'Operations')).toBeVisible(heard);
    await expect(page.getByText('98.5')).toBeVisible(heard);
    await connected(page);
    await expectNoWayIn(page);
  }
});

test('a tab of the old build loads its own code after a deploy, and where that is gone says so with a way on', { tag: ['@F-19'] }, async ({
  page,
  context,
  platform,
}) => {
  const { newer, older } = releases;
  await arrive(page, 'operator', '/system/health');
  const tab = await openBesideServiceWorker(context, '/system/health');
  await connected(tab);
  await platform.deploy(newer.house);
  await connected(tab);
  const chunk = tab.waitForResponse(/\/assets\/IncidentsScreen-.*\.js/);
  await tab.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'System' }).click();
  await tab.getByRole('menuitem', { name: 'Incident Management' }).click();
  expect((await chunk).status()).toBe(200);
  await expect(tab.getByRole('heading', { level: 1, name: 'Incident Management' })).toBeVisible();

  // A tab of the newer build after the rollback: its chunks were not kept.
  await tab.goto('/system/health');
  await expect(tab.getByRole('heading', { level: 1, name: 'Health Monitor' })).toBeVisible();
  await connected(tab);
  await platform.deploy(older.house);
  await connected(tab);
  await tab.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'System' }).click();
  await expect(tab.getByText('This could not be opened')).toBeVisible();
  await expect(tab.getByRole('heading', { level: 1, name: 'Health Monitor' })).toBeVisible();
  // By URL, because the menus could not be opened.
  await goOn(tab, '/operations/evidence');
  const gone = tab.getByRole('alert').filter({ hasText: 'This page could not be loaded' });
  await gone.getByRole('button', { name: 'Reload' }).click();
  await expect(tab.getByRole('heading', { level: 1, name: 'Evidence Management' })).toBeVisible(heard);

  // Even if the entry script is missing, the page says so.
  await tab.route('**/assets/index-*.js', (route) => route.fulfill({ status: 404, body: '' }));
  await tab.goto('/system/health');
  await expect(tab.getByRole('alert')).toContainText('The console could not be loaded');
  await expect(tab.getByRole('link', { name: 'Still not working?' })).toHaveAttribute('href', '/recover.html');
  await tab.unroute('**/assets/index-*.js');
  await reload(tab);
  await expect(tab.getByRole('heading', { level: 1, name: 'Health Monitor' })).toBeVisible();
});

test('the old build’s hub hands over to the newer one’s and takes over again when that is gone, always over one stream', {
  tag: ['@K-4', '@F-18'],
}, async ({ page, context, platform, complaints }) => {
  const { newer } = releases;
  await arrive(page, 'operator', '/system/health');
  await underServiceWorker(page);
  await connected(page);
  const oldEntry = await entryOf(page);
  await platform.deploy(newer.house);
  await expect(prompt(page)).toBeVisible(heard);
  await connected(page);

  // A tab of the newer build beside the old one: two shared workers with different URLs.
  const tab = await openBesideServiceWorker(context, '/system/health');
  expect(await entryOf(tab)).not.toBe(oldEntry);
  await connected(tab);
  await expect.poll(() => storedSchema(tab), heard).toEqual({ version: newerSchema, writer: newerSchema / 10 });
  await expect.poll(() => openStreams(platform), heard).toBe(1);
  // The old tab keeps working over the newer hub: connected, updated, and told once that it is old.
  await connected(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await connected(page);
  expect(await entryOf(page)).toBe(oldEntry);
  await expect(prompt(page)).toHaveCount(1);
  expect(await storedSchema(page)).toEqual({ version: newerSchema, writer: newerSchema / 10 });

  await tab.close();
  await expect.poll(() => storedSchema(page), heard).toEqual({ version: newerSchema, writer: schemaVersion });
  await connected(page);
  await expect.poll(() => openStreams(platform), heard).toBe(1);
  expect(complaints.besidesOutage()).toEqual([]);
});
