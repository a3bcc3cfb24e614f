import type { Page } from '@playwright/test';

/** A claim as the page shows it. */
export interface ShownClaim {
  readonly kind: string;
  readonly about: string;
  readonly answer: string;
  /** As-of time of its evidence, from the claim or its panel, epoch milliseconds; null if it is about now. */
  readonly at: number | null;
  readonly words: string;
}

/** Waits until the page has drawn everything, or as long as a user would look before reading: under a fault some content never comes. */
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

/** Every claim that is visible on the page. */
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
