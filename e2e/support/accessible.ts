import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Runs axe over the page as it stands, WCAG 2.2 A and AA, and expects nothing. The message names rule, element and reason. */
export async function expectAccessible(page: Page): Promise<void> {
  // Colours on their way from one to the other are nobody's contrast.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)).then(() => true));
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] }) // the rules stay the same; what passed is not described node by node
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .setLegacyMode() // one call in the page itself: the other way opens a tab for every look, for frames of foreign origins, which our policy forbids
    .analyze();
  expect(
    violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary ?? ''}`)),
  ).toEqual([]);
}
