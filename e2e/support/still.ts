import type { Page } from '@playwright/test';

/** How long a page may take to come to rest, milliseconds; what is in motion longer has a fault of its own. */
const restWithinMs = 60_000;

/**
 * Waits until nothing on the page is on its way from one look to another, and counts from then on whatever sets out. What comes next may only begin when something
 * has ended, so three frames without anything moving are waited for. What turns for ever (a spinner) has no look of its own to come to, and does not count.
 */
async function comeToRest(page: Page): Promise<void> {
  await page.evaluate(async (withinMs) => {
    // A page that is not in front draws no frames.
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

/** Whether something has begun to move since the page came to rest; a page that was loaded anew meanwhile has lost its mark, and counts as moved. */
function setOutSince(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const ofFrame = document
      .getAnimations()
      .some(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
    return ofFrame || (globalThis as { __setOut?: number }).__setOut !== 0; // our own mark, set by comeToRest
  });
}

/**
 * Measures colours or geometry of a page at rest. Colours half way are nobody's contrast and a place half way is nobody's place, and what measures takes its time: a
 * measurement during which something set out (a button that an answer enabled) says nothing, is thrown away and made again.
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
