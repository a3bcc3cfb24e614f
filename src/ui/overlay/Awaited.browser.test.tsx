import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { lazyOverlay } from './lazyOverlay.tsx';

/** A person who presses something whose code does not come at once, and turns to something else. */

afterEach(() => vi.useRealTimers());

interface OverlayProps {
  readonly onClose: () => void;
}

/** A page with a menu whose code comes when `come` is called. */
async function page(trigger: 'menu' | 'dialog' = 'menu') {
  let come: (code: () => React.ReactNode) => void = () => undefined;
  const { Part } = lazyOverlay<OverlayProps>(() => new Promise((resolve) => (come = resolve)));
  const missed = vi.fn();
  const below = vi.fn();
  function Page() {
    const [open, setOpen] = useState(false);
    return (
      <div role="presentation" onKeyDown={({ key }) => below(key)}>
        <button type="button" {...(trigger === 'menu' && { 'aria-expanded': open })} onClick={() => setOpen(trigger === 'dialog' || !open)}>
          Go
        </button>
        <input aria-label="Filter" />
        <output>{open ? 'Awaited' : 'Idle'}</output>
        {open && (
          <Part
            onClose={() => setOpen(false)}
            onMissing={() => {
              setOpen(false);
              missed();
            }}
          />
        )}
      </div>
    );
  }
  const screen = await render(<Page />);
  const button = screen.getByRole('button', { name: 'Go' });
  const shown = screen.getByText('Open');
  const state = screen.getByRole('status');
  await button.click();
  await expect.element(state).toHaveTextContent('Awaited');
  return { screen, button, shown, state, missed, below, come: () => come(() => <p>Open</p>) };
}

it('opens when its code comes, also after a second press on the button of a dialog', async () => {
  const { button, shown, come } = await page('dialog');
  await button.click();
  come();
  await expect.element(shown).toBeVisible();
});

it('a press elsewhere, Tab and Escape take back what is awaited; Escape leaves open what is below', async () => {
  const { screen, button, shown, state, below, come } = await page();
  const filter = screen.getByRole('textbox', { name: 'Filter' });
  const turns = [() => filter.click(), () => userEvent.keyboard('{Tab}'), () => userEvent.keyboard('{Escape}')];
  for (const [index, turn] of turns.entries()) {
    if (index > 0) await button.click();
    await expect.element(state).toHaveTextContent('Awaited');
    await turn();
    await expect.element(state).toHaveTextContent('Idle');
  }
  expect(below).not.toHaveBeenCalledWith('Escape');
  come();
  await button.click();
  await expect.element(shown).toBeVisible();
});

it('a second press on the button of a menu takes it back, and a third one asks again', async () => {
  const { button, state } = await page();
  await button.click();
  await expect.element(state).toHaveTextContent('Idle');
  await button.click();
  await expect.element(state).toHaveTextContent('Awaited');
});

it('a Back that leaves the page takes it back; one that stays on the page does not', async () => {
  const start = location.href;
  history.pushState(null, '', '/left');
  history.pushState(null, '', '/here');
  history.pushState(null, '', '/here');
  const { state } = await page();
  const back = async () => {
    const gone = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
    history.back();
    await gone;
  };
  await back();
  await expect.element(state).toHaveTextContent('Awaited');
  await back();
  await expect.element(state).toHaveTextContent('Idle');
  history.replaceState(null, '', start);
});

it('code that is never answered is said to be missing after ten seconds, and is there for a later press if it comes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { button, shown, state, missed, come } = await page();
  vi.advanceTimersByTime(9_000);
  expect(missed).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(missed).toHaveBeenCalledOnce();
  vi.useRealTimers();
  await expect.element(state).toHaveTextContent('Idle');
  come();
  await button.click();
  await expect.element(shown).toBeVisible();
});
