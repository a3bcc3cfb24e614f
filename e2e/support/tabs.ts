import type { BrowserContext, Page } from '@playwright/test';

/**
 * Navigates within the console as its links do: loading a URL starts everything anew, including the hub, which costs three seconds of CPU
 * time.
 */
export async function goOn(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path);
}

/**
 * Waits until the service worker has the whole shell and controls this page. A page that began to load before the worker claimed its
 * clients is reloaded.
 */
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
 * A tab loaded from the platform itself, as with a forced reload, whose screens are fetched only when opened. The browser's cache is off
 * too: a waiting service worker has filled it with the next build's files.
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

/** The console's entry script, whose name identifies the build. */
export function entryOf(page: Page): Promise<string> {
  return page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type="module"]')?.getAttribute('src') ?? '');
}

/** Counts how often a tab is loaded from now on. */
export function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('domcontentloaded', () => (loads += 1));
  return () => loads;
}

/** The stored database: its IndexedDB version, and the schema number that its last writer left. */
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
