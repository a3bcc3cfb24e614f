import { expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { UiProvider } from '../../ui/theme/UiProvider.tsx';
import { ChangePasswordDialog } from './ChangePasswordDialog.tsx';
import { useOwnAccount } from './queries.ts';

// The platform's answers are mocked; the test covers where the dialog shows them.
vi.mock('./queries.ts', () => ({ useOwnAccount: vi.fn() }));

const words = 'This password is made of your name or address, which are easy to guess. Choose another.';
async function open(code: 'bad_request' | 'forbidden' | 'rate_limited', message: string) {
  const changePassword = vi.fn(async () => ({ ok: false, problem: { code, message, retry: false } }));
  vi.mocked(useOwnAccount).mockReturnValue({ changePassword } as unknown as ReturnType<typeof useOwnAccount>); // the dialog uses only this
  const screen = await render(
    <UiProvider>
      <ChangePasswordDialog onClose={() => undefined} />
    </UiProvider>,
  );
  await screen.getByLabelText('Current password').fill('Mlima-Kenya-5199!');
  await screen.getByLabelText('New password').fill('Chebet-Koech-9!');
  await screen.getByLabelText('Confirm password').fill('Chebet-Koech-9!');
  await screen.getByRole('button', { name: 'Change Password' }).click();
  return { screen, changePassword };
}

it('a new password that the platform refuses is told at its field, until another is typed', { tags: ['G-10', 'I-21'] }, async () => {
  const { screen, changePassword } = await open('bad_request', words);
  const field = screen.getByLabelText('New password');
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field).toHaveAccessibleDescription(expect.stringContaining(words));
  await expect.element(screen.getByLabelText('Current password')).not.toHaveAttribute('aria-invalid', 'true');
  // The five password rules are still shown as met.
  await expect.element(screen.getByText('At least 8 characters')).toBeVisible();
  await field.fill('Ziwa-Victoria-68!');
  await expect.element(screen.getByText(words)).not.toBeInTheDocument();
  expect(changePassword).toHaveBeenCalledOnce();
});

it('what is of the current password stands at that field, and what is of none below them all', { tags: ['G-10'] }, async () => {
  const wrong = (await open('forbidden', 'The current password is not right')).screen;
  await expect.element(wrong.getByLabelText('Current password')).toHaveAccessibleDescription(/The current password is not right/);
  await expect.element(wrong.getByLabelText('New password')).not.toHaveAttribute('aria-invalid', 'true');
  await wrong.unmount();
  const { screen } = await open('rate_limited', 'Too many tries');
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Failed to change the password. Too many tries.');
  await expect.element(screen.getByLabelText('New password')).not.toHaveAttribute('aria-invalid', 'true');
});
