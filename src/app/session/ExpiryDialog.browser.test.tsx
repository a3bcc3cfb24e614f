import { expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { userEvent } from 'vitest/browser';
import type { Result } from '../../contracts/problem.ts';
import { LiveRegion } from '../../ui/feedback/LiveRegion.tsx';
import { Toaster } from '../../ui/feedback/Toaster.tsx';
import { UiProvider } from '../../ui/theme/UiProvider.tsx';
import { ExpiryDialog } from './ExpiryDialog.tsx';

/** The dialog over a page, with a deadline on a clock that the test moves. */
async function shown(secondsAhead: number, extended: Result<null> = { ok: true, value: null }) {
  const onExtend = vi.fn(async () => extended);
  const onLogOut = vi.fn(async () => undefined);
  const screen = await render(
    <UiProvider>
      <button type="button">Behind</button>
      <ExpiryDialog endsAt={Math.floor(Date.now() / 1000) * 1000 + secondsAhead * 1000} onExtend={onExtend} onLogOut={onLogOut} />
      <LiveRegion />
      <Toaster />
    </UiProvider>,
  );
  return { screen, onExtend, onLogOut };
}

it("shows 'Session Expiring Soon' with a countdown, 'Log Out' and 'Extend Session'", { tags: ['C-10'] }, async () => {
  const { screen, onExtend, onLogOut } = await shown(278);
  await expect.element(screen.getByRole('alertdialog', { name: /Session Expiring Soon/ })).toBeVisible();
  await expect.element(screen.getByRole('timer')).toHaveTextContent(/^4:3[78]$/);
  await screen.getByRole('button', { name: 'Extend Session' }).click();
  expect(onExtend).toHaveBeenCalledOnce();
  await screen.getByRole('button', { name: 'Log Out' }).click();
  expect(onLogOut).toHaveBeenCalledOnce();
});

it('counts down second by second', { tags: ['C-10'] }, async () => {
  const { screen } = await shown(100);
  await expect.element(screen.getByRole('timer')).toHaveTextContent('1:38');
});

it('holds the focus and is ended by a decision only', { tags: ['C-10'] }, async () => {
  const { screen, onExtend, onLogOut } = await shown(60);
  await expect.element(screen.getByRole('alertdialog')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('alertdialog')).toBeVisible();
  for (const _ of [1, 2, 3]) {
    await userEvent.tab();
    expect(document.activeElement?.closest('[role=alertdialog]')).not.toBeNull();
  }
  expect(onExtend).not.toHaveBeenCalled();
  expect(onLogOut).not.toHaveBeenCalled();
});

it('says that the refresh failed where the platform was not reached, and lets the person try again', { tags: ['C-78'] }, async () => {
  const { screen, onExtend } = await shown(200, {
    ok: false,
    problem: { code: 'network', message: 'The platform cannot be reached.', retry: true },
  });
  await screen.getByRole('button', { name: 'Extend Session' }).click();
  await expect.element(screen.getByText('Token refresh failed')).toBeVisible();
  await screen.getByRole('button', { name: 'Extend Session' }).click();
  expect(onExtend).toHaveBeenCalledTimes(2);
});
