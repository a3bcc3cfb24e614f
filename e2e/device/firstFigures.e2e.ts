// Long: opens every screen on an empty device and checks it after every change of the page.
import type { Page } from '@playwright/test';
import { connected } from '../support/connection.ts';
import { dailyScreens, otherScreens } from '../support/figures.ts';
import { arrive } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

/**
 * Without compliance: it contains a calculator, whose figures are the user's own input and have no age; what it reads arrives with its
 * time in one answer.
 */
const watched = [...dailyScreens, ...otherScreens].filter(({ path }) => path !== '/insights/compliance');

/** Names with digits that are no figures: time spans, percentiles, and the row count of a table of names. */
const names = String.raw`^(last \d+ (min|h|days)|.* p(50|95)|\d rows)$`;

/**
 * After every change of the page, collects the figures in each place whose age says 'Not loaded yet': texts with a digit that are no name
 * and are neither in a control nor in a panel with an age of its own.
 */
async function watchAgelessFigures(page: Page): Promise<void> {
  await page.addInitScript((nameSource) => {
    const name = new RegExp(nameSource, 'i');
    const found = new Set<string>();
    let watching = 0;
    Object.assign(globalThis, { agelessFigures: () => ({ found: [...found], watching }) });
    const panels = '.uk-card, .uk-panel, .uk-banner, .overview-lead';
    const isElsewhere = (place: Element, node: Node): boolean => {
      const panel = node.parentElement?.closest(panels) ?? null;
      return panel !== null && panel !== place && panel.querySelector('[data-fresh]') !== null;
    };
    new MutationObserver(() => {
      for (const age of document.querySelectorAll('main [data-fresh="never"]')) {
        const place = age.closest(panels) ?? document.querySelector('main');
        if (place === null) continue;
        watching += 1;
        const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
        for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
          const text = node.textContent ?? '';
          if (!/\d/.test(text) || name.test(text) || isElsewhere(place, node)) continue;
          if (node.parentElement?.closest('button, th, [role="columnheader"]') !== null) continue;
          found.add(`${place.querySelector('h1, h2, h3')?.textContent ?? place.className}: ${text}`);
        }
      }
    }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  }, names);
}

/** What this watch has found since the page was opened. */
interface Watch {
  readonly found: readonly string[];
  /** Number of places without an age that it checked; with none, the test proves nothing. */
  readonly watching: number;
}

const watchOf = (page: Page): Promise<Watch> =>
  page.evaluate(() => (globalThis as unknown as { readonly agelessFigures: () => Watch }).agelessFigures()); // set above

/** Empties the device except for the session. Ends on a page of this origin without the console. */
async function emptyDevice(page: Page): Promise<void> {
  await page.goto('/api/config');
  await page.evaluate(async () => {
    const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
    await Promise.all(
      names.map(
        (name) =>
          new Promise<void>((resolve, reject) => {
            const deleting = indexedDB.deleteDatabase(name);
            deleting.addEventListener('success', () => resolve());
            deleting.addEventListener('error', () => reject(new Error(`cannot delete ${name}`)));
          }),
      ),
    );
    if (names.length === 0 || (await indexedDB.databases()).length > 0) throw new Error(`held: ${names.join()}`);
  });
}

test('on a device that holds nothing, no screen shows a figure before its age, not for a moment', { tag: ['@D-15'] }, async ({ page }) => {
  const found: string[] = [];
  let watching = 0;
  await arrive(page, 'admin');
  await expect(connected(page)).toBeVisible();
  await watchAgelessFigures(page);
  for (const { path, heading } of watched) {
    await emptyDevice(page);
    await page.goto(path);
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    await expect(page.locator('main [data-fresh]').first()).toBeVisible();
    await expect(page.locator('main [data-fresh="never"]')).toHaveCount(0);
    const watch = await watchOf(page);
    found.push(...watch.found.map((figure) => `${path} ${figure}`));
    watching += watch.watching;
  }
  expect(found).toEqual([]);
  expect(watching).toBeGreaterThan(watched.length);
});
