// Long: every part of the design system in four pictures.
import type { Page } from '@playwright/test';
import {
  alone,
  bringTo,
  expectAsPictured,
  expectUnlikePicture,
  facesInUse,
  type Look,
  looks,
  sameEverywhere,
} from '../support/pictures.ts';
import { expect, test } from '../support/test.ts';

/** The parts of the showcase in order (src/screens/designSystem/Section.tsx); a new part needs reference pictures. */
const parts = [
  'colours',
  'type',
  'space',
  'status',
  'buttons',
  'fields',
  'cards',
  'dialogs',
  'table',
  'loading',
  'toasts',
  'login',
  'keys',
];

test.use({ browserOptions: sameEverywhere });

async function openShowcase(page: Page): Promise<void> {
  await page.clock.setFixedTime('2025-11-18T11:26:00.000Z');
  await page.goto('/design-system-test');
  await expect(page.getByRole('heading', { level: 1, name: 'Design System' })).toBeVisible();
  await expect(page.locator('#table').getByText('SMP-010')).toBeVisible();
}

test('every part of the design system looks as it is pictured: on the desktop, on a phone, light and dark', {
  tag: ['@I-17', '@I-19', '@I-20', '@I-25', '@I-26'],
}, async ({ page, complaints }) => {
  await openShowcase(page);
  expect(await page.locator('main section[id]').evaluateAll((sections) => sections.map(({ id }) => id))).toEqual(parts);
  for (const look of looks) {
    await bringTo(page, look);
    for (const id of parts) {
      const part = page.locator(`#${id}`);
      await alone(part, () => expectAsPictured(part, look, id));
    }
    // A dialog's position depends on the height of the window.
    await page.setViewportSize({ width: look.width, height: 900 });
    await page.getByRole('button', { name: 'Open md' }).click();
    await expectAsPictured(page.getByRole('dialog'), look, 'dialog');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  // Pictures are the same on every machine only if no text is drawn in a font of that machine.
  expect(await facesInUse(page)).toEqual(['Inter', 'JetBrains Mono']);
  expect(complaints.all()).toEqual([]);
});

test('what a picture is for is seen by it: a pixel to the side, eight levels of one colour, a part that is gone', {
  tag: ['@I-17', '@I-25', '@long'],
}, async ({ page }) => {
  await openShowcase(page);
  for (const look of looks) {
    await bringTo(page, look);
    await alone(page.locator('#buttons'), () => expectDifferencesSeen(page, look));
  }
});

/** Tampers with one button after the other, each restored afterwards, in the part with the most buttons. */
async function expectDifferencesSeen(page: Page, look: Look): Promise<void> {
  const part = page.locator('#buttons');
  const { theme, width } = look;
  await expectAsPictured(part, look, 'buttons');
  // Include hidden ones, so that a hidden button can be restored.
  const buttonOf = (name: string) => part.getByRole('button', { name, includeHidden: true });
  const small = buttonOf('Secondary sm');
  const primary = buttonOf('Primary sm');
  const ghost = buttonOf('Ghost sm');
  for (const [button, what, property, value] of [
    [small, 'a pixel to the right', 'translate', '1px'],
    [small, 'a pixel lower', 'translate', '0 1px'],
    [ghost, 'words a pixel to the left', 'translate', '-1px'],
    [small, 'gone', 'visibility', 'hidden'],
    [ghost, 'gone, without a ground', 'visibility', 'hidden'],
    ...[0, 1, 2].map((channel) => [primary, `eight levels of ${'rgb'[channel]}`, 'background-color', channel] as const),
  ] as const) {
    await button.evaluate(
      (element, change) => {
        element.style.transition = 'none';
        const levels = (getComputedStyle(element).backgroundColor.match(/\d+/g) ?? []).map(Number);
        if (typeof change.value === 'string') return element.style.setProperty(change.property, change.value);
        const level = levels[change.value] ?? 0;
        levels[change.value] = level + (level > 128 ? -8 : 8);
        element.style.setProperty(change.property, `rgb(${levels.slice(0, 3).join(' ')})`);
      },
      { property, value },
    );
    await expectUnlikePicture(part, look, 'buttons', `${what}, ${theme}, ${width} px`);
    await button.evaluate((element) => element.removeAttribute('style'));
  }
  await expectAsPictured(part, look, 'buttons');
}
