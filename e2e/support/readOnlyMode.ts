import type { Page } from '@playwright/test';

/** The kill switch's banner on every console (D-23). */
export const stopped = 'Emergency kill switch activated - all processing halted.';

/** Sends a change outside the console, as any client with this user's session could; answers the status. */
export async function sendChange(page: Page, method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, data: object): Promise<number> {
  const origin = new URL(page.url()).origin;
  const headers = { origin, 'x-correlation-id': crypto.randomUUID(), 'idempotency-key': crypto.randomUUID() };
  // Not from the page: the browser would log the refusal, and tests expect an empty console.
  const answer = await page.request.fetch(`${origin}${path}`, { method, headers, data });
  return answer.status();
}
