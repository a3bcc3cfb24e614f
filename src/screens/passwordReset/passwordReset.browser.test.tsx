import type { ComponentType } from 'react';
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { echoing } from '../../../tests/builders/echoing.ts';
import { UiProvider } from '../../ui/theme/UiProvider.tsx';
import { ConfirmEmailScreen } from './ConfirmEmailScreen.tsx';
import { ResetConfirmScreen } from './ResetConfirmScreen.tsx';
import { ResetRequestScreen } from './ResetRequestScreen.tsx';

let network: MockInstance<typeof fetch>;
beforeEach(() => {
  network = vi.spyOn(globalThis, 'fetch');
});
const start = location.href;
afterEach(() => {
  vi.restoreAllMocks();
  history.replaceState(null, '', start);
});

const answers = (status: number, body: unknown) =>
  echoing(() => new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } }));
const refuses = (status: number, code: string, message: string) => answers(status, { error: { code, message, correlationId: 'c-1' } });
const sent = () => network.mock.calls.map(([, init]) => JSON.parse(String(init?.body)) as unknown);

const token = 'k'.repeat(43);
async function open(Screen: ComponentType, path = '/') {
  history.replaceState(null, '', path);
  const screen = await render(
    <UiProvider>
      <Screen />
    </UiProvider>,
  );
  return { screen, at: () => location.pathname + location.search };
}

it("an address is wanted before anything is sent: 'Email is required', 'Please enter a valid email address'", {
  tags: ['I-5', 'I-21', 'I-24'],
}, async () => {
  const { screen } = await open(ResetRequestScreen);
  const send = screen.getByRole('button', { name: 'Send reset link' });
  await send.click();
  await expect.element(screen.getByText('Email is required')).toBeVisible();
  await screen.getByLabelText('Email').fill('no address');
  await send.click();
  await expect.element(screen.getByText('Please enter a valid email address')).toBeVisible();
  expect(network).not.toHaveBeenCalled();
});

it("sends once, says that it does, and then 'Check Your Email', which tells of no account", { tags: ['I-5'] }, async () => {
  let arrive = (): void => undefined;
  network.mockImplementation(
    (input, init) => new Promise((resolve) => (arrive = () => void answers(200, null)(input, init).then(resolve))),
  );
  const { screen } = await open(ResetRequestScreen);
  await screen.getByLabelText('Email').fill(' bank@ukweli.example ');
  await userEvent.keyboard('{Enter}');
  const sending = screen.getByRole('button', { name: 'Sending...' });
  await expect.element(sending).toBeVisible();
  await sending.click({ force: true });
  // The API client is loaded with its first call.
  await vi.waitFor(() => expect(network).toHaveBeenCalled());
  arrive();
  await expect.element(screen.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
  await expect.element(screen.getByText(/belongs to an account/)).toBeVisible();
  expect(sent()).toEqual([{ email: 'bank@ukweli.example' }]);
});

it.each([
  ['the platform refuses', refuses(429, 'rate_limited', 'Too many tries'), 'Too many tries'],
  ['there is no network', () => Promise.reject(new TypeError('gone')), 'Failed to send reset email'],
])(
  "where %s it says 'Request Failed' and why, and 'Try Again' leads back to the form as it was",
  { tags: ['I-5', 'I-24'] },
  async (_what, failing, words) => {
    network.mockImplementation(failing);
    const { screen } = await open(ResetRequestScreen);
    await screen.getByLabelText('Email').fill('bank@ukweli.example');
    await screen.getByRole('button', { name: 'Send reset link' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Request Failed' })).toBeVisible();
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Failed to send reset email');
    await expect.element(screen.getByRole('alert')).toHaveTextContent(words);
    await screen.getByRole('button', { name: 'Try Again' }).click();
    await expect.element(screen.getByLabelText('Email')).toHaveValue('bank@ukweli.example');
  },
);

it.each(['', '?token=', '?token=short', `?token=${'k'.repeat(42)}!`])(
  "a link without its whole secret (%j) is an 'Invalid Reset Link', and leads to a new one",
  { tags: ['I-6', 'I-24'] },
  async (search) => {
    const { screen, at } = await open(ResetConfirmScreen, `/auth/reset-password/confirm${search}`);
    await expect.element(screen.getByRole('heading', { name: 'Invalid Reset Link' })).toBeVisible();
    await expect.element(screen.getByText('Invalid or missing reset token')).toBeVisible();
    await screen.getByRole('button', { name: 'Request New Link' }).click();
    expect(at()).toBe('/auth/reset-password');
    expect(network).not.toHaveBeenCalled();
  },
);

it("the password is not sent before it meets every rule and is repeated: 'Please meet all password requirements'", {
  tags: ['I-6', 'I-21'],
}, async () => {
  network.mockImplementation(answers(200, null));
  const { screen, at } = await open(ResetConfirmScreen, `/auth/reset-password/confirm?token=${token}`);
  const submit = screen.getByRole('button', { name: 'Set new password' });
  const [password, repeated] = [screen.getByLabelText('New password'), screen.getByLabelText('Confirm password')];
  for (const [given, again] of [
    ['Mlima', 'Mlima'],
    ['mlima-kenya-5199!', 'mlima-kenya-5199!'],
    ['Mlima-Kenya-5199!', 'Mlima-Kenya-519'],
    ['Mlima-Kenya-5199', 'Mlima-Kenya-5199'],
  ] as const) {
    await password.fill(given);
    await repeated.fill(again);
    await expect.element(submit).toHaveAccessibleDescription('Please meet all password requirements');
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByText(given === again ? 'Passwords match' : "Passwords don't match")).toBeVisible();
  }
  expect(network).not.toHaveBeenCalled();
  await password.fill('Mlima-Kenya-5199!');
  await repeated.fill('Mlima-Kenya-5199!');
  await submit.click();
  await vi.waitFor(() => expect(at()).toBe('/login?reset=success'));
  expect(sent()).toEqual([{ token, password: 'Mlima-Kenya-5199!' }]);
});

it.each([
  ['is over', refuses(410, 'gone', 'This link has expired or was used already.'), 'Request New Link'],
  ['was met by too many tries', refuses(429, 'rate_limited', 'Too many tries'), 'Try Again'],
])("where the link %s: 'Reset Failed', why, and the way on", { tags: ['I-6', 'I-24'] }, async (_what, failing, way) => {
  network.mockImplementation(failing);
  const { screen } = await open(ResetConfirmScreen, `/auth/reset-password/confirm?token=${token}`);
  await screen.getByLabelText('New password').fill('Mlima-Kenya-5199!');
  await screen.getByLabelText('Confirm password').fill('Mlima-Kenya-5199!');
  await screen.getByRole('button', { name: 'Set new password' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Reset Failed' })).toBeVisible();
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Failed to reset password');
  await expect.element(screen.getByRole('button', { name: way })).toBeVisible();
});

it("a password that keeps the five rules and is tried first fails in 'Reset Failed', in the platform's words; 'Try Again' leads back to it", {
  tags: ['G-10', 'I-6', 'I-21'],
}, async () => {
  const words = 'This password is too common. Choose another.';
  network.mockImplementation(refuses(400, 'bad_request', words));
  const { screen } = await open(ResetConfirmScreen, `/auth/reset-password/confirm?token=${token}`);
  const submit = screen.getByRole('button', { name: 'Set new password' });
  await screen.getByLabelText('New password').fill('Qwerty123!');
  await screen.getByLabelText('Confirm password').fill('Qwerty123!');
  await expect.element(submit).not.toHaveAccessibleDescription('Please meet all password requirements');
  await submit.click();
  await expect.element(screen.getByRole('heading', { name: 'Reset Failed' })).toBeVisible();
  await expect.element(screen.getByRole('alert')).toHaveTextContent(`Failed to reset password. ${words}`);
  await screen.getByRole('button', { name: 'Try Again' }).click();
  await expect.element(screen.getByLabelText('New password')).toHaveValue('Qwerty123!');
});

it('a new address is confirmed by a press, not by opening the link, and says which it is', { tags: ['D-22'] }, async () => {
  network.mockImplementation(answers(200, { email: 'chebet@ukweli.example' }));
  const { screen } = await open(ConfirmEmailScreen, `/auth/confirm-email?token=${token}`);
  const confirm = screen.getByRole('button', { name: 'Confirm this address' });
  await expect.element(confirm).toBeVisible();
  expect(network).not.toHaveBeenCalled();
  await confirm.click();
  await expect.element(screen.getByRole('heading', { name: 'Address confirmed' })).toBeVisible();
  await expect.element(screen.getByRole('status')).toHaveTextContent('chebet@ukweli.example');
});
