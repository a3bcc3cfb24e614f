import type { BrowserContext, Page, Worker } from '@playwright/test';
import type { Transport } from '../../src/contracts/rpc.ts';

/** A browser without SharedWorker, as on Android tablets (K-7): gone before the first script of every page. */
export async function withoutSharedWorker(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'SharedWorker');
  });
}

/** Has every page of this context keep the port by which it speaks to its hub, for `setStartRung`. Before the first page is opened. */
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

/** D-14: the rung to begin with is a setting of the hub. It is asked for as the bridge asks (`hub.setTransport`), in comlink's own words. */
export async function setStartRung(page: Page, transport: Transport): Promise<void> {
  await page.evaluate((value) => {
    const { hubPort } = globalThis as unknown as { readonly hubPort: MessagePort }; // kept above
    hubPort.postMessage({ id: 'test', type: 'APPLY', path: ['setTransport'], argumentList: [{ type: 'RAW', value }] });
  }, transport);
}

/** The worker of this tab that runs the hub or passes its calls on; null while it has none. */
function hubWorker(page: Page): Worker | null {
  // Workers have no names here; the other one is started only when evidence is checked. One that was ended may still be on its way out.
  return page.workers().at(-1) ?? null;
}

/** Ends this tab's worker as a browser short of memory does, without a word to anybody; answers when, epoch milliseconds. */
export async function endTabWorker(page: Page): Promise<number> {
  const worker = hubWorker(page);
  if (worker === null) throw new Error('this tab has no worker');
  return worker.evaluate(() => {
    setTimeout(() => globalThis.close()); // after the answer
    return Date.now();
  });
}

/** Loads this tab again; answers when its document was left, and its worker with it, epoch milliseconds. */
export async function reloadTab(page: Page): Promise<number> {
  await page.evaluate(() => addEventListener('pagehide', () => sessionStorage.setItem('left-at', String(Date.now()))));
  await page.reload();
  return Number(await page.evaluate(() => sessionStorage.getItem('left-at')));
}

/** Whether this tab's worker holds the lock of the leader. */
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
      // Ended while it was asked.
      if (page.workers().includes(worker)) throw gone;
      return false;
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

/** Ends this tab's renderer as a bug or the system would, and takes the dead tab away; answers when, epoch milliseconds. */
export async function crash(context: BrowserContext, page: Page): Promise<number> {
  const crashed = page.waitForEvent('crash');
  const session = await context.newCDPSession(page);
  const at = Date.now();
  // Never answered: whoever would answer is gone.
  session.send('Page.crash').catch(() => {});
  await crashed;
  await page.close();
  return at;
}
