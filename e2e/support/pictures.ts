import { join } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { root } from '../../scripts/root.mjs';
import type { ProfileOptions } from './profile.ts';

/**
 * Makes pictures independent of the machine's font settings (pictures/fonts.conf, and flags for the headless shell, which reads none),
 * its screen's colours and density, and its CPU's instruction set. The fonts are the console's own.
 */
export const sameEverywhere: ProfileOptions = {
  deviceScaleFactor: 1,
  flags: [
    '--font-render-hinting=none',
    '--disable-font-subpixel-positioning',
    '--disable-lcd-text',
    '--force-color-profile=srgb',
    '--disable-skia-runtime-opts',
  ],
  env: { FONTCONFIG_FILE: join(root, 'e2e/pictures/fonts.conf') },
};

/**
 * Measured with both limits at 0 on Chromium 156: no pixel of any picture differs between runs, on a busy or an idle machine, or between
 * headless shell and full browser. So the limits are small. `threshold` is a perceptual colour distance, 1 between black and white: at
 * 0.01 eight levels of 255 in any one channel count, even in blue, which weighs least. `maxDiffPixels` is less than a hairline of a
 * control, which a shift by one pixel moves. After a change of the look, or of Chromium's text rendering, update the pictures (README,
 * Scripts) and review each.
 */
const limits = { threshold: 0.01, maxDiffPixels: 12 } as const;

/**
 * Themes and widths (CSS pixels) of the pictures. Colours do not depend on the width, nor the layout on the theme: two looks cover what
 * four would.
 */
export const looks = [
  { theme: 'light', width: 1440 },
  { theme: 'dark', width: 390 },
] as const;
export type Look = (typeof looks)[number];

/** Settles the open page in a look: all of it in the window, so that nothing scrolls; no pointer over it; its fonts loaded. */
export async function bringTo(page: Page, { theme, width }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
  await expect(page.locator('html')).not.toHaveClass(/theme-changing/);
  await page.setViewportSize({ width, height: 900 });
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: await height() });
  await expect.poll(async () => (await height()) <= (page.viewportSize()?.height ?? 0)).toBe(true);
  // At the bottom right, which no part reaches: `alone` puts each at the top left, under a pointer that rests there.
  await page.mouse.move(width - 1, (page.viewportSize()?.height ?? 1) - 1);
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
}

/**
 * Places a part alone at the top left while `work` runs. Otherwise rounded corners vary by a few levels with the browser's tile edges,
 * and a part would differ because the page's head or an earlier part became higher.
 */
export async function alone(part: Locator, work: () => Promise<void>): Promise<void> {
  await part.evaluate((element: HTMLElement) => {
    const { width } = element.getBoundingClientRect();
    Object.assign(element.style, { position: 'fixed', top: '0', left: '0', width: `${width}px`, visibility: 'visible' });
    document.body.style.visibility = 'hidden';
  });
  await work();
  await part.evaluate((element) => {
    element.removeAttribute('style');
    document.body.style.removeProperty('visibility');
  });
}

const pictureOf = ({ theme, width }: Look, name: string) => ['designSystem', `${theme}-${width}`, `${name}.png`];

/** Compares a part with its stored picture. Continues after a difference, so that a run lists them all. */
export async function expectAsPictured(part: Locator, look: Look, name: string): Promise<void> {
  await test.step(`${name}, ${look.theme}, ${look.width} px`, () => expect.soft(part).toHaveScreenshot(pictureOf(look, name), limits));
}

/** Expects that a tampered part differs from its picture. */
export async function expectUnlikePicture(part: Locator, look: Look, name: string, how: string): Promise<void> {
  await test.step(how, () => expect(part, how).not.toHaveScreenshot(pictureOf(look, name), { ...limits, timeout: 10_000 }));
}

/** Names of the fonts in which the page's text is drawn, including fallbacks of the machine, according to Chromium. */
export async function facesInUse(page: Page): Promise<readonly string[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('DOM.enable');
  await devtools.send('CSS.enable');
  const { root: top } = await devtools.send('DOM.getDocument');
  const { nodeIds } = await devtools.send('DOM.querySelectorAll', { nodeId: top.nodeId, selector: 'main section *' });
  const names = new Set<string>();
  for (const nodeId of nodeIds) {
    const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
    for (const { familyName, isCustomFont } of fonts) names.add(isCustomFont ? familyName : `${familyName}, of this machine`);
  }
  await devtools.detach();
  return [...names].sort();
}
