import type { BrowserContext, CDPSession, Page } from '@playwright/test';

/** Workers as the inspector sees them: ended as the system ends them, without a word, or stopped where they stand. */

/** Speaks to one target through a session that may attach to it. */
async function freezeTarget(session: CDPSession, sessionId: string): Promise<() => Promise<void>> {
  let id = 0;
  const send = async (method: string): Promise<void> => {
    id += 1;
    await session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params: {} }) });
  };
  await send('Debugger.enable');
  const paused = new Promise<void>((resolve) => {
    session.on('Target.receivedMessageFromTarget', (event: { readonly message: string }) => {
      if (event.message.includes('"Debugger.paused"')) resolve();
    });
  });
  await send('Debugger.pause');
  await paused;
  return async () => {
    await send('Debugger.disable');
  };
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
  return freezeTarget(session, await attached);
}

/** The hubs of this browser in shared workers. */
export interface SharedHubs {
  /** Ids of those that live. */
  readonly living: () => Promise<readonly string[]>;
  /** Ends it at once, in the middle of whatever it does. */
  readonly end: (id: string) => Promise<void>;
  readonly freeze: (id: string) => Promise<() => Promise<void>>;
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
    freeze: async (targetId) => {
      const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
      return freezeTarget(session, sessionId);
    },
  };
}
