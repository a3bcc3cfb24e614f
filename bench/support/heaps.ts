import type { BrowserContext, CDPSession, Page } from '@playwright/test';

/** Heap sizes of a page and its shared worker, each after a forced collection; kB of 1000 bytes. */
export interface Heaps {
  readonly page: number;
  readonly hub: number;
}

/** Opens a debugging session to each; the returned function measures both. */
export async function openHeaps(context: BrowserContext, page: Page): Promise<() => Promise<Heaps>> {
  const inPage = await context.newCDPSession(page);
  const hub = await openWorker(context);
  return async () => {
    await inPage.send('HeapProfiler.collectGarbage');
    const held = await inPage.send('Runtime.getHeapUsage');
    await hub('HeapProfiler.collectGarbage');
    const ofHub = (await hub('Runtime.getHeapUsage')) as { readonly usedSize: number }; // the protocol's answer
    return { page: held.usedSize / 1000, hub: ofHub.usedSize / 1000 };
  };
}

/** Talks to the shared worker through a browser session, since the driver's own sessions reach only pages. */
async function openWorker(context: BrowserContext): Promise<(method: string) => Promise<unknown>> {
  const browser = context.browser();
  if (browser === null) throw new Error('a context without a browser');
  const session: CDPSession = await browser.newBrowserCDPSession();
  const { targetInfos } = await session.send('Target.getTargets', { filter: [{ type: 'shared_worker' }] });
  const [target, ...others] = targetInfos;
  if (target === undefined || others.length > 0) throw new Error(`${targetInfos.length} shared workers where one is expected`);
  const { sessionId } = await session.send('Target.attachToTarget', { targetId: target.targetId, flatten: false });
  const waiting = new Map<number, { readonly resolve: (result: unknown) => void; readonly reject: (why: Error) => void }>();
  session.on('Target.receivedMessageFromTarget', ({ message }: { readonly message: string }) => {
    const answer = JSON.parse(message) as {
      readonly id?: number;
      readonly result?: unknown;
      readonly error?: { readonly message: string };
    }; // the protocol's format
    const waits = answer.id === undefined ? undefined : waiting.get(answer.id);
    if (answer.error === undefined) waits?.resolve(answer.result);
    else waits?.reject(new Error(answer.error.message));
    if (answer.id !== undefined) waiting.delete(answer.id);
  });
  let id = 0;
  return (method) =>
    new Promise((resolve, reject) => {
      id += 1;
      waiting.set(id, { resolve, reject });
      session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params: {} }) }).catch(reject);
    });
}
