import type { Page } from '@playwright/test';

/** The banner of the kill switch, as every console shows it (D-23). */
export const stopped = 'Emergency kill switch activated - all processing halted.';

/** When the page first showed these words, epoch milliseconds: told by the page itself, so that no poll of the test's is in it. */
export function seenAt(page: Page, words: string): Promise<number> {
  return page.evaluate(
    (sought) =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          if (document.body.textContent?.includes(sought) !== true) return;
          watching.disconnect();
          resolve(Date.now());
        };
        const watching = new MutationObserver(look);
        watching.observe(document.body, { childList: true, subtree: true, characterData: true });
        look();
      }),
    words,
  );
}

/** What the platform answers a change that is sent around the console, as any client of this person's could: its status. */
export async function sendChange(page: Page, method: 'POST' | 'PUT', path: string, data: object): Promise<number> {
  const origin = new URL(page.url()).origin;
  const headers = { origin, 'x-correlation-id': crypto.randomUUID(), 'idempotency-key': crypto.randomUUID() };
  // Not from the page: a browser writes every refusal on the console, where nothing else may stand.
  const answer = await page.request.fetch(`${origin}${path}`, { method, headers, data });
  return answer.status();
}
