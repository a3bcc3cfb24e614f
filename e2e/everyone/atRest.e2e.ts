import { chromium, expect, type Page, test } from '@playwright/test';
import { chromiumFlags, findHeadlessShell } from '../../scripts/chromium.mjs';
import { expectAccessible, expectNothingSideways } from '../support/accessible.ts';
import { whileStill } from '../support/still.ts';

/** A blank page without console or platform: these tests check the helpers that the other tests measure with. */
async function onPage(body: string, work: (page: Page) => Promise<void>): Promise<void> {
  const executablePath = findHeadlessShell();
  const browser = await chromium.launch({ args: chromiumFlags, ...(executablePath === undefined ? {} : { executablePath }) });
  const page = await browser.newPage();
  await page.setContent(
    `<!doctype html><html lang="en"><head><title>At rest</title></head><body><main><h1>At rest</h1>${body}</main></body></html>`,
  );
  await work(page);
  await browser.close();
}

/** Black on white, and light on dark when pressed; grey on grey for a second in between. */
const button = `<style>button { color: #000; background: #fff; transition: color 1s steps(2, start), background-color 1s steps(2, start) }
  button[aria-pressed=true] { color: #eee; background: #222 }</style><button type="button" aria-pressed="false">Promote</button>`;

test('colours are looked at only while nothing moves: a button that sets out in the middle of a look is waited for', {
  tag: ['@M-14'],
}, async () => {
  await onPage(button, async (page) => {
    // Like an answer that arrives while axe runs: axe is loaded, then the button changes.
    await page.evaluate(() => {
      let held: unknown;
      Object.defineProperty(globalThis, 'axe', {
        configurable: true,
        get: () => held,
        set(axe: unknown) {
          held = axe;
          document.querySelector('button')?.setAttribute('aria-pressed', 'true');
        },
      });
    });
    await expectAccessible(page);
    await expect(page.getByRole('button')).toHaveAttribute('aria-pressed', 'true');
  });
});

test('what does not pass at rest fails, whatever moved before', { tag: ['@M-14'] }, async () => {
  await onPage(button.replaceAll('#eee; background: #222', '#777; background: #888'), async (page) => {
    await page.getByRole('button').evaluate((element) => element.setAttribute('aria-pressed', 'true'));
    await expect(expectAccessible(page)).rejects.toThrow(/color-contrast/);
  });
});

test('a place is measured where the page ends up, not on the way there', { tag: ['@M-14'] }, async () => {
  const wide = `<style>p { width: 20vw; overflow: hidden; transition: width 1s linear } p.out { width: 150vw }</style><p>wide</p>`;
  await onPage(wide, async (page) => {
    await expectNothingSideways(page, 'narrow');
    const overhang = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    // The transition starts with the first measurement; half way the text would fit.
    let tries = 0;
    const measured = await whileStill(page, async () => {
      tries += 1;
      await page.evaluate(() => document.querySelector('p')?.classList.add('out'));
      return overhang();
    });
    expect(tries).toBe(2);
    expect(measured).toBeGreaterThan(0);
  });
});
