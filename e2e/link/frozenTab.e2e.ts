// Long: an unresponsive tab is waited for until the time limit.
import type { Page } from '@playwright/test';
import { readTables } from '../support/deviceStore.ts';
import { people, signIn, signOut } from '../support/people.ts';
import { expect, test } from '../support/test.ts';
import { freezeTab } from '../support/workerTargets.ts';

/** The full Chromium: the lifetimes of tabs depend on the browser. */
test.use({ browserOptions: { whole: true } });

/** From the provider's redirect back to the console's frame, milliseconds (issue 13, point 2). */
const insideWithinMs = 5_000;

/** Names of the user databases on this device. */
const databases = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith('ukweli:') ? [name] : [])));

/**
 * A page of this origin that opens every database and ignores `versionchange`; answers a function that counts the rows it can still read.
 */
async function holdEverything(page: Page): Promise<() => Promise<number>> {
  await page.goto('/api/config');
  const names = await databases(page);
  await page.evaluate(async (wanted) => {
    const open = (name: string) =>
      new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.addEventListener('success', () => resolve(opening.result));
        opening.addEventListener('error', () => reject(new Error(`cannot open ${name}`)));
      });
    Object.assign(globalThis, { held: await Promise.all(wanted.map(open)) });
  }, names);
  return () =>
    page.evaluate(async () => {
      const { held } = globalThis as unknown as { readonly held: readonly IDBDatabase[] }; // Set above.
      const counts = held.flatMap((db) => {
        const transaction = db.transaction([...db.objectStoreNames]);
        return [...db.objectStoreNames].map(
          (table) =>
            new Promise<number>((resolve, reject) => {
              const counting = transaction.objectStore(table).count();
              counting.addEventListener('success', () => resolve(counting.result));
              counting.addEventListener('error', () => reject(new Error(`cannot count ${table}`)));
            }),
        );
      });
      return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
    });
}

test('a tab that stands still does not keep anybody from leaving: the session ends, no row can be read, nothing is called gone before it is, and the next person is in within 5 s', {
  tag: ['@M-2', '@F-35', '@D-51'],
}, async ({ page, context, platform }) => {
  await signIn(page, 'operator');
  const other = await context.newPage();
  await other.goto('/operations/pipeline');
  await expect(other.getByRole('heading', { level: 1, name: 'Pipeline Monitor' })).toBeVisible();
  // From here on it is frozen: everything that follows the sign-in must have arrived.
  await expect.poll(async () => (await readTables(page, ['verifications']))['verifications']?.length ?? 0).toBeGreaterThan(100);
  const holder = await context.newPage();
  const rowsLeft = await holdEverything(holder);
  const [held] = await databases(page);
  expect(await rowsLeft()).toBeGreaterThan(100);
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const meOf = async () => (await fetch(`${platform.url}/api/auth/me`, { headers: { cookie } })).status;
  expect(await meOf()).toBe(200);
  const { thaw } = await freezeTab(context, other, page);

  await signOut(page, /Chebet Koech/);
  const note = page.getByRole('status').filter({ hasText: 'You are signed out.' });
  await expect(note).toContainText('Its empty database stays until another tab of the console, which does not respond, is closed.');
  expect(await meOf()).toBe(401);
  expect(await rowsLeft()).toBe(0);
  expect(await databases(page)).toContain(held);

  let backAt = Number.NaN;
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame() && new URL(frame.url()).pathname === '/callback' && Number.isNaN(backAt)) backAt = Date.now();
  });
  await signIn(page, 'bank', '/login');
  const took = Date.now() - backAt;
  console.info(`the next person was in after ${took} ms`);
  expect(took).toBeLessThan(insideWithinMs);
  expect(await databases(page)).toHaveLength(2);

  // The tab thaws and the holding page is closed: now the database is deleted.
  await thaw();
  await holder.close();
  await expect.poll(() => databases(page)).not.toContain(held);
  expect(await databases(page)).toHaveLength(1);
  await expect(page.getByText(people.operator)).toHaveCount(0);
});
