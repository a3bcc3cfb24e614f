import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { UiProvider } from '../theme/UiProvider.tsx';
import type { Column } from './columns.ts';
import { defaultPageSize, PagedTable } from './PagedTable.tsx';
import type { TableOf } from './table.ts';

interface Site {
  readonly name: string;
  readonly kwh: number;
}
const columns: readonly Column<Site>[] = [
  { id: 'name', header: 'Site', width: 200, priority: 1, sortValue: ({ name }) => name, cell: ({ name }) => name },
  {
    id: 'kwh',
    header: 'Saved',
    width: 120,
    align: 'end',
    priority: 1,
    descFirst: true,
    sortValue: ({ kwh }) => kwh,
    cell: ({ kwh }) => kwh,
  },
];
const sites = (count: number): readonly Site[] =>
  Array.from({ length: count }, (_, index) => ({ name: `Site ${index + 1}`, kwh: (index * 37) % 101 }));
const table: TableOf<Site> = {
  label: 'Sites',
  columns,
  rowId: ({ name }) => name,
  rowName: ({ name }) => name,
  card: ({ name }) => ({ title: name }),
};
const show = (rows: readonly Site[]) =>
  render(
    <UiProvider>
      <div style={{ width: 700 }}>
        <PagedTable table={table} rows={rows} />
      </div>
    </UiProvider>,
  );
const cells = () =>
  page
    .getByRole('gridcell')
    .elements()
    .map((cell) => cell.textContent);

it('pages of ten, with where the page stands in the whole and at most five numbers', { tags: ['I-17', 'I-25'] }, async () => {
  await show(sites(73));
  expect(defaultPageSize).toBe(10);
  await expect.element(page.getByText('Showing 1 to 10 of 73 results')).toBeVisible();
  const pages = page.getByRole('navigation', { name: 'Sites, pages' });
  const names = () =>
    pages
      .getByRole('button', { name: /^Page/ })
      .elements()
      .map((each) => each.textContent);
  expect(names()).toEqual(['1', '2', '3', '4', '5']);
  await expect.element(pages.getByRole('button', { name: 'Previous' })).toBeDisabled();
  await pages.getByRole('button', { name: 'Page 5' }).click();
  expect(names()).toEqual(['3', '4', '5', '6', '7']);
  await pages.getByRole('button', { name: 'Next' }).click();
  await pages.getByRole('button', { name: 'Page 8' }).click();
  await expect.element(page.getByText('Showing 71 to 73 of 73 results')).toBeVisible();
  await expect.element(pages.getByRole('button', { name: 'Next' })).toBeDisabled();
  await pages.getByRole('button', { name: 'Previous' }).click();
  await expect.element(page.getByText('Showing 61 to 70 of 73 results')).toBeVisible();
});

it('sorts the whole list and not the page, and begins at its first page again', { tags: ['I-17'] }, async () => {
  await show(sites(30));
  await page.getByRole('button', { name: 'Page 2' }).click();
  await page.getByRole('button', { name: 'Saved' }).click();
  await expect.element(page.getByText('Showing 1 to 10 of 30 results')).toBeVisible();
  const most = Math.max(...sites(30).map(({ kwh }) => kwh));
  expect(cells()[1]).toBe(String(most));
  await expect.element(page.getByRole('columnheader', { name: 'Saved' })).toHaveAttribute('aria-sort', 'descending');
  await page.getByRole('button', { name: 'Saved' }).click();
  await expect.poll(() => cells()[1]).toBe('0');
});

it('says so when there is nothing, and its head stays in sight', { tags: ['I-17'] }, async () => {
  const screen = await show([]);
  await expect.element(page.getByText('No data available')).toBeVisible();
  await expect.element(page.getByText('There are no items to display')).toBeVisible();
  await screen.unmount();
  await show(sites(9));
  const head = page.getByRole('row').first().element();
  expect(getComputedStyle(head).position).toBe('sticky');
});
