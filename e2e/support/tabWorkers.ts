import type { BrowserContext, Page, Worker } from '@playwright/test';
import type { Transport } from '../../src/contracts/rpc.ts';

/** Removes SharedWorker before the first script of every page, as on Android tablets (K-7). */
export async function withoutSharedWorker(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'SharedWorker');
  });
}

/** Makes every page of this context expose the port to its hub, for `setStartTransport`. Call it before the first page is opened. */
export async function keepHubPort(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const Shared = globalThis.SharedWorker;
    globalThis.SharedWorker = class extends Shared {
      constructor(...given: ConstructorParameters<typeof Shared>) {
        super(...given);
        Object.assign(globalThis, { hubPort: this.port });
      }
    };
  });
}

/** D-14: sets the hub's first transport. Calls `hub.setTransport` as the bridge does, as a raw comlink message. */
export async function setStartTransport(page: Page, transport: Transport): Promise<void> {
  await page.evaluate((value) => {
    const { hubPort } = globalThis as unknown as { readonly hubPort: MessagePort }; // Set above.
    hubPort.postMessage({ id: 'test', type: 'APPLY', path: ['setTransport'], argumentList: [{ type: 'RAW', value }] });
  }, transport);
}

/** The tab's worker that runs the hub or forwards its calls; null while there is none. */
function hubWorker(page: Page): Worker | null {
  // Playwright gives workers no names; the only other worker starts when evidence is checked. A terminated one may still be listed before
  // its successor.
  return page.workers().at(-1) ?? null;
}

/** Terminates this tab's worker without notice, as a browser short of memory does; answers when, epoch milliseconds. */
export async function endTabWorker(page: Page): Promise<number> {
  const worker = hubWorker(page);
  if (worker === null) throw new Error('this tab has no worker');
  return worker.evaluate(() => {
    setTimeout(() => globalThis.close()); // After the answer.
    return Date.now();
  });
}

/** Reloads this tab; answers when its document, and with it its worker, was left, epoch milliseconds. */
export async function reloadTab(page: Page): Promise<number> {
  await page.evaluate(() => addEventListener('pagehide', () => sessionStorage.setItem('left-at', String(Date.now()))));
  await page.reload();
  return Number(await page.evaluate(() => sessionStorage.getItem('left-at')));
}

/** Whether this tab's worker holds the leader's lock. */
async function leads(page: Page): Promise<boolean> {
  const worker = hubWorker(page);
  if (worker === null) return false;
  return worker
    .evaluate(async () => {
      const mine = `test:${Math.random()}`;
      return navigator.locks.request(mine, async () => {
        const { held = [] } = await navigator.locks.query();
        const holderOf = (name: string) => held.find((lock) => lock.name === name)?.clientId ?? null;
        return holderOf('ukweli-hub') !== null && holderOf('ukweli-hub') === holderOf(mine);
      });
    })
    .catch((gone: unknown) => {
      // It ended during the call.
      if (page.workers().includes(worker)) throw gone;
      return false;
    });
}

/** The tab that leads among these; null if none does. */
export async function leaderOf(pages: readonly Page[]): Promise<Page | null> {
  for (const page of pages) if (await leads(page)) return page;
  return null;
}

/** Times at which the lead changed, as seen by another page that checks the lock every 10 ms, epoch milliseconds. */
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

/** Crashes this tab's renderer and closes the dead tab; answers when, epoch milliseconds. */
export async function crash(context: BrowserContext, page: Page): Promise<number> {
  const crashed = page.waitForEvent('crash');
  const session = await context.newCDPSession(page);
  const at = Date.now();
  // Never answered, because the renderer is gone.
  session.send('Page.crash').catch(() => {});
  await crashed;
  await page.close();
  return at;
}
