import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * Waits until nothing on the page is on its way from one look to another: colours half way are nobody's contrast. What comes next may only begin when
 * something has ended, so three frames without anything moving are waited for.
 */
async function standsStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // A page that is not in front draws no frames.
    const frame = () =>
      new Promise<unknown>((resolve) => {
        requestAnimationFrame(resolve);
        setTimeout(resolve, 100);
      });
    for (let still = 0; still < 3; ) {
      await frame();
      const moving = document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
      await Promise.allSettled(moving.map(({ finished }) => finished));
      still = moving.length === 0 ? still + 1 : 0;
    }
  });
}

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Of these levels' rules, those that look at colours. */
const ofColour = ['color-contrast', 'link-in-text-block'];

/**
 * Runs axe over the page as it stands, WCAG 2.2 A and AA, and expects nothing. The message names rule, element and reason.
 * @param only `'colours'` for a page that has been looked at in its other theme: its elements are the same, and all that a theme changes is colours
 */
export async function expectAccessible(page: Page, only?: 'colours'): Promise<void> {
  await standsStill(page);
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }); // the rules stay the same; what passed is not described node by node
  const { violations } = await (only === 'colours' ? axe.withRules(ofColour) : axe.withTags(levels))
    .setLegacyMode() // one call in the page itself: the other way opens a tab for every look, for frames of foreign origins, which our policy forbids
    .analyze();
  expect(
    violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary ?? ''}`)),
  ).toEqual([]);
}
