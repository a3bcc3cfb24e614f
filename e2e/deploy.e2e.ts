import type { Page } from '@playwright/test';
import { schemaVersion } from '../src/store/schema.ts';
import { signIn } from './support/people.ts';
import { makeReleases, newerSchema, type Releases } from './support/releases.ts';
import { entryOf, metric, openBesideServiceWorker, storedSchema, underServiceWorker } from './support/tabs.ts';
import { expect, test } from './support/test.ts';

let releases: Releases;
test.beforeAll(() => {
  test.setTimeout(300_000); // builds the second release once
  releases = makeReleases();
});

/** The link is tried again within 30 s, and only then a tab hears of the deploy. */
const heard = { timeout: 60_000 };

const connected = (page: Page) => expect(page.getByText('Connected · SSE').first()).toBeVisible(heard);
const prompt = (page: Page) => page.getByText('New version ready.');

test('[K-4] [F-18] the old build’s hub hands over to the newer one’s and takes over again when that is gone, always over one stream', async ({
  page,
  context,
  platform,
  complaints,
}) => {
  const { newer } = releases;
  await signIn(page, 'operator', '/system/health');
  await underServiceWorker(page);
  await connected(page);
  const oldEntry = await entryOf(page);
  await platform.deploy(newer.house);
  await expect(prompt(page)).toBeVisible(heard);
  await connected(page);

  // A tab of the newer build beside the old one: two shared workers, whose addresses differ.
  const tab = await openBesideServiceWorker(context, '/system/health');
  expect(await entryOf(tab)).not.toBe(oldEntry);
  await connected(tab);
  await expect.poll(() => storedSchema(tab), heard).toEqual({ version: newerSchema, writer: newerSchema / 10 });
  await expect.poll(() => metric(platform.url, 'ukweli_streams_open'), heard).toBe(1);
  // The old tab works on, over the newer hub: connected, fed, and told once that it is the old one.
  await connected(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await expect(page.getByText('Connected · SSE').first()).toBeVisible();
  expect(await entryOf(page)).toBe(oldEntry);
  expect(await prompt(page).count()).toBe(1);
  expect(await storedSchema(page)).toEqual({ version: newerSchema, writer: newerSchema / 10 });

  await tab.close();
  await expect.poll(() => storedSchema(page), heard).toEqual({ version: newerSchema, writer: schemaVersion });
  await connected(page);
  await expect.poll(() => metric(platform.url, 'ukweli_streams_open'), heard).toBe(1);
  expect(complaints.besidesOutage()).toEqual([]);
});
