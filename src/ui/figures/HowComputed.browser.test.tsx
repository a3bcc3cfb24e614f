import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { figureScreens, figuresOf } from '../../domain/figures/catalogue.ts';
import { HowComputed } from './HowComputed.tsx';

it('says on demand how each figure of a screen comes about, and where it comes from', { tags: ['T-1', 'D-59'] }, async () => {
  await render(<HowComputed screen="schools" />);
  await page.getByRole('button', { name: 'How is this computed?' }).click();
  const dialog = page.getByRole('dialog', { name: 'How is this computed?' });
  for (const { figure, rule } of figuresOf('schools')) {
    await expect.element(dialog.getByText(figure, { exact: true })).toBeVisible();
    await expect.element(dialog).toHaveTextContent(rule);
  }
  await expect.element(dialog).toHaveTextContent('Reported by its source');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

it('has words for every screen that shows figures', { tags: ['T-1'] }, () => {
  for (const screen of figureScreens) expect(figuresOf(screen).length, screen).toBeGreaterThan(0);
});
