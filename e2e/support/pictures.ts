import { join } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { root } from '../../scripts/root.mjs';
import type { ProfileOptions } from './profile.ts';

/**
 * What a picture must not depend on: the machine's settings of type (pictures/fonts.conf, and the same said to the headless shell, which reads none), its
 * screen's colours and density, and the instructions that its processor has. The faces are the console's own.
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
 * Measured with both limits at 0, Chromium 156: no pixel of any picture differs from run to run, on a busy machine or a quiet one, nor between headless shell
 * and whole browser. What is allowed is therefore little. `threshold` is a distance of colours as the eye has it, 1 between black and white: at 0.01 eight
 * levels of 255 count in any one channel, blue too, which weighs least. `maxDiffPixels` is less than a hairline of a control, which a shift by one pixel moves.
 * Whoever changes the look, or takes a Chromium that draws letters otherwise, makes the pictures anew (README, Scripts) and looks at each.
 */
const limits = { threshold: 0.01, maxDiffPixels: 12 } as const;

/** A theme and a width, in CSS pixels, in which every part is pictured. Colours do not depend on the width, nor the layout on the theme: two say what four would. */
export const looks = [
  { theme: 'light', width: 1440 },
  { theme: 'dark', width: 390 },
] as const;
export type Look = (typeof looks)[number];

/**
 * Brings the open page to rest in a look: all of it in the window, so that nothing scrolls; no pointer over it; its faces there.
 */
export async function bringTo(page: Page, { theme, width }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
  await expect(page.locator('html')).not.toHaveClass(/theme-changing/);
  await page.mouse.move(0, 0);
  await page.setViewportSize({ width, height: 900 });
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: await height() });
  await expect.poll(async () => (await height()) <= (page.viewportSize()?.height ?? 0)).toBe(true);
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
}

/**
 * Sets a part alone at the top left while `work` is done. Round corners come out a few levels otherwise by where the edges of the browser's tiles fall: a part
 * must not look changed because the head of the page, or another part before it, has become higher.
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

/** Holds a part against the picture that is kept of it. Goes on after one that differs, so that a run names them all. */
export async function expectAsPictured(part: Locator, look: Look, name: string): Promise<void> {
  await test.step(`${name}, ${look.theme}, ${look.width} px`, () => expect.soft(part).toHaveScreenshot(pictureOf(look, name), limits));
}

/** The contrary: a part that was tampered with is told from its picture. */
export async function expectUnlikePicture(part: Locator, look: Look, name: string, how: string): Promise<void> {
  await test.step(how, () => expect(part, how).not.toHaveScreenshot(pictureOf(look, name), { ...limits, timeout: 10_000 }));
}

/** Names of the faces in which the letters of the page are drawn, fallbacks of the machine's among them, as Chromium says. */
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
