import { expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { userEvent } from 'vitest/browser';
import type { LockStatus } from '../../contracts/lock.ts';
import { UiProvider } from '../../ui/theme/UiProvider.tsx';
import { ClockProvider } from '../../ui/time/clock.tsx';
import { LockView } from './LockView.tsx';

type Locked = Extract<LockStatus, { readonly state: 'locked' }>;
const now = Date.UTC(2026, 10, 21, 8);
const byPin: Locked = {
  state: 'locked',
  id: 'l1',
  kind: 'pin',
  passkey: null,
  wrong: 0,
  notBefore: 0,
  heldUntil: now + 3_600_000,
};

async function shown(
  change: Partial<Locked> = {},
  props: { readonly failure?: string; readonly lost?: string; readonly isSignedIn?: boolean } = {},
) {
  const acts = { onPin: vi.fn(), onPasskey: vi.fn(), onSignIn: vi.fn(), onStartAnew: vi.fn() };
  const screen = await render(
    <UiProvider>
      <ClockProvider zone="Africa/Nairobi" offsetMs={0} businessAt={null}>
        <LockView
          lock={{ ...byPin, ...change }}
          now={now}
          busy={false}
          failure={props.failure ?? null}
          lost={props.lost ?? null}
          isSignedIn={props.isSignedIn ?? false}
          {...acts}
        />
      </ClockProvider>
    </UiProvider>,
  );
  return { screen, ...acts };
}

it('[D-31] says whose rows are locked, takes digits only, and hands them over on Enter', async () => {
  const { screen, onPin } = await shown();
  await expect.element(screen.getByText('This device is locked. Unlock to open what it holds.')).toBeVisible();
  await expect.element(screen.getByText(/Opens without the network until/)).toBeVisible();
  const field = screen.getByLabelText('PIN', { exact: true });
  await expect.element(field).toHaveFocus();
  await userEvent.type(field, '48x29');
  await userEvent.keyboard('{Enter}');
  expect(onPin).not.toHaveBeenCalled();
  await userEvent.type(field, '13{Enter}');
  expect(onPin).toHaveBeenCalledExactlyOnceWith('482913');
  await expect.element(field).toHaveValue('');
});

it('[D-31] after wrong tries it says how many are left and when the next one is, and takes none before', async () => {
  const { screen, onPin } = await shown({ wrong: 4, notBefore: now + 30_000 }, { failure: 'That is not the PIN.' });
  await expect.element(screen.getByText('That is not the PIN.')).toBeVisible();
  await expect.element(screen.getByRole('timer')).toHaveTextContent('Next try in 0:30');
  await userEvent.type(screen.getByLabelText('PIN', { exact: true }), '482913{Enter}');
  expect(onPin).not.toHaveBeenCalled();
});

it('[D-31] opened again later, it still says how many tries were wrong', async () => {
  const { screen } = await shown({ wrong: 4 });
  await expect.element(screen.getByText(/4 of 10 wrong tries/)).toBeVisible();
});

it('[D-31] a passkey is asked for by one press; who has none signs in', async () => {
  const { screen, onPasskey, onSignIn } = await shown({ kind: 'passkey', passkey: { credentialId: 'a', salt: 'b' } });
  await screen.getByRole('button', { name: 'Unlock with passkey' }).click();
  expect(onPasskey).toHaveBeenCalledOnce();
  await screen.getByRole('button', { name: 'Sign in instead' }).click();
  expect(onSignIn).toHaveBeenCalledOnce();
});

it('[D-31] whoever is signed in and has forgotten the PIN gives up what is held, once more asked', async () => {
  const { screen, onStartAnew } = await shown({}, { isSignedIn: true });
  await screen.getByRole('button', { name: 'Forgotten the PIN' }).click();
  await expect.element(screen.getByText(/Rows and unsent work on this device are removed/)).toBeVisible();
  expect(onStartAnew).not.toHaveBeenCalled();
  await screen.getByRole('button', { name: 'Remove and Start Anew' }).click();
  expect(onStartAnew).toHaveBeenCalledOnce();
});

it('[M-1] [M-3] [F-17] says that what it was over is gone, and does not call it sealed', async () => {
  const { screen } = await shown({}, { lost: '2 actions not sent yet are lost and must be decided again.' });
  await expect
    .element(screen.getByRole('status'))
    .toHaveTextContent(
      'What this device held was removed, by the browser or by hand. 2 actions not sent yet are lost and must be decided again.',
    );
  await expect.element(screen.getByText(/is sealed/)).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Unlock' })).toBeVisible();
});
