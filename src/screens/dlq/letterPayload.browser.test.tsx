import '../../ui/theme/tokens.css';
import '../../ui/theme/base.css';
import './dlq.css';
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { echoing } from '../../../tests/builders/echoing.ts';
import { personsDevice } from '../../../tests/builders/personsDevice.ts';
import { activeRole } from '../../bridge/acts/activeRole.ts';
import { hubStatus } from '../../bridge/hub/pageState.ts';
import type { DeadLetter } from '../../contracts/deadLetter.ts';
import { headers } from '../../contracts/endpoints.ts';
import { UiProvider } from '../../ui/theme/UiProvider.tsx';
import { LetterPayload } from './LetterPayload.tsx';

const letter: DeadLetter = {
  itemId: 'DLQ-00319',
  errorCode: 'BANK_REFUSED',
  errorMessage: 'Refused for [redacted]',
  retryCount: 2,
  correlationId: 'c-1',
  failedAt: '2026-11-23T15:20:00.000Z',
  payload: { paymentId: 'RBF-0217', phone: '[redacted]' },
  redacted: true,
  version: 3,
};
const whole = {
  itemId: 'DLQ-00319',
  errorMessage: 'Refused for +254700000217',
  payload: { paymentId: 'RBF-0217', phone: '+254700000217' },
};
const payload = page.getByRole('group', { name: 'Payload' });
const button = page.getByRole('button', { name: 'Show personal data' });

personsDevice();
let network: MockInstance<typeof fetch>;
let answer: object;
/** While set, answers are held back. */
let held: Promise<void> | null;
beforeEach(() => {
  answer = whole;
  held = null;
  const give = echoing(
    () =>
      new Response(JSON.stringify(answer), {
        headers: { 'Content-Type': 'application/json', [headers.serverTime]: new Date().toISOString() },
      }),
  );
  network = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...call) => {
    await held;
    return give(...call);
  });
  const status = hubStatus.get();
  if (status.session.phase !== 'signedIn') throw new Error('nobody is signed in');
  hubStatus.set({ ...status, session: { ...status.session, user: { ...status.session.user, role: 'admin' } } });
});
afterEach(() => {
  network.mockRestore();
  activeRole.choose(null);
});

const shown = (deadLetter: DeadLetter = letter) =>
  render(
    <UiProvider>
      <LetterPayload letter={deadLetter} />
    </UiProvider>,
  );

it('the whole stays no longer than the right to see it', { tags: ['G-28'] }, async () => {
  await shown();
  await button.click();
  await expect.element(payload).toHaveTextContent('+254700000217');
  activeRole.choose('read_only');
  await expect.element(payload).not.toHaveTextContent('+254700000217');
  activeRole.choose(null);
  await expect.element(button).toBeEnabled();
  await expect.element(payload).not.toHaveTextContent('+254700000217');
});

it('an answer that comes after the right has gone is not shown, nor once it is back', { tags: ['G-28'] }, async () => {
  let release = (): void => undefined;
  held = new Promise((resolve) => (release = resolve));
  await shown();
  await button.click();
  await expect.poll(() => network.mock.calls.length).toBe(1);
  activeRole.choose('read_only');
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  release();
  activeRole.choose(null);
  await expect.element(button).toBeVisible();
  await expect.element(payload).not.toHaveTextContent('+254700000217');
});

it('what arrives about another item is not shown as this one, and asked twice at once it is asked once', { tags: ['G-28'] }, async () => {
  answer = { ...whole, itemId: 'DLQ-00320' };
  await shown();
  await button.dblClick();
  await expect.element(page.getByText('The answer is about another item.')).toBeVisible();
  await expect.element(payload).not.toHaveTextContent('+254700000217');
  expect(network.mock.calls).toHaveLength(1);
});

it('an answer of no such shape is told as a failure, and nothing is called whole', { tags: ['G-28'] }, async () => {
  answer = { itemId: 'DLQ-00319', errorMessage: 'x' };
  await shown({ ...letter, payload: undefined });
  await button.click();
  await expect.element(page.getByText('Not shown.')).toBeVisible();
  expect(page.getByRole('heading', { name: 'Payload, whole' }).elements()).toHaveLength(0);
  await expect.element(page.getByText('The item came without a payload.')).toBeVisible();
});

it('says that sums are withheld, and why; nothing of it where none are', { tags: ['G-18'] }, async () => {
  const why = page.getByText('Amounts, transactions and payees are hidden: your role cannot see finance data.');
  const told = { ...letter, payload: { paymentId: 'RBF-0217', amount: '[withheld]' }, withheld: true } as const;
  const drawn = await render(
    <UiProvider>
      <LetterPayload letter={told} />
    </UiProvider>,
  );
  await expect.element(page.getByRole('heading', { name: 'Payload, personal data redacted, amounts hidden' })).toBeVisible();
  await expect.element(why).toBeVisible();
  await expect.element(payload).toHaveTextContent('"[withheld]"');
  await drawn.rerender(
    <UiProvider>
      <LetterPayload letter={letter} />
    </UiProvider>,
  );
  await expect.element(page.getByRole('heading', { name: 'Payload, personal data redacted', exact: true })).toBeVisible();
  await expect.element(why).not.toBeInTheDocument();
});
