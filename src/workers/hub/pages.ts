import type { HubMessage, ResourceKey } from '../../contracts/rpc.ts';

/**
 * The open pages. A page is gone when the Web Lock it holds for life is free: no heartbeat, since a throttled tab looks dead
 * (FINDINGS). This module does not know what messages mean.
 */
export interface PagesPorts {
  readonly whenLockFree: (name: string) => Promise<void>;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  /** What all pages together look at has changed. */
  readonly onWanted: (keys: ReadonlySet<ResourceKey>) => void;
}

export type Deliver = (message: HubMessage) => void | Promise<void>;

export interface Pages {
  readonly attach: (pageId: string, lockName: string, deliver: Deliver, release: () => void) => void;
  readonly want: (pageId: string, keys: readonly ResourceKey[]) => void;
  readonly tell: (message: HubMessage) => void;
  /** Tells every page and waits until each has dealt with it, a second at most: a frozen tab must not hold up leaving. */
  readonly tellAndWait: (message: HubMessage) => Promise<void>;
  readonly wanted: () => ReadonlySet<ResourceKey>;
  readonly count: () => number;
}

interface Page {
  readonly deliver: Deliver;
  readonly release: () => void;
  wanted: readonly ResourceKey[];
}

const patienceMs = 1000;

export function createPages(ports: PagesPorts): Pages {
  const pages = new Map<string, Page>();
  const wanted = (): ReadonlySet<ResourceKey> => new Set([...pages.values()].flatMap((page) => page.wanted));

  const drop = (pageId: string, page: Page) => {
    if (pages.get(pageId) !== page) return;
    pages.delete(pageId);
    page.release();
    if (page.wanted.length > 0) ports.onWanted(wanted());
  };

  /** A page that cannot be reached is not an error: it is going, and its lock will say so. */
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
      const page: Page = { deliver, release, wanted: before?.wanted ?? [] };
      before?.release();
      pages.set(pageId, page);
      void ports.whenLockFree(lockName).then(() => drop(pageId, page));
    },
    want: (pageId, keys) => {
      const page = pages.get(pageId);
      if (page === undefined) return;
      page.wanted = keys;
      ports.onWanted(wanted());
    },
    tell: (message) => {
      for (const page of pages.values()) void deliverTo(page, message);
    },
    tellAndWait: async (message) => {
      let cancel = () => {};
      const enough = new Promise<void>((resolve) => {
        cancel = ports.setTimer(patienceMs, resolve);
      });
      await Promise.race([Promise.all([...pages.values()].map((page) => deliverTo(page, message))), enough]);
      cancel();
    },
    wanted,
    count: () => pages.size,
  };
}
