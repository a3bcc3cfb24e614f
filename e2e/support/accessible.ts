import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { whileStill } from './still.ts';

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Those rules of these levels that check colours. */
const ofColour = ['color-contrast', 'link-in-text-block'];

/**
 * Runs axe (WCAG 2.2 A and AA) on the page as it is and expects no violation. The message names rule, element and reason.
 * @param only `'colours'` for a page already checked in its other theme: a theme changes nothing but colours
 */
export async function expectAccessible(page: Page, only?: 'colours'): Promise<void> {
  const { violations } = await whileStill(page, () => {
    const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }); // The same rules run; passed nodes are not described.
    return (only === 'colours' ? axe.withRules(ofColour) : axe.withTags(levels))
      .setLegacyMode() // One call inside the page. The default mode opens a tab for each run, for cross-origin frames, which our policy forbids.
      .analyze();
  });
  expect(
    violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary ?? ''}`)),
  ).toEqual([]);
}

/** Expects that the page, at rest, does not scroll sideways. @param what names the page in a failure */
export async function expectNothingSideways(page: Page, what: string): Promise<void> {
  // A table gets its new width from an observer, after the window: that is no animation, so poll.
  await expect
    .poll(() => whileStill(page, () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)), {
      message: `${what} scrolls sideways`,
    })
    .toBeLessThanOrEqual(0);
}
