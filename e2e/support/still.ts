import type { Page } from '@playwright/test';

/** Time limit for a page to come to rest, milliseconds; longer motion is a fault. */
const restWithinMs = 60_000;

/**
 * Waits until no transition or finite animation runs, and counts new ones from then on. Waits for three frames without motion, because
 * one animation may start when another ends. Endless animations (a spinner) do not count.
 */
async function comeToRest(page: Page): Promise<void> {
  await page.evaluate(async (withinMs) => {
    // A page in the background draws no frames.
    const frame = () =>
      new Promise<unknown>((resolve) => {
        requestAnimationFrame(resolve);
        setTimeout(resolve, 100);
      });
    const moving = () =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
    const deadline = performance.now() + withinMs;
    for (let still = 0; still < 3; ) {
      if (performance.now() > deadline) throw new Error('the page does not come to rest');
      await frame();
      const found = moving();
      await Promise.race([
        Promise.allSettled(found.map(({ finished }) => finished)),
        new Promise((resolve) => setTimeout(resolve, withinMs)),
      ]);
      still = found.length === 0 ? still + 1 : 0;
    }
    const watched = globalThis as { __setOut?: number }; // our own mark on the page, read by setOutSince
    if (watched.__setOut === undefined) {
      // With reduced motion a dialog comes without a transition, and what is behind it is hidden from then on.
      const hidden = new MutationObserver(() => {
        watched.__setOut = (watched.__setOut ?? 0) + 1;
      });
      hidden.observe(document.body, { subtree: true, attributeFilter: ['aria-hidden', 'inert'] });
      for (const kind of ['transitionrun', 'animationstart']) {
        document.addEventListener(
          kind,
          () => {
            if (moving().length > 0) watched.__setOut = (watched.__setOut ?? 0) + 1;
          },
          true,
        );
      }
    }
    watched.__setOut = 0;
  }, restWithinMs);
}

/** Whether anything has started to move since the page came to rest; a reloaded page has lost its counter and counts as moved. */
function setOutSince(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const ofFrame = document
      .getAnimations()
      .some(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
    return ofFrame || (globalThis as { __setOut?: number }).__setOut !== 0; // our own mark, set by comeToRest
  });
}

/**
 * Measures colours or geometry of a page at rest. Values half way through a transition are meaningless, and measuring takes time: if
 * something starts to move meanwhile (such as a button that an answer enables), the measurement is discarded and repeated.
 */
export async function whileStill<T>(page: Page, measure: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + restWithinMs;
  for (;;) {
    await comeToRest(page);
    const measured = await measure();
    if (!(await setOutSince(page))) return measured;
    if (performance.now() > deadline) throw new Error('the page never stayed at rest for as long as it takes to measure it');
  }
}
