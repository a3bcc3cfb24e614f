import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { UiProvider } from '../theme/UiProvider.tsx';
import { AsyncButton, type AsyncButtonProps } from './AsyncButton.tsx';
import { outcomeMs } from './asyncAct.ts';

const words = { idle: 'Save', loading: 'Saving...', success: 'Saved', error: 'Not saved' };
const button = () => page.getByRole('button');
const show = (props: Omit<AsyncButtonProps, 'words'>) =>
  render(
    <UiProvider>
      <AsyncButton words={words} {...props} />
    </UiProvider>,
  );

const width = () => button().element().getBoundingClientRect().width;
/**
 * Width of the button in the console's own font. Measuring triggers layout, which requests the font; until it is loaded the fallback's
 * metrics apply, 1/32 px wider where it replaces Arial.
 */
async function widthInOwnFace(): Promise<number> {
  width();
  await document.fonts.ready;
  return width();
}

it.each([
  [true, 'Saved'],
  [false, 'Not saved'],
] as const)(
  'says that it works, how it went (%s) for two seconds, and is itself again; clicks do nothing meanwhile',
  { tags: ['I-19'] },
  async (ok, outcome) => {
    let end: () => void = () => undefined;
    const act = vi.fn(
      () =>
        new Promise<{ readonly ok: boolean }>((resolve) => {
          end = () => resolve({ ok });
        }),
    );
    await show({ act });
    const asIdle = await widthInOwnFace();
    await button().click();
    await expect.element(button()).toHaveAccessibleName('Saving...');
    // Always as wide as its widest text, so that nothing beside it moves.
    expect(width()).toBe(asIdle);
    await expect.element(button()).toHaveAttribute('aria-busy', 'true');
    await button().click({ force: true });
    // The test ends the two seconds itself: a late click must not hit a button that is idle again.
    let rest: () => void = () => undefined;
    const { setTimeout: real } = globalThis;
    const timer = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms?: number, ...given: unknown[]) => {
      if (ms !== outcomeMs) return real(run, ms, ...given);
      rest = run;
      return 0;
    }) as typeof setTimeout); // Node's overloads
    end();
    await expect.element(button()).toHaveAccessibleName(outcome);
    expect(width()).toBe(asIdle);
    await button().click();
    await expect.element(button()).toHaveAccessibleName(outcome);
    rest();
    timer.mockRestore();
    await expect.element(button()).toHaveAccessibleName('Save');
    expect(act).toHaveBeenCalledTimes(1);
    expect(width()).toBe(asIdle);
    await button().click();
    expect(act).toHaveBeenCalledTimes(2);
  },
);

it('ignores clicks while it cannot be used', { tags: ['I-19'] }, async () => {
  const act = vi.fn(() => Promise.resolve({ ok: true }));
  await show({ act, disabledReason: 'Needs the network' });
  await button().click({ force: true });
  await expect.element(button()).toHaveAccessibleName('Save');
  expect(act).not.toHaveBeenCalled();
});
