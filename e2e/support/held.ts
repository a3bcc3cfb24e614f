import type { Page } from '@playwright/test';

/** What a page holds once everything that nobody can reach is gone. */
export interface Held {
  /** DOM nodes, those that were taken out of the page and are still reached by something too. */
  readonly nodes: number;
  readonly listeners: number;
  /** The script heap, bytes. */
  readonly heap: number;
}

/** Counts it, after a collection. */
export async function countInPage(page: Page): Promise<Held> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.enable');
  await devtools.send('HeapProfiler.collectGarbage');
  const { nodes, jsEventListeners: listeners } = await devtools.send('Memory.getDOMCounters');
  const { usedSize: heap } = await devtools.send('Runtime.getHeapUsage');
  await devtools.detach();
  return { nodes, listeners, heap };
}
