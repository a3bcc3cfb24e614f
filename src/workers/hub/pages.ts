import type { HubMessage, ResourceKey } from '../../contracts/rpc.ts';

/**
 * The open pages. A page is gone when the Web Lock it holds for life is free; no heartbeat, because a throttled tab would look dead
 * (FINDINGS). This module does not know what messages mean.
 */
export interface PagesDeps {
  readonly whenLockFree: (name: string) => Promise<void>;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  /** The union of all pages' subscriptions has changed. */
  readonly onSubscribed: (keys: ReadonlySet<ResourceKey>) => void;
}

/** Hands a message to one page; the promise resolves once the page has handled it. */
export type Deliver = (message: HubMessage) => void | Promise<void>;

/** The pages of one hub. Messages to a page that is closing are lost, which is no error. */
export interface Pages {
  readonly attach: (pageId: string, lockName: string, deliver: Deliver, release: () => void) => void;
  readonly subscribe: (pageId: string, keys: readonly ResourceKey[]) => void;
  readonly tell: (message: HubMessage) => void;
  /** Tells every page and waits until each has handled it, at most one second: a frozen tab must not hold up leaving. */
  readonly tellAndWait: (message: HubMessage) => Promise<void>;
  readonly subscribed: () => ReadonlySet<ResourceKey>;
  readonly count: () => number;
}

interface Page {
  readonly deliver: Deliver;
  readonly release: () => void;
  subscribed: readonly ResourceKey[];
}

const patienceMs = 1000;

/** A page that attaches again keeps its subscriptions. */
export function createPages(hubDeps: PagesDeps): Pages {
  const pages = new Map<string, Page>();
  const subscribed = (): ReadonlySet<ResourceKey> => new Set([...pages.values()].flatMap((page) => page.subscribed));

  const drop = (pageId: string, page: Page) => {
    if (pages.get(pageId) !== page) return;
    pages.delete(pageId);
    page.release();
    if (page.subscribed.length > 0) hubDeps.onSubscribed(subscribed());
  };

  /** An unreachable page is not an error: it is closing, and its lock will be released. */
  const deliverTo = async (page: Page, message: HubMessage): Promise<void> => {
    try {
      await page.deliver(message);
    } catch {
      // nothing to do
    }
  };

  return {
    attach: (pageId, lockName, deliver, release) => {
      const before = pages.get(pageId);
      const page: Page = { deliver, release, subscribed: before?.subscribed ?? [] };
      before?.release();
      pages.set(pageId, page);
      void hubDeps.whenLockFree(lockName).then(() => drop(pageId, page));
    },
    subscribe: (pageId, keys) => {
      const page = pages.get(pageId);
      if (page === undefined) return;
      page.subscribed = keys;
      hubDeps.onSubscribed(subscribed());
    },
    tell: (message) => {
      for (const page of pages.values()) void deliverTo(page, message);
    },
    tellAndWait: async (message) => {
      let cancel = () => {};
      const enough = new Promise<void>((resolve) => {
        cancel = hubDeps.setTimer(patienceMs, resolve);
      });
      await Promise.race([Promise.all([...pages.values()].map((page) => deliverTo(page, message))), enough]);
      cancel();
    },
    subscribed,
    count: () => pages.size,
  };
}
