import { expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { UiProvider } from '../../ui/theme/UiProvider.tsx';
import { LoginScreen, type LoginScreenProps } from './LoginScreen.tsx';

const quiet: LoginScreenProps = {
  busy: false,
  failure: null,
  reason: 'none',
  leftBehind: 'gone',
  leaving: false,
  offline: false,
  tenant: null,
  supportUrl: 'mailto:support@ukweli.example',
  onSignIn: () => undefined,
};
const show = (props: Partial<LoginScreenProps>) =>
  render(
    <UiProvider>
      <LoginScreen {...quiet} {...props} />
    </UiProvider>,
  );

it("offers one button 'Sign in with SSO', support, Terms and Privacy", { tags: ['I-2'] }, async () => {
  const onSignIn = vi.fn();
  const screen = await show({ onSignIn });
  expect(screen.getByRole('button').elements()).toHaveLength(1);
  await screen.getByRole('button', { name: 'Sign in with SSO' }).click();
  expect(onSignIn).toHaveBeenCalledOnce();
  await expect.element(screen.getByRole('link', { name: 'Contact support' })).toHaveAttribute('href', 'mailto:support@ukweli.example');
  await expect.element(screen.getByRole('link', { name: 'Terms' })).toHaveAttribute('href', '/terms');
  await expect.element(screen.getByRole('link', { name: 'Privacy' })).toHaveAttribute('href', '/privacy');
});

it('says that it leads back to a page only where one was asked for', { tags: ['I-2'] }, async () => {
  const screen = await show({});
  await expect.element(screen.getByText('Use your organisation account.', { exact: true })).toBeVisible();
  await screen.rerender(
    <UiProvider>
      <LoginScreen {...quiet} returns />
    </UiProvider>,
  );
  await expect
    .element(screen.getByText('Use your organisation account. You return to the page you asked for.', { exact: true }))
    .toBeVisible();
});

it("reads 'Signing in...' while it works, and ignores clicks", { tags: ['I-2'] }, async () => {
  const onSignIn = vi.fn();
  const screen = await show({ busy: true, onSignIn });
  const button = screen.getByRole('button', { name: 'Signing in...' });
  await button.click({ force: true });
  expect(onSignIn).not.toHaveBeenCalled();
});

it("shows 'Authentication failed' with the message, 'Login failed' where there is none", { tags: ['I-2'] }, async () => {
  const screen = await show({ failure: 'OIDC configuration is not available' });
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Authentication failedOIDC configuration is not available');
  await screen.rerender(
    <UiProvider>
      <LoginScreen {...quiet} failure="" />
    </UiProvider>,
  );
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Authentication failedLogin failed');
});

it.each([
  ['user', 'You are signed out.'],
  ['timeout', 'Your session timed out.'],
  ['expired', 'Your session has expired.'],
  ['revoked', 'Your session was ended.'],
] as const)('says why the person is here: %s', { tags: ['C-53', 'D-31'] }, async (reason, words) => {
  const screen = await show({ reason });
  await expect.element(screen.getByRole('status')).toHaveTextContent(words);
});

it('says that signing in needs the network when the platform is out of reach', { tags: ['D-40'] }, async () => {
  const screen = await show({ offline: true });
  await expect.element(screen.getByText('The platform cannot be reached.')).toBeVisible();
});

it('tells that a log-out is still to be confirmed', { tags: ['D-21'] }, async () => {
  const screen = await show({ reason: 'user', leaving: true });
  // [T-9] Until the platform knows, only this device is signed out: another device, or a thief of the cookie, is still signed in.
  await expect.element(screen.getByText('You are signed out on this device.')).toBeVisible();
  expect(screen.container.querySelector('[data-claim="signedOut"]')?.getAttribute('data-answer')).toBe('unknown');
  await expect.element(screen.getByText('The platform has not received your sign-out yet.')).toBeVisible();
});

it('says what the cookie of this browser still opens after a sign-out without a link, and until when where that is known', {
  tags: ['G-3', 'D-51'],
}, async () => {
  const unbound = await show({ reason: 'user', leaving: true });
  await expect.element(unbound.getByText(/Until then this browser’s cookie can still open the session/)).toBeVisible();
  await unbound.unmount();
  const screen = await show({ reason: 'user', leaving: true, cookieUntil: Date.UTC(2026, 10, 28, 16, 17) });
  await expect.element(screen.getByText(/at the latest, this browser’s cookie/)).toBeVisible();
  expect(screen.container.querySelector('time')?.getAttribute('datetime')).toBe('2026-11-28T16:17:00.000Z');
  expect(screen.container.textContent).not.toContain('nobody is signed in');
});

it('says that what the device held is gone only where it is', { tags: ['M-2', 'F-35', 'D-51'] }, async () => {
  const screen = await show({ reason: 'user', leftBehind: 'gone' });
  await expect.element(screen.getByRole('status')).toHaveTextContent('Your data was removed from this device.');
  for (const leftBehind of ['notKnown', 'removing', 'cleared', 'kept'] as const) {
    await screen.rerender(
      <UiProvider>
        <LoginScreen {...quiet} reason="user" leftBehind={leftBehind} />
      </UiProvider>,
    );
    await expect.element(screen.getByRole('status')).toHaveTextContent('You are signed out.');
    await expect.element(screen.getByRole('status')).not.toHaveTextContent('was removed from this device');
  }
});

it('says after 8 s that nothing answers, and can be cancelled', { tags: ['M-11', 'F-31'] }, async () => {
  const onCancel = vi.fn();
  const screen = await show({ busy: true, slow: true, onCancel });
  await expect.element(screen.getByText('No answer for 8 seconds.')).toBeVisible();
  await screen.getByRole('button', { name: 'Cancel' }).click();
  expect(onCancel).toHaveBeenCalledOnce();
});

it('what was not sent behind a lock that was given up is not called gone with the rest, and by whom and how long it can be sent is said', {
  tags: ['G-3', 'D-51'],
}, async () => {
  const screen = await show({ reason: 'user', leftBehind: 'gone', unsentHeld: 2, unsentEncrypted: true });
  await expect.element(screen.getByText(/was removed from this device, except what was not sent/)).toBeVisible();
  await expect.element(screen.getByText(/signs in again, within 72 hours. Until then nobody can read what was decided/)).toBeVisible();
});
