import type { Locator, Page } from '@playwright/test';

/** 'as of 14:02', with the day before the time if midnight has passed since, in the tenant's zone: tests may run at any hour. */
export const asOfTime = /as of (\d{1,2} \w{3}( \d{4})?, )?\d{2}:\d{2}/i;

/** The indicator's names of the transports. */
export type Transport = 'SSE' | 'WebSocket' | 'Polling';

/** The indicator saying Connected over this transport. Exact, because the text is also part of 'Disconnected · SSE'. */
export function connected(page: Page, transport: Transport = 'SSE'): Locator {
  return page.getByText(`Connected · ${transport}`, { exact: true }).first();
}

/** The indicator saying Disconnected, over whichever transport is being tried. */
export function disconnected(page: Page): Locator {
  return page.getByText(/^Disconnected · /).first();
}
