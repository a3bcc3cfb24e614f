import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { UiProvider } from '../theme/UiProvider.tsx';
import { FilterMenu } from './FilterMenu.tsx';

function Filter() {
  const [value, setValue] = useState<'all' | 'verified' | 'failed'>('all');
  return (
    <UiProvider>
      <FilterMenu
        label="Status"
        value={value}
        onChange={setValue}
        options={[
          { value: 'all', label: 'All statuses' },
          { value: 'verified', label: 'Verified' },
          { value: 'failed', label: 'Failed' },
        ]}
      />
    </UiProvider>
  );
}

it('a menu opens, moves, chooses and closes by keyboard alone, and gives the focus back', async () => {
  await render(<Filter />);
  const button = page.getByRole('button', { name: 'Status: All statuses' });
  await userEvent.tab();
  await expect.element(button).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('menu', { name: 'Status' })).toBeVisible();
  await expect.element(page.getByRole('menuitemradio', { name: 'All statuses' })).toHaveAttribute('aria-checked', 'true');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await expect.element(page.getByRole('button', { name: 'Status: Failed' })).toHaveFocus();
  await expect.poll(() => document.querySelector('[role=menu]')).toBeNull();
});

it('Escape closes a menu without choosing', async () => {
  await render(<Filter />);
  await page.getByRole('button', { name: 'Status: All statuses' }).click();
  await expect.element(page.getByRole('menu')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => document.querySelector('[role=menu]')).toBeNull();
  await expect.element(page.getByRole('button', { name: 'Status: All statuses' })).toHaveFocus();
});
