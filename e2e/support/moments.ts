import type { Page } from '@playwright/test';

/** When something happened in a page, told by the page itself: what the test's own process waited for the processor is not in it. */

/** Has the page note when it first shows these words, from now on; the answer gives that moment, epoch milliseconds, as soon as it has come. */
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

/** Has the page note when a key is next pressed on it; the answer gives that moment, epoch milliseconds. */
export async function whenPressed(page: Page): Promise<() => Promise<number>> {
  const noted = await page.evaluateHandle(() => ({
    pressed: new Promise<number>((resolve) => {
      addEventListener('keydown', () => resolve(Date.now()), { capture: true, once: true });
    }),
  }));
  return () => noted.evaluate(({ pressed }) => pressed);
}
