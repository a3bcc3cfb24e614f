import { expect, type Page } from '@playwright/test';
import { resourceKeys } from '../../src/domain/resources.ts';

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
] as const;

/** Lines that tell an age, which is meant to change. */
const ages = /Live|Updated at|As of|Stale|Not loaded|Not held|fetched|Checked|Offline|Next try|\bago\b/i;

/** Waits until the hub has fetched all that it keeps for this person. */
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

/** Opens a screen and reads every figure on it: all lines of the page's content that hold a digit and tell no age. Waits until nothing is loading. */
export async function readFigures(
  page: Page,
  { path, heading }: { readonly path: string; readonly heading: string },
): Promise<readonly string[]> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0, { timeout: 30_000 });
  await expect(page.getByText('Not loaded yet')).toHaveCount(0, { timeout: 30_000 });
  if (heading === 'Verification History') await expect(page.getByText('Chain intact')).toBeVisible({ timeout: 30_000 });
  return figuresShown(page);
}

/** Every figure on the page as it stands: all lines of its content that hold a digit and tell no age. */
export async function figuresShown(page: Page): Promise<readonly string[]> {
  const text = await page.locator('main').innerText();
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /\d/.test(line) && !ages.test(line));
}
