import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { UiProvider } from '../theme/UiProvider.tsx';
import { clearToasts, createMessages, toast, Toaster } from './Toaster.tsx';

it('shows a message that came before its stack was fetched, and lets it be closed', async () => {
  await render(
    <UiProvider>
      <Toaster />
    </UiProvider>,
  );
  toast({ tone: 'bad', title: 'Not cancelled', text: 'It was already being sent.' });
  const shown = page.getByText('Not cancelled');
  await expect.element(shown).toBeVisible();
  await expect.element(page.getByText('It was already being sent.')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.element(shown).not.toBeInTheDocument();
});

it('says a message plainly where the code of its stack does not arrive, and takes it away again', { tags: ['F-19'] }, async () => {
  const { toast: say, Toaster: Root } = createMessages(() => Promise.reject(new Error('the code did not arrive')));
  await render(
    <UiProvider>
      <Root />
    </UiProvider>,
  );
  say({ tone: 'bad', title: 'This could not be opened', text: 'Reload to try again.', durationMs: 1_500 });
  const said = page.getByText('This could not be opened');
  await expect.element(said).toBeVisible();
  await expect.element(said).not.toBeInTheDocument();
});

it('takes away all that it was told, in sight or waiting, once whoever it was for has left', { tags: ['G-3', 'G-4'] }, async () => {
  await render(
    <UiProvider>
      <Toaster />
    </UiProvider>,
  );
  for (const n of [1, 2, 3, 4, 5]) toast({ tone: 'info', title: `Told ${n}`, text: 'Add a note to INC-0042', durationMs: 60_000 });
  await expect.element(page.getByText('Told 5')).toBeVisible();
  clearToasts();
  await expect.element(page.getByText('INC-0042').first()).not.toBeInTheDocument();
  toast({ tone: 'info', title: 'Told after', text: 'The next one is shown.' });
  await expect.element(page.getByText('Told after')).toBeVisible();
});

it('takes away also what is said plainly, and says nothing later of what it was told before that', { tags: ['G-3', 'G-4'] }, async () => {
  let refuse = (): void => undefined;
  const {
    toast: say,
    clearToasts: clear,
    Toaster: Root,
  } = createMessages(() => new Promise((_, reject) => (refuse = () => reject(new Error('the code did not arrive')))));
  await render(
    <UiProvider>
      <Root />
    </UiProvider>,
  );
  say({ tone: 'info', title: 'Told first', text: 'Add a note to INC-0042', durationMs: 60_000 });
  refuse();
  await expect.element(page.getByText('Told first')).toBeVisible();
  clear();
  await expect.element(page.getByText('Told first')).not.toBeInTheDocument();
  say({ tone: 'info', title: 'Told second', text: 'Add a note to INC-0042', durationMs: 60_000 });
  clear();
  refuse();
  say({ tone: 'info', title: 'Told after', text: 'The next one is shown.', durationMs: 60_000 });
  refuse();
  await expect.element(page.getByText('Told after')).toBeVisible();
  await expect.element(page.getByText('Told second')).not.toBeInTheDocument();
});
