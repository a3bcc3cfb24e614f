import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { UiProvider } from '../theme/UiProvider.tsx';
import { toast, Toaster } from './Toaster.tsx';

it('shows a message that came before its stack was fetched, and lets it be closed', async () => {
  await render(
    <UiProvider>
      <Toaster />
    </UiProvider>,
  );
  toast({ tone: 'bad', title: 'Not cancelled', text: 'It was on its way already.' });
  const shown = page.getByText('Not cancelled');
  await expect.element(shown).toBeVisible();
  await expect.element(page.getByText('It was on its way already.')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.element(shown).not.toBeInTheDocument();
});
