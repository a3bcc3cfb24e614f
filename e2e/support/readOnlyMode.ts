import type { Page } from '@playwright/test';

/** The banner of the kill switch, as every console shows it (D-23). */
export const stopped = 'Emergency kill switch activated - all processing halted.';

/** What the platform answers a change that is sent around the console, as any client of this person's could: its status. */
export async function sendChange(page: Page, method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, data: object): Promise<number> {
  const origin = new URL(page.url()).origin;
  const headers = { origin, 'x-correlation-id': crypto.randomUUID(), 'idempotency-key': crypto.randomUUID() };
  // Not from the page: a browser writes every refusal on the console, where nothing else may stand.
  const answer = await page.request.fetch(`${origin}${path}`, { method, headers, data });
  return answer.status();
}
