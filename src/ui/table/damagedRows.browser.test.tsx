import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { href } from '../../domain/screens/address.ts';
import { UiProvider } from '../theme/UiProvider.tsx';
import type { Column } from './columns.ts';
import { DataTable } from './DataTable.tsx';

interface Item {
  readonly id: string;
}
const columns: readonly Column<Item>[] = [{ id: 'id', header: 'Item', width: 160, grow: 1, priority: 1, cell: (item) => item.id }];
/** Six places; the second and fifth are damaged, so `rows` lacks them. */
const shared = {
  table: {
    label: 'Items',
    columns,
    rowId: (item: Item) => item.id,
    rowName: (item: Item) => item.id,
    card: (item: Item) => ({ title: item.id, aside: '' }),
  },
  source: {
    kind: 'window',
    rows: ['I-0', 'I-2', 'I-3', 'I-5'].map((id) => ({ id })),
    start: 0,
    total: 6,
    damaged: [
      { place: 1, name: 'I-1' },
      { place: 4, name: 'I-4' },
    ],
    onRange: () => undefined,
    sort: null,
    onSort: () => undefined,
  },
  exports: undefined,
  empty: <p>Nothing here</p>,
} as const;
const texts = () => [...document.querySelectorAll('.uk-tr')].map((row) => row.textContent ?? '');

beforeEach(() => page.viewport(1280, 800));

it('a damaged row keeps its place, says what it is and that it is damaged, and is not on its way for ever', {
  tags: ['T-9', 'F-25'],
}, async () => {
  await render(
    <UiProvider>
      <DataTable {...shared} />
    </UiProvider>,
  );
  await expect.poll(texts).toEqual(['I-0', 'I-1 is damaged on this device', 'I-2', 'I-3', 'I-4 is damaged on this device', 'I-5']);
  expect(document.querySelectorAll('.uk-tr[aria-busy]')).toHaveLength(0);
  await page.viewport(390, 844);
  await expect.poll(() => texts()[4]).toBe('I-4 is damaged on this device');
  expect(texts()[5]).toContain('I-5');
});

it('nothing opens or ticks a damaged row, and its neighbours open and tick themselves', { tags: ['T-9'] }, async () => {
  const opened = vi.fn<(id: string) => void>();
  const ticked = vi.fn<(ids: readonly string[]) => void>();
  await render(
    <UiProvider>
      <DataTable
        {...shared}
        opening={{ id: null, onOpen: opened, href: (open) => href('dlq', { open }) }}
        selection={{ ids: new Set(), onChange: (ids) => ticked([...ids]) }}
      />
    </UiProvider>,
  );
  await page.getByText('I-1 is damaged on this device').click();
  await page.getByRole('row', { name: /I-2/ }).click();
  expect(opened.mock.calls).toEqual([['I-2']]);
  await userEvent.keyboard('{ArrowUp}{Enter}'); // from I-2 up to the damaged row
  await userEvent.keyboard(' ');
  expect(document.activeElement?.textContent).toContain('I-1 is damaged');
  expect(opened).toHaveBeenCalledTimes(1);
  expect(ticked).not.toHaveBeenCalled();
  await expect.element(page.getByRole('checkbox', { name: 'Select row' }).first()).toBeDisabled();
  await userEvent.keyboard('{ArrowUp} ');
  expect(ticked.mock.calls).toEqual([[['I-0']]]);
});
