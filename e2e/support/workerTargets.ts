import { type BrowserContext, type CDPSession, expect, type Page } from '@playwright/test';
import { storeIsFree } from './deviceStore.ts';

/** Suspends workers and tabs through the inspector. */

/** A suspended worker or tab. */
export interface Frozen {
  /** When it last ran, epoch milliseconds. */
  readonly at: number;
  /** Resumes it. */
  readonly thaw: () => Promise<void>;
}

/**
 * Suspends a target through a session that may attach to it, between two transactions: one suspended inside a transaction would block the
 * database for all others, longer than any test waits. `page` checks whether the database is free.
 */
async function freezeTarget(session: CDPSession, sessionId: string, page: Page): Promise<Frozen> {
  let id = 0;
  const send = async (method: string): Promise<void> => {
    id += 1;
    await session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params: {} }) });
  };
  let tellPaused = (_at: number) => {};
  session.on('Target.receivedMessageFromTarget', (event: { readonly message: string }) => {
    if (event.message.includes('"Debugger.paused"')) tellPaused(Date.now());
  });
  const gone = new Promise<never>((_resolve, reject) => {
    session.on('Target.detachedFromTarget', (event: { readonly sessionId: string }) => {
      if (event.sessionId === sessionId) reject(new Error('No session with given id'));
    });
  });
  gone.catch(() => {}); // The code that awaits it handles the failure.
  await send('Debugger.enable');
  for (;;) {
    const paused = new Promise<number>((resolve) => {
      tellPaused = resolve;
    });
    // After a resume, let the open transaction finish before the next attempt.
    await storeIsFree(page);
    await send('Debugger.pause');
    const at = await Promise.race([paused, gone]);
    if (await storeIsFree(page)) {
      // Its page may have missed an answer meanwhile and replaced it.
      const thaw = () => send('Debugger.disable').catch(unlessGone);
      return { at, thaw };
    }
    await send('Debugger.resume');
  }
}

/** Ignores that the target is gone. */
function unlessGone(failure: unknown): undefined {
  if (!String(failure).includes('No session with given id')) throw failure;
}

/** Suspends the dedicated worker of this tab: its thread runs nothing, its locks and connections stay. */
export async function freezeTabWorker(context: BrowserContext, page: Page): Promise<Frozen> {
  const session = await context.newCDPSession(page);
  // A terminated worker may still be listed beside its successor.
  const alive = new Set<string>();
  session.on('Target.attachedToTarget', ({ sessionId, targetInfo }: { sessionId: string; targetInfo: { type: string } }) => {
    if (targetInfo.type === 'worker') alive.add(sessionId);
  });
  session.on('Target.detachedFromTarget', ({ sessionId }: { sessionId: string }) => void alive.delete(sessionId));
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  for (;;) {
    await expect.poll(() => alive.size, { message: 'a worker of this tab' }).toBeGreaterThan(0);
    const newest = [...alive].at(-1) ?? '';
    const frozen = await freezeTarget(session, newest, page).catch(unlessGone);
    if (frozen !== undefined) return frozen;
    alive.delete(newest);
  }
}

/**
 * Suspends a tab's main thread between two transactions: it receives nothing, its connections and locks stay. `page` checks whether the
 * database is free.
 */
export async function freezeTab(context: BrowserContext, tab: Page, page: Page): Promise<Frozen> {
  const session = await context.newCDPSession(tab);
  await session.send('Debugger.enable');
  for (;;) {
    const paused = new Promise<number>((resolve) => session.once('Debugger.paused', () => resolve(Date.now())));
    await storeIsFree(page);
    await session.send('Debugger.pause');
    const at = await paused;
    if (await storeIsFree(page)) return { at, thaw: () => session.send('Debugger.disable').then(() => undefined, unlessGone) };
    await session.send('Debugger.resume');
  }
}
