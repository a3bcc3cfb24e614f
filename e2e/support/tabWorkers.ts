import type { BrowserContext, Page, Worker } from '@playwright/test';

/** A browser without SharedWorker, as on Android tablets (K-7): gone before the first script of every page. */
export async function withoutSharedWorker(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'SharedWorker');
  });
}

/** The worker of this tab that runs the hub or passes its calls on; null while it has none. */
export function hubWorker(page: Page): Worker | null {
  // Workers have no names here; the other one is started only when evidence is checked.
  return page.workers()[0] ?? null;
}

/** Whether this tab's worker holds the lock of the leader. */
async function leads(page: Page): Promise<boolean> {
  const worker = hubWorker(page);
  if (worker === null) return false;
  return worker.evaluate(async () => {
    const mine = `test:${Math.random()}`;
    return navigator.locks.request(mine, async () => {
      const { held = [] } = await navigator.locks.query();
      const holderOf = (name: string) => held.find((lock) => lock.name === name)?.clientId ?? null;
      return holderOf('ukweli-hub') !== null && holderOf('ukweli-hub') === holderOf(mine);
    });
  });
}

/** The tab that leads among these; null while none does. */
export async function leaderOf(pages: readonly Page[]): Promise<Page | null> {
  for (const page of pages) if (await leads(page)) return page;
  return null;
}

/** Times at which the lead changed hands, as a page beside sees the lock, epoch milliseconds. It looks every 10 ms. */
export async function watchLead(page: Page): Promise<() => Promise<readonly number[]>> {
  await page.evaluate(() => {
    const changes: number[] = [];
    let holder: string | undefined;
    const look = async (): Promise<void> => {
      const { held = [] } = await navigator.locks.query();
      const now = held.find((lock) => lock.name === 'ukweli-hub')?.clientId;
      if (now !== undefined && now !== holder) changes.push(Date.now());
      holder = now ?? holder;
      setTimeout(() => void look(), 10);
    };
    void look();
    Object.assign(globalThis, { leadChanges: changes });
  });
  return () => page.evaluate(() => [...(globalThis as unknown as { readonly leadChanges: readonly number[] }).leadChanges]); // set above
}

/** Ends this tab's renderer as a bug or the system would, and takes the dead tab away. */
export async function crash(context: BrowserContext, page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash');
  const session = await context.newCDPSession(page);
  // Never answered: whoever would answer is gone.
  session.send('Page.crash').catch(() => {});
  await crashed;
  await page.close();
}
