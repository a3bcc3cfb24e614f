import type { Locator, Page } from '@playwright/test';

/** How the indicator names the rungs. */
export type Transport = 'SSE' | 'WebSocket' | 'Polling';

/** The indicator saying Connected over this transport. Exact: a search for the words alone also finds them in 'Disconnected · SSE'. */
export function connected(page: Page, transport: Transport = 'SSE'): Locator {
  return page.getByText(`Connected · ${transport}`, { exact: true }).first();
}

/** The indicator saying Disconnected, over whichever transport is being tried. */
export function disconnected(page: Page): Locator {
  return page.getByText(/^Disconnected · /).first();
}
