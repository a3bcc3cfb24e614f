import type { Page } from '@playwright/test';

/** Times of events in a page, measured by the page itself: delays of the test's own process do not count. */

/** Makes the page note when it next shows these words; the returned function resolves to that time, epoch milliseconds. */
export async function whenShown(page: Page, words: string): Promise<() => Promise<number>> {
  const noted = await page.evaluateHandle(
    (sought) => ({
      shown: new Promise<number>((resolve) => {
        const look = (): void => {
          if (document.body.textContent?.includes(sought) !== true) return;
          watching.disconnect();
          resolve(Date.now());
        };
        const watching = new MutationObserver(look);
        watching.observe(document.body, { childList: true, subtree: true, characterData: true });
        look();
      }),
    }),
    words,
  );
  return () => noted.evaluate(({ shown }) => shown);
}

/** Makes the page note the next key press; the returned function resolves to that time, epoch milliseconds. */
export async function whenPressed(page: Page): Promise<() => Promise<number>> {
  const noted = await page.evaluateHandle(() => ({
    pressed: new Promise<number>((resolve) => {
      addEventListener('keydown', () => resolve(Date.now()), { capture: true, once: true });
    }),
  }));
  return () => noted.evaluate(({ pressed }) => pressed);
}
