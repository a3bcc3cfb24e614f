import type { BrowserContext, Page } from '@playwright/test';

/** Goes on within the console as its links do: an address typed in loads all of it anew, and its hub with it, which costs three seconds of processor time. */
export async function goOn(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path);
}

/** Waits until the service worker has the whole shell and serves this page. One that began to load while the worker came up, and was there only after that had claimed its pages, is loaded anew. */
export async function underServiceWorker(page: Page): Promise<void> {
  const isServed = await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    while (active !== null && active.state !== 'activated')
      await new Promise((resolve) => active.addEventListener('statechange', resolve, { once: true }));
    return navigator.serviceWorker.controller !== null;
  });
  if (!isServed) await page.reload();
}

/**
 * A tab whose pages come from the platform itself, as after a reload with Shift held, and whose screens are fetched only when they are opened. Not from the
 * browser's cache either: a waiting service worker has filled that with the next build's files.
 */
export async function openBesideServiceWorker(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setBypassServiceWorker', { bypass: true });
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  await page.addInitScript(() => {
    globalThis.requestIdleCallback = () => 0;
  });
  await page.goto(path);
  return page;
}

/** The console's entry script, whose name tells one build from another. */
export function entryOf(page: Page): Promise<string> {
  return page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type="module"]')?.getAttribute('src') ?? '');
}

/** Counts how often a tab is loaded from now on. */
export function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('domcontentloaded', () => (loads += 1));
  return () => loads;
}

/** The stored database as it is: IndexedDB's number of its schema and the schema number its last writer left. */
export function storedSchema(page: Page): Promise<{ readonly version: number; readonly writer: number | null }> {
  return page.evaluate(async () => {
    const listed = (await indexedDB.databases()).find(({ name }) => name?.startsWith('ukweli:'));
    if (listed?.name === undefined) return { version: 0, writer: null };
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(listed.name ?? '');
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', () => reject(new Error('could not be opened')));
    });
    const writer = await new Promise<unknown>((resolve) => {
      const reading = db.transaction('cursors').objectStore('cursors').get('writer');
      reading.addEventListener('success', () => resolve(reading.result));
    });
    const { version } = db;
    db.close();
    return { version, writer: (writer as { readonly schema: number } | undefined)?.schema ?? null }; // src/store/takeOver.ts
  });
}
