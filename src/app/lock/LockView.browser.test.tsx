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
  keepsUnsent: true,
  heldUntil: now + 3_600_000,
};

async function shown(
  change: Partial<Locked> = {},
  props: { readonly failure?: string; readonly lost?: string; readonly isSignedIn?: boolean; readonly unsent?: number | null } = {},
) {
  const acts = { onPin: vi.fn(), onPasskey: vi.fn(), onSignIn: vi.fn(), onErase: vi.fn() };
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
          unsent={props.unsent === undefined ? 0 : props.unsent}
          {...acts}
        />
      </ClockProvider>
    </UiProvider>,
  );
  return { screen, ...acts };
}

it('says whose rows are locked, and hands what is typed over on Enter; a slip of the finger is no try', {
  tags: ['D-31', 'G-5'],
}, async () => {
  const { screen, onPin } = await shown();
  await expect.element(screen.getByText('This device is locked. Unlock to open its data.')).toBeVisible();
  await expect.element(screen.getByText(/Opens without the network until/)).toBeVisible();
  const field = screen.getByLabelText('PIN', { exact: true });
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveAttribute('inputmode', 'numeric');
  await userEvent.type(field, '48291');
  await userEvent.keyboard('{Enter}');
  expect(onPin).not.toHaveBeenCalled();
  await userEvent.type(field, '357{Enter}');
  expect(onPin).toHaveBeenCalledExactlyOnceWith('48291357');
  await expect.element(field).toHaveValue('');
});

it('after wrong tries it says how many are left and when the next one is, and takes none before', { tags: ['D-31'] }, async () => {
  const { screen, onPin } = await shown({ wrong: 4, notBefore: now + 30_000 }, { failure: 'That is not the PIN.' });
  await expect.element(screen.getByText('That is not the PIN.')).toBeVisible();
  await expect.element(screen.getByRole('timer')).toHaveTextContent('Next attempt in 0:30');
  await userEvent.type(screen.getByLabelText('PIN', { exact: true }), '48291357{Enter}');
  expect(onPin).not.toHaveBeenCalled();
});

it('a lock that is no PIN asks for its password, with letters', { tags: ['G-5'] }, async () => {
  const { screen, onPin } = await shown({ digits: false });
  const field = screen.getByLabelText('Lock password');
  await expect.element(field).toHaveAttribute('inputmode', 'text');
  await userEvent.type(field, 'korongo mbili{Enter}');
  expect(onPin).toHaveBeenCalledExactlyOnceWith('korongo mbili');
});

it('says that the count of wrong tries is not known, and how many are left', { tags: ['G-5'] }, async () => {
  const { screen } = await shown({ wrong: 9, countLost: true, notBefore: now + 1_800_000 });
  await expect
    .element(screen.getByRole('status'))
    .toHaveTextContent(
      'The number of wrong attempts is not known: the count on this device was changed or removed. One attempt is left before its data is removed.',
    );
  await expect.element(screen.getByRole('timer')).toHaveTextContent('Next attempt in 30:00');
  await expect.element(screen.getByText(/of 10 wrong attempts/)).not.toBeInTheDocument();
});

it('opened again later, it still says how many tries were wrong', { tags: ['D-31'] }, async () => {
  const { screen } = await shown({ wrong: 4 });
  await expect.element(screen.getByText(/4 of 10 wrong attempts/)).toBeVisible();
});

it('a passkey is asked for by one press; who has none signs in', { tags: ['D-31'] }, async () => {
  const { screen, onPasskey, onSignIn } = await shown({ kind: 'passkey', passkey: { credentialId: 'a', salt: 'b' } });
  await screen.getByRole('button', { name: 'Unlock with passkey' }).click();
  expect(onPasskey).toHaveBeenCalledOnce();
  await screen.getByRole('button', { name: 'Sign in instead' }).click();
  expect(onSignIn).toHaveBeenCalledOnce();
});

it.each([
  [0, true, 'Nothing is waiting to be sent.'],
  [3, true, '3 unsent actions stay encrypted on this device for 72 hours, and are sent after you sign in here.'],
  [1, true, '1 unsent action stays encrypted on this device for 72 hours, and is sent after you sign in here.'],
  [2, false, '2 unsent actions are lost.'],
  [null, true, 'Anything waiting to be sent stays encrypted'],
  [null, false, 'Anything waiting to be sent is lost; it is not known whether there is anything.'],
] as const)(
  'whoever cannot open it is asked once more before it is erased, and told what becomes of %s unsent (kept: %s)',
  { tags: ['D-31', 'G-3', 'A-24'] },
  async (unsent, keepsUnsent, words) => {
    for (const isSignedIn of [false, true]) {
      const { screen, onErase } = await shown({ keepsUnsent }, { isSignedIn, unsent });
      await screen.getByRole('button', { name: 'Forgot PIN?' }).click();
      await expect.element(screen.getByText('The data on this device and the lock are erased, and the session ends.')).toBeVisible();
      await expect.element(screen.getByText(words)).toBeVisible();
      expect(onErase).not.toHaveBeenCalled();
      await screen.getByRole('button', { name: 'Erase and sign in again' }).click();
      expect(onErase).toHaveBeenCalledOnce();
      await screen.unmount();
    }
  },
);

it('says how many decisions wait behind it, where that is known', { tags: ['G-3'] }, async () => {
  const { screen } = await shown({}, { unsent: 3 });
  await expect.element(screen.getByText('3 unsent actions wait behind this lock.')).toBeVisible();
  await screen.unmount();
  const unknown = await shown({}, { unsent: null });
  await expect.element(unknown.screen.getByText(/behind this lock/)).not.toBeInTheDocument();
});

it('says that what it was over is gone, and does not offer to open it', { tags: ['M-1', 'M-3', 'F-17'] }, async () => {
  const { screen } = await shown({}, { lost: '2 actions not sent yet are lost and must be decided again.' });
  await expect
    .element(screen.getByRole('status'))
    .toHaveTextContent(
      'The data on this device was removed, by the browser or by hand. 2 actions not sent yet are lost and must be decided again.',
    );
  await expect.element(screen.getByText(/Unlock to open/)).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Unlock' })).toBeVisible();
});
