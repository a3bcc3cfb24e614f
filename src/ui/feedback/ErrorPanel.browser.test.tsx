import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { Problem } from '../../contracts/problem.ts';
import { ProblemPanel } from './ErrorPanel.tsx';

const problem = (code: Problem['code'], correlationId?: string): Problem => ({
  code,
  message: 'API Error: 500 Internal Server Error',
  retry: true,
  ...(correlationId === undefined ? {} : { correlationId }),
});

it('[C-80] says what happened in whole sentences, with the id to name to support', async () => {
  await render(<ProblemPanel problem={problem('internal', 'd91c27f4-6be0')} message="API Error: 500 Internal Server Error" />);
  const alert = page.getByRole('alert');
  await expect.element(alert).toHaveTextContent('API Error: 500 Internal Server Error. The rest of the page still works.');
  await expect.element(alert).toHaveTextContent('d91c27f4-6be0');
});

it('calls a platform out of reach a condition of the link, not something that went wrong', async () => {
  await render(<ProblemPanel problem={problem('network')} title="Failed to load DGN portfolio data" />);
  await expect.element(page.getByRole('heading', { name: 'Not on this device yet' })).toBeVisible();
  await expect.element(page.getByText(/loads by itself when the link is back/)).toBeVisible();
  expect(page.getByRole('alert').elements()).toHaveLength(0);
});
