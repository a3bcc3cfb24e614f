import { isDeepStrictEqual } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { resourceKeys } from '../../src/domain/freshness/resources.ts';

/** The daily screens, by path and heading. */
export const dailyScreens = [
  { path: '/', heading: 'Overview' },
  { path: '/operations/verifications', heading: 'Verification History' },
  { path: '/operations/evidence', heading: 'Evidence Management' },
  { path: '/operations/pipeline', heading: 'Pipeline Monitor' },
  { path: '/operations/dlq', heading: 'Dead Letter Queue' },
  { path: '/system/health', heading: 'Health Monitor' },
] as const;

/** The screens of finance, insights and incidents. */
export const otherScreens = [
  { path: '/finance/dgn', heading: 'DGN Portfolio Dashboard' },
  { path: '/finance/rbf', heading: 'Results-Based Finance Tracking' },
  { path: '/finance/schools', heading: 'Schools to Zero' },
  { path: '/insights/compliance', heading: 'Compliance & Audit' },
  { path: '/insights/ai-governance', heading: 'AI Governance' },
  { path: '/system/incidents', heading: 'Incident Management' },
  { path: '/system/audit', heading: 'Audit Trail' },
  { path: '/system/displays', heading: 'Wall Displays' },
  { path: '/system/keys', heading: 'Signing Keys' },
] as const;

/** Lines with an age, which may change. */
const ages = /Live|Updated at|As of|Stale|Not loaded|Not on this device|fetched|Checked|Offline|Next try|\bago\b/i;

/** Waits until the hub has fetched everything that it stores for this user. */
export async function everythingFetched(page: Page): Promise<void> {
  const missing = () =>
    page.evaluate(
      async (wanted) => {
        const name = (await indexedDB.databases()).map((each) => each.name ?? '').find((each) => each.startsWith('ukweli:'));
        if (name === undefined) return [...wanted];
        const db = await new Promise<IDBDatabase>((resolve, reject) => {
          const opening = indexedDB.open(name);
          opening.addEventListener('success', () => resolve(opening.result));
          opening.addEventListener('error', () => reject(new Error(`cannot open ${name}`)));
        });
        const rows = await new Promise<{ readonly resource: string; readonly lastSuccessAt: number | null }[]>((resolve) => {
          const reading = db.transaction('sync').objectStore('sync').getAll();
          reading.addEventListener('success', () => resolve(reading.result as { resource: string; lastSuccessAt: number | null }[])); // the store's sync rows
        });
        db.close();
        return wanted.filter((key) => !rows.some(({ resource, lastSuccessAt }) => resource === key && lastSuccessAt !== null));
      },
      resourceKeys as readonly string[],
    );
  await expect.poll(missing, { timeout: 60_000 }).toEqual([]);
}

/** A screen's path and heading. */
export interface Screen {
  readonly path: string;
  readonly heading: string;
}

/** Opens a screen and waits until nothing on it is loading. */
export async function openScreen(page: Page, { path, heading }: Screen): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  await expect(page.getByText('Not loaded yet')).toHaveCount(0);
  if (heading === 'Verification History') await expect(page.getByText('Chain intact')).toBeVisible();
}

/**
 * Opens a screen and reads its figures: all lines of the content with a digit that tell no age. For a platform whose data does not
 * change.
 */
export async function readFigures(page: Page, screen: Screen): Promise<readonly string[]> {
  await openScreen(page, screen);
  return figuresAtRest(page);
}

/** Opens a screen and expects these figures; `told` converts a line to its earlier wording before the comparison. */
export async function expectFigures(
  page: Page,
  screen: Screen,
  figures: readonly string[],
  told: (line: string) => string = (line) => line,
): Promise<void> {
  await openScreen(page, screen);
  await expect.poll(async () => (await figuresShown(page)).map(told), { message: screen.heading }).toEqual(figures);
}

/** The page's figures once two consecutive reads agree: values computed on the device appear after the loaded ones. */
export async function figuresAtRest(page: Page): Promise<readonly string[]> {
  let last: readonly string[] = [];
  await expect
    .poll(async () => {
      const before = last;
      last = await figuresShown(page);
      return last.length > 0 && isDeepStrictEqual(last, before);
    })
    .toBe(true);
  return last;
}

/** Converts a line in the past tense, about a state that is no longer known, back to the present tense (T-8). */
export const asItWas = (line: string): string =>
  line.replace(/^(?:Was|Were|Had):? (.)/, (_, first: string) => first.toUpperCase()).replace(/^When last known: /, '');

/** The page's current figures: all lines of its content with a digit that tell no age. */
export async function figuresShown(page: Page): Promise<readonly string[]> {
  const text = await page.locator('main').innerText();
  return text
    .split('\n')
    .map((line) => asItWas(line.trim()))
    .filter((line) => /\d/.test(line) && !ages.test(line));
}
