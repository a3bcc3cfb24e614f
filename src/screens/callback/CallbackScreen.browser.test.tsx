import { expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { UiProvider } from '../../ui/theme/UiProvider.tsx';
import { CallbackScreen } from './CallbackScreen.tsx';

it("shows 'Completing sign in...' while it works", { tags: ['I-3'] }, async () => {
  const screen = await render(
    <UiProvider>
      <CallbackScreen failure={null} onTryAgain={() => undefined} />
    </UiProvider>,
  );
  await expect.element(screen.getByText('Completing sign in...')).toBeVisible();
  expect(screen.getByRole('button').elements()).toHaveLength(0);
});

it("shows 'Authentication Failed' with the message and 'Try Again'", { tags: ['I-3'] }, async () => {
  const onTryAgain = vi.fn();
  const screen = await render(
    <UiProvider>
      <CallbackScreen failure="State mismatch - possible CSRF attack" onTryAgain={onTryAgain} />
    </UiProvider>,
  );
  await expect.element(screen.getByRole('heading', { name: 'Authentication Failed' })).toBeVisible();
  await expect.element(screen.getByText('State mismatch - possible CSRF attack')).toBeVisible();
  await screen.getByRole('button', { name: 'Try Again' }).click();
  expect(onTryAgain).toHaveBeenCalledOnce();
});

it("falls back to 'Authentication failed' where there is no message", { tags: ['I-3'] }, async () => {
  const screen = await render(
    <UiProvider>
      <CallbackScreen failure="" onTryAgain={() => undefined} />
    </UiProvider>,
  );
  await expect.element(screen.getByText('Authentication failed', { exact: true })).toBeVisible();
});

it('says after 8 s that nothing answers, and can be cancelled', { tags: ['M-11', 'F-31'] }, async () => {
  const onCancel = vi.fn();
  const screen = await render(
    <UiProvider>
      <CallbackScreen failure={null} slow onTryAgain={() => undefined} onCancel={onCancel} />
    </UiProvider>,
  );
  await expect.element(screen.getByText('No answer for 8 seconds.')).toBeVisible();
  await screen.getByRole('button', { name: 'Cancel' }).click();
  expect(onCancel).toHaveBeenCalledOnce();
});
