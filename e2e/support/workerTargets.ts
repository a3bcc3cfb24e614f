import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { storeIsFree } from './deviceStore.ts';

/** Workers as the inspector sees them: ended as the system ends them, without a word, or stopped where they stand. */

/**
 * Stops a target through a session that may attach to it, between two transactions: one stopped in the middle would hold the stored data for
 * everybody, for longer than any test waits. `page` is asked whether it does.
 */
async function freezeTarget(session: CDPSession, sessionId: string, page: Page): Promise<() => Promise<void>> {
  let id = 0;
  const send = async (method: string): Promise<void> => {
    id += 1;
    await session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params: {} }) });
  };
  let tellPaused = () => {};
  session.on('Target.receivedMessageFromTarget', (event: { readonly message: string }) => {
    if (event.message.includes('"Debugger.paused"')) tellPaused();
  });
  await send('Debugger.enable');
  for (;;) {
    const paused = new Promise<void>((resolve) => {
      tellPaused = resolve;
    });
    // What a transaction runs next is its own: one is waited for before the next attempt.
    await storeIsFree(page);
    await send('Debugger.pause');
    await paused;
    if (await storeIsFree(page)) break;
    await send('Debugger.resume');
  }
  return () => send('Debugger.disable');
}

/** Stops the dedicated worker of this tab: its thread runs nothing, its locks and connections stay. Answers how to let it go on. */
export async function freezeTabWorker(context: BrowserContext, page: Page): Promise<() => Promise<void>> {
  const session = await context.newCDPSession(page);
  const attached = new Promise<string>((resolve) => {
    session.on('Target.attachedToTarget', ({ sessionId, targetInfo }: { sessionId: string; targetInfo: { type: string } }) => {
      if (targetInfo.type === 'worker') resolve(sessionId);
    });
  });
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  return freezeTarget(session, await attached, page);
}

/** The hubs of this browser in shared workers. */
export interface SharedHubs {
  /** Ids of those that live. */
  readonly living: () => Promise<readonly string[]>;
  /** Ends it at once, in the middle of whatever it does. */
  readonly end: (id: string) => Promise<void>;
  /** Its thread runs nothing, its locks and connections stay. `page` is any page of its origin. Answers how to let it go on. */
  readonly freeze: (id: string, page: Page) => Promise<() => Promise<void>>;
}

/** For a browser in which no other shared workers run. */
export async function sharedHubs(context: BrowserContext): Promise<SharedHubs> {
  const browser = context.browser();
  if (browser === null) throw new Error('a context without a browser');
  const session = await browser.newBrowserCDPSession();
  return {
    living: async () => {
      const { targetInfos } = await session.send('Target.getTargets', { filter: [{ type: 'shared_worker' }] });
      return targetInfos.map(({ targetId }) => targetId);
    },
    end: async (targetId) => void (await session.send('Target.closeTarget', { targetId })),
    freeze: async (targetId, page) => {
      const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
      return freezeTarget(session, sessionId, page);
    },
  };
}
