import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { Problem } from '../../contracts/problem.ts';
import { ProblemPanel } from './ProblemPanel.tsx';

const problem = (code: Problem['code'], correlationId?: string): Problem => ({
  code,
  message: 'API Error: 500 Internal Server Error',
  retry: true,
  ...(correlationId === undefined ? {} : { correlationId }),
});

it('says what happened in whole sentences, with the id to name to support', { tags: ['C-80'] }, async () => {
  await render(<ProblemPanel problem={problem('internal', 'd91c27f4-6be0')} />);
  const alert = page.getByRole('alert');
  await expect.element(alert).toHaveTextContent('Something went wrong');
  await expect.element(alert).toHaveTextContent('An error occurred while loading this content. The rest of the page still works.');
  await expect.element(alert).toHaveTextContent('API Error: 500 Internal Server Error');
  await expect.element(alert).toHaveTextContent('d91c27f4-6be0');
});

it('a screen that hands on the status has it in the place of the words, and once', { tags: ['C-78'] }, async () => {
  await render(<ProblemPanel problem={problem('internal')} message="API Error: 500 Internal Server Error" />);
  const alert = page.getByRole('alert');
  await expect.element(alert).toHaveTextContent('API Error: 500 Internal Server Error. The rest of the page still works.');
  expect(alert.element().textContent?.match(/API Error/g)).toHaveLength(1);
});

it('calls a platform out of reach a condition of the link, not something that went wrong', async () => {
  await render(<ProblemPanel problem={problem('network')} title="Failed to load DGN portfolio data" />);
  await expect.element(page.getByRole('heading', { name: 'Not on this device yet' })).toBeVisible();
  await expect.element(page.getByText(/loads when the connection is back/)).toBeVisible();
  expect(page.getByRole('alert').elements()).toHaveLength(0);
});

it.each([
  ['unauthenticated', 'Your session has ended', 'Sign in', '/login'],
  ['forbidden', 'Your account may not see this', 'Go to Dashboard', '/'],
  ['not_found', 'There is nothing here', 'Go to Dashboard', '/'],
  ['read_only_mode', 'The platform is in read-only mode', 'Emergency Controls', '/system/incidents'],
] as const)(
  '%s is said plainly, with a way that leads on and none that cannot help',
  { tags: ['C-78'] },
  async (code, title, way, href) => {
    await render(<ProblemPanel problem={problem(code)} onRetry={() => undefined} />);
    await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
    expect(page.getByRole('link', { name: way }).element().getAttribute('href')).toContain(href);
    // Retrying does not help with an ended session or a missing permission.
    if (code === 'unauthenticated' || code === 'read_only_mode')
      expect(page.getByRole('button', { name: 'Try Again' }).elements()).toHaveLength(0);
  },
);

it('says how long the platform asks to wait, and keeps the way to try', { tags: ['C-78'] }, async () => {
  const retry = vi.fn();
  await render(<ProblemPanel problem={{ ...problem('rate_limited'), retryAfterMs: 6_400 }} onRetry={retry} />);
  await expect.element(page.getByRole('alert')).toHaveTextContent('Too many requests');
  await expect.element(page.getByRole('alert')).toHaveTextContent('It asks to wait 7 s.');
  await page.getByRole('button', { name: 'Try Again' }).click();
  expect(retry).toHaveBeenCalledOnce();
});
