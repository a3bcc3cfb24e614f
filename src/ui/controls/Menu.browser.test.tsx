import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { UiProvider } from '../theme/UiProvider.tsx';
import { Filter, FilterMenu } from './FilterMenu.tsx';

function Statuses() {
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
  await render(<Statuses />);
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
  await render(<Statuses />);
  await page.getByRole('button', { name: 'Status: All statuses' }).click();
  await expect.element(page.getByRole('menu')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => document.querySelector('[role=menu]')).toBeNull();
  await expect.element(page.getByRole('button', { name: 'Status: All statuses' })).toHaveFocus();
});

it('a filter has a choice of none, which no value is taken for, whatever it is called', async () => {
  const chosen = vi.fn<(value: string | null) => void>();
  const sites = ['all', 'none', 'Kibera'].map((value) => ({ value, label: `Site ${value}` }));
  const filter = (value: string | null) => (
    <UiProvider>
      <Filter label="Site" all="All sites" value={value} options={sites} onChange={chosen} />
    </UiProvider>
  );
  const { rerender } = await render(filter(null));
  await page.getByRole('button', { name: 'Site: All sites' }).click();
  await page.getByRole('menuitemradio', { name: 'Site all' }).click();
  expect(chosen).toHaveBeenLastCalledWith('all');
  await rerender(filter('all'));
  await page.getByRole('button', { name: 'Site: Site all' }).click();
  await page.getByRole('menuitemradio', { name: 'All sites' }).click();
  expect(chosen).toHaveBeenLastCalledWith(null);
});

it('a filter by a value that nobody has is seen in its button and its menu, and can be taken away', { tags: ['D-28'] }, async () => {
  const chosen = vi.fn<(value: string | null) => void>();
  await render(
    <UiProvider>
      <Filter label="Site" all="All sites" value="KE-GONE" options={[{ value: 'KE-1', label: 'Kibera' }]} onChange={chosen} />
    </UiProvider>,
  );
  await page.getByRole('button', { name: 'Site: KE-GONE' }).click();
  await expect.element(page.getByRole('menuitemradio', { name: 'KE-GONE' })).toBeChecked();
  await page.getByRole('menuitemradio', { name: 'All sites' }).click();
  expect(chosen).toHaveBeenLastCalledWith(null);
});
