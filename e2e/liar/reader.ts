import type { Page } from '@playwright/test';

/** A claim as the page shows it. */
export interface ShownClaim {
  readonly kind: string;
  readonly about: string;
  readonly answer: string;
  /** Up to when its evidence is known, by its own word or its panel's; null where it is about now. */
  readonly at: number | null;
  readonly words: string;
}

/** Waits until the page has drawn what it holds, or for as long as somebody would look at it before reading: under a fault some of it never comes. */
export async function drawn(page: Page): Promise<void> {
  await page
    .waitForFunction(
      () => document.querySelector('main h1, .wall-main') !== null && document.querySelector('main [aria-busy="true"]') === null,
      null,
      {
        timeout: 2_500,
      },
    )
    .catch(() => null);
}

/** Every claim that the page shows now. */
export function claimsOn(page: Page): Promise<readonly ShownClaim[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-claim]')]
      .filter((element) => element.getClientRects().length > 0)
      .map((element) => {
        const at = element.closest<HTMLElement>('[data-at]')?.dataset['at'];
        return {
          kind: element.dataset['claim'] ?? '',
          about: element.dataset['about'] ?? '',
          answer: element.dataset['answer'] ?? '',
          at: at === undefined ? null : Number(at),
          words: element.innerText.slice(0, 60),
        };
      }),
  );
}
