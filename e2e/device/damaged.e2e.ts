// Long: every screen over damaged rows, twice.
import type { Page } from '@playwright/test';
import { damageRows } from '../support/deviceStore.ts';
import { everythingFetched } from '../support/figures.ts';
import { arrive } from '../support/people.ts';
import { goOn } from '../support/tabs.ts';
import { expect, test } from '../support/test.ts';

/**
 * Rows corrupted by a bad disk while the platform is down, so that they cannot be fetched again: what screens then say about all their
 * data, and about none.
 */

const damaged = 'could not be read';
/** Each screen with rows, its heading, and its message when one of the rows is damaged. */
const screens = [
  { path: '/operations/verifications', heading: 'Verification History', says: damaged },
  { path: '/operations/evidence', heading: 'Evidence Management', says: `1 pack on this device ${damaged}` },
  { path: '/operations/pipeline', heading: 'Pipeline Monitor', says: `1 ${damaged}` },
  { path: '/operations/dlq', heading: 'Dead Letter Queue', says: `1 dead letter on this device ${damaged}` },
  { path: '/finance/dgn', heading: 'DGN Portfolio Dashboard', says: `1 portfolio on this device ${damaged}` },
  { path: '/finance/rbf', heading: 'Results-Based Finance Tracking', says: `1 payment on this device ${damaged}` },
  { path: '/finance/schools', heading: 'Schools to Zero', says: `1 school on this device ${damaged}` },
  { path: '/insights/ai-governance', heading: 'AI Governance', says: `1 agent on this device ${damaged}` },
  { path: '/system/health', heading: 'Health Monitor', says: `1 component on this device ${damaged}` },
  { path: '/system/incidents', heading: 'Incident Management', says: `1 incident on this device ${damaged}` },
  { path: '/system/audit', heading: 'Audit Trail', says: damaged },
  { path: '/', heading: 'Overview', says: damaged },
] as const;

/** Sentences about all rows of a list. */
const ofAll = /All \d+ (?:signatures|stages)|None failed|Nothing defaulted|No stage crossed its SLO, and none/;
/** What a single-row answer says when it is empty; wrong if the row is damaged. */
const ofNone = /No requests|No entries yet|nothing decided yet/;

async function held(page: Page, { path, heading }: (typeof screens)[number]): Promise<void> {
  await goOn(page, path);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
}

test('one damaged row in each table: every screen says so, and none says anything of all', { tag: ['@T-9', '@F-25'] }, async ({
  page,
  platform,
}) => {
  await arrive(page, 'admin');
  await everythingFetched(page);
  // Load each screen's code before the platform is down.
  for (const screen of screens) await held(page, screen);
  await goOn(page, '/profile');
  await platform.stop();
  await expect(page.getByText(/Disconnected · /).first()).toBeVisible();

  await damageRows(page);
  for (const screen of screens) {
    await held(page, screen);
    await expect(page.locator('main'), screen.heading).toContainText(screen.says);
    const text = await page.locator('main').innerText();
    expect(text, screen.heading).not.toMatch(ofAll);
    if (screen.path === '/insights/ai-governance') expect(text).not.toMatch(ofNone);
  }
});

test('every row of every table damaged: each screen says so, and none shows boxes of what never comes', { tag: ['@T-9', '@F-25'] }, async ({
  page,
  platform,
}) => {
  await arrive(page, 'admin');
  await everythingFetched(page);
  for (const screen of screens) await held(page, screen);
  await goOn(page, '/profile');
  await platform.stop();
  await expect(page.getByText(/Disconnected · /).first()).toBeVisible();

  await damageRows(page, 'all');
  for (const screen of screens) {
    await held(page, screen);
    const main = page.locator('main');
    await expect(main, screen.heading).toContainText(damaged);
    await expect(main.locator('.uk-skeleton:visible'), screen.heading).toHaveCount(0);
    expect(await main.innerText(), screen.heading).not.toMatch(ofAll);
  }
});
