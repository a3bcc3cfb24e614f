import type { Page } from '@playwright/test';

/** What a page holds after garbage collection. */
export interface Held {
  /** DOM nodes, including detached ones that are still referenced. */
  readonly nodes: number;
  readonly listeners: number;
  /** The JavaScript heap, bytes. */
  readonly heap: number;
}

/** Measures the page after a garbage collection. */
export async function countInPage(page: Page): Promise<Held> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.enable');
  await devtools.send('HeapProfiler.collectGarbage');
  const { nodes, jsEventListeners: listeners } = await devtools.send('Memory.getDOMCounters');
  const { usedSize: heap } = await devtools.send('Runtime.getHeapUsage');
  await devtools.detach();
  return { nodes, listeners, heap };
}
