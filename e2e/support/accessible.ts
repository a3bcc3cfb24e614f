import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { whileStill } from './still.ts';

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Of these levels' rules, those that look at colours. */
const ofColour = ['color-contrast', 'link-in-text-block'];

/**
 * Runs axe over the page as it stands, WCAG 2.2 A and AA, and expects nothing. The message names rule, element and reason.
 * @param only `'colours'` for a page that has been looked at in its other theme: its elements are the same, and all that a theme changes is colours
 */
export async function expectAccessible(page: Page, only?: 'colours'): Promise<void> {
  const { violations } = await whileStill(page, () => {
    const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }); // the rules stay the same; what passed is not described node by node
    return (only === 'colours' ? axe.withRules(ofColour) : axe.withTags(levels))
      .setLegacyMode() // one call in the page itself: the other way opens a tab for every look, for frames of foreign origins, which our policy forbids
      .analyze();
  });
  expect(
    violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary ?? ''}`)),
  ).toEqual([]);
}

/** Expects that the page, at rest, has nothing to scroll to sideways. @param what names it in a failure */
export async function expectNothingSideways(page: Page, what: string): Promise<void> {
  // A table takes its new width from an observer, after the window has its own: that is no motion, and is asked for until it is so.
  await expect
    .poll(() => whileStill(page, () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)), {
      message: `${what} scrolls sideways`,
    })
    .toBeLessThanOrEqual(0);
}
