import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';
import { href } from '../../domain/screens/address.ts';
import { UiProvider } from '../theme/UiProvider.tsx';
import type { Column } from './columns.ts';
import { DataTable } from './DataTable.tsx';
import type { OrderInAddress } from './keptOrder.ts';
import type { TableOf } from './table.ts';

interface Item {
  readonly id: string;
  readonly n: number;
}
const columns: readonly Column<Item>[] = [
  { id: 'id', header: 'Item', width: 160, grow: 1, priority: 1, sortValue: (item) => item.id, cell: (item) => item.id },
  {
    id: 'n',
    header: 'Number',
    width: 120,
    align: 'end',
    priority: 2,
    descFirst: true,
    sortValue: (item) => item.n,
    cell: (item) => String(item.n),
  },
  { id: 'x', header: 'Extra', width: 200, priority: 5, cell: () => 'extra' },
];
const items = (count: number, from = 0): Item[] =>
  Array.from({ length: count }, (_, at) => ({ id: `I-${String(from + at).padStart(4, '0')}`, n: (from + at) % 7 }));
const table: TableOf<Item> = {
  label: 'Items',
  columns,
  rowId: (item) => item.id,
  rowName: (item) => item.id,
  card: (item) => ({ title: item.id, aside: String(item.n) }),
};
const shared = { table, exports: undefined, empty: <p>Nothing here</p> };
const openingBy = (onOpen: (id: string) => void) => ({ id: null, onOpen, href: (open: string) => href('dlq', { open }) });
const unordered: OrderInAddress = { sort: null, onSort: () => undefined };
const whole = (rows: readonly Item[], order = unordered) => ({ kind: 'whole', rows, order }) as const;
/** Keeps its order as a screen does in its address. */
function Sorting({ rows, ...more }: { readonly rows: readonly Item[] } & Partial<Parameters<typeof DataTable<Item>>[0]>) {
  const [sort, onSort] = useState<string | null>(null);
  return <DataTable {...shared} {...more} source={whole(rows, { sort, onSort })} />;
}
const shownIds = () => [...document.querySelectorAll('.uk-tr')].map((row) => row.textContent ?? '');

beforeEach(() => page.viewport(1280, 800));

it('draws only what is near the eye of 10,000 rows and says what is shown', { tags: ['D-28'] }, async () => {
  await render(
    <UiProvider>
      <DataTable {...shared} source={whole(items(10_000))} />
    </UiProvider>,
  );
  await expect.element(page.getByRole('grid', { name: 'Items' })).toHaveAttribute('aria-rowcount', '10001');
  expect(document.querySelectorAll('.uk-tr').length).toBeLessThan(60);
  await expect.element(page.getByText(/^Showing 1 to \d+ of 10,000 results$/)).toBeVisible();
});

it('marks its rows with the moment up to which they are known, and none while they are live', { tags: ['T-8', 'D-69'] }, async () => {
  const at = Date.parse('2025-11-18T10:52:00Z');
  const aged = (freshness: FreshnessState) => (
    <UiProvider>
      <DataTable
        {...shared}
        source={whole(items(3))}
        exports={{
          title: 'Items',
          filter: {},
          count: 3,
          freshness,
          missing: null,
          disabledReason: null,
          prepare: () => Promise.reject(new Error('not asked')),
        }}
      />
    </UiProvider>
  );
  const shown = await render(aged({ kind: 'asOf', at, why: { kind: 'overdue' } }));
  const marked = () => document.querySelector('.uk-table')?.getAttribute('data-at');
  expect(marked()).toBe(String(at));
  await shown.rerender(aged({ kind: 'live', at }));
  expect(marked()).toBeNull();
});

it('tells the order in which its rows stand, and again only when it is another one', { tags: ['D-28'] }, async () => {
  const told = vi.fn<(ids: readonly string[]) => void>();
  const shown = () => (
    <UiProvider>
      <Sorting table={{ ...table, usual: { id: 'id', desc: false } }} rows={items(3)} onOrder={told} />
    </UiProvider>
  );
  const { rerender } = await render(shown());
  await expect.poll(() => told.mock.lastCall?.[0]).toEqual(['I-0000', 'I-0001', 'I-0002']);
  await rerender(shown());
  expect(told).toHaveBeenCalledTimes(1);
  await page.getByRole('button', { name: 'Number' }).click();
  await expect.poll(() => told.mock.lastCall?.[0]).toEqual(['I-0002', 'I-0001', 'I-0000']);
});

it('a press anywhere on a row opens it; one on a control inside it is the control’s', { tags: ['D-28'] }, async () => {
  const opened: string[] = [];
  const pressed = vi.fn();
  const withButton: readonly Column<Item>[] = [
    ...columns,
    {
      id: 'act',
      header: 'Act',
      width: 90,
      priority: 1,
      cell: (item) => (
        <button type="button" onClick={pressed}>
          Act on {item.id}
        </button>
      ),
    },
  ];
  await render(
    <UiProvider>
      <DataTable
        {...shared}
        table={{ ...table, columns: withButton }}
        source={whole(items(5))}
        opening={openingBy((id) => opened.push(id))}
      />
    </UiProvider>,
  );
  await page.getByRole('gridcell', { name: 'I-0003', exact: true }).click();
  expect(opened).toEqual(['I-0003']);
  await page.getByRole('button', { name: 'Act on I-0001' }).click();
  expect(pressed).toHaveBeenCalledOnce();
  expect(opened).toEqual(['I-0003']);
});

it('ends with a whole row, counts only rows in sight, and brings a row from under the head', { tags: ['D-28'] }, async () => {
  await render(
    <UiProvider>
      <DataTable {...shared} source={whole(items(500))} />
    </UiProvider>,
  );
  const grid = page.getByRole('grid').element();
  await expect.poll(() => (grid.clientHeight - 32) % 36).toBe(0);
  const rows = (grid.clientHeight - 32) / 36;
  await expect.element(page.getByText(`Showing 1 to ${rows} of 500 results`)).toBeVisible();
  for (let press = 0; press < 3; press += 1) await userEvent.tab();
  await expect.poll(() => document.activeElement?.getAttribute('data-index')).toBe('0');
  await userEvent.keyboard('{End}');
  await expect.poll(() => document.activeElement?.getAttribute('data-index')).toBe('499');
  await expect
    .poll(() => Math.round((document.activeElement?.getBoundingClientRect().bottom ?? 0) - grid.getBoundingClientRect().bottom))
    .toBe(0);
  await userEvent.keyboard('{Home}');
  await expect.poll(() => document.activeElement?.getAttribute('data-index')).toBe('0');
  await expect
    .poll(() => Math.round((document.activeElement?.getBoundingClientRect().top ?? 0) - grid.getBoundingClientRect().top))
    .toBe(32);
});

it('sorts by its heads, first the useful way', { tags: ['D-28'] }, async () => {
  await render(
    <UiProvider>
      <Sorting rows={items(20)} />
    </UiProvider>,
  );
  await page.getByRole('button', { name: 'Number' }).click();
  await expect.element(page.getByRole('columnheader', { name: 'Number' })).toHaveAttribute('aria-sort', 'descending');
  expect(shownIds()[0]).toContain('6');
  await page.getByRole('button', { name: 'Number' }).click();
  await expect.element(page.getByRole('columnheader', { name: 'Number' })).toHaveAttribute('aria-sort', 'ascending');
  expect(shownIds()[0]).toContain('0');
});

it('ticks all rows that may be ticked, by box and by Space, and no other', { tags: ['D-28'] }, async () => {
  const ticked = vi.fn<(ids: ReadonlySet<string>) => void>();
  function Boxes() {
    const [checked, setChecked] = useState<ReadonlySet<string>>(new Set());
    return (
      <UiProvider>
        <DataTable
          {...shared}
          source={whole(items(3))}
          selection={{
            ids: checked,
            may: ({ id }) => id !== 'I-0001',
            onChange: (ids) => {
              ticked(ids);
              setChecked(ids);
            },
          }}
        />
      </UiProvider>
    );
  }
  await render(<Boxes />);
  await expect.element(page.getByRole('checkbox', { name: 'Select I-0001' })).toBeDisabled();
  await page.getByRole('checkbox', { name: 'Select all shown' }).click();
  expect([...(ticked.mock.lastCall?.[0] ?? [])]).toEqual(['I-0000', 'I-0002']);
  await expect.element(page.getByRole('checkbox', { name: 'Select all shown' })).toBeChecked();
  (document.querySelector<HTMLElement>('.uk-tr[data-index="1"]') ?? document.body).focus();
  await userEvent.keyboard(' ');
  expect(ticked).toHaveBeenCalledTimes(1);
  (document.querySelector<HTMLElement>('.uk-tr[data-index="2"]') ?? document.body).focus();
  await userEvent.keyboard(' ');
  expect([...(ticked.mock.lastCall?.[0] ?? [])]).toEqual(['I-0000']);
});

it('all rows shown are ticked and unticked without those on another page, which do not count as shown', { tags: ['D-28'] }, async () => {
  const ticked = vi.fn<(ids: ReadonlySet<string>) => void>();
  function Pages() {
    const [checked, setChecked] = useState<ReadonlySet<string>>(new Set(['I-0000']));
    return (
      <UiProvider>
        <DataTable
          {...shared}
          source={{
            kind: 'page',
            rows: items(2, 10),
            loaded: { page: 2, limit: 10, total: 12, totalPages: 2 },
            page: 2,
            onPage: () => undefined,
            sort: null,
            onSort: () => undefined,
          }}
          selection={{
            ids: checked,
            onChange: (ids) => {
              ticked(ids);
              setChecked(ids);
            },
          }}
        />
      </UiProvider>
    );
  }
  await render(<Pages />);
  const all = page.getByRole('checkbox', { name: 'Select all shown' });
  await expect.element(all).not.toBePartiallyChecked();
  await all.click();
  expect([...(ticked.mock.lastCall?.[0] ?? [])]).toEqual(['I-0000', 'I-0010', 'I-0011']);
  await page.getByRole('checkbox', { name: 'Select I-0010' }).click();
  await expect.element(all).toBePartiallyChecked();
  await all.click();
  await all.click();
  expect([...(ticked.mock.lastCall?.[0] ?? [])]).toEqual(['I-0000']);
});

it('opens a row where it is clicked, inside a page that can be focused, and not where a control of its own is', async () => {
  const opened = vi.fn();
  const pressed = vi.fn();
  const withAct: readonly Column<Item>[] = [
    ...columns,
    {
      id: 'act',
      header: 'Act',
      width: 90,
      priority: 1,
      cell: () => (
        <button type="button" onClick={pressed}>
          Act
        </button>
      ),
    },
  ];
  await render(
    <UiProvider>
      <main tabIndex={-1}>
        <DataTable {...shared} table={{ ...table, columns: withAct }} source={whole(items(3))} opening={openingBy(opened)} />
      </main>
    </UiProvider>,
  );
  await userEvent.click(document.querySelector('.uk-tr[data-index="1"] .uk-td') ?? document.body);
  expect(opened).toHaveBeenLastCalledWith('I-0001');
  await page.getByRole('button', { name: 'Act' }).first().click();
  expect(pressed).toHaveBeenCalledTimes(1);
  expect(opened).toHaveBeenCalledTimes(1);
});

it('moves by keys beyond what is drawn and opens with Enter', async () => {
  const opened = vi.fn();
  await render(
    <UiProvider>
      <DataTable {...shared} source={whole(items(500))} opening={openingBy(opened)} />
    </UiProvider>,
  );
  for (let press = 0; press < 3; press += 1) await userEvent.tab(); // two column heads, then the rows
  await expect.poll(() => document.activeElement?.getAttribute('data-index')).toBe('0');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(opened).toHaveBeenLastCalledWith('I-0002');
  await userEvent.keyboard('{End}');
  await expect.poll(() => document.activeElement?.getAttribute('data-index')).toBe('499');
  await userEvent.keyboard('{Enter}');
  expect(opened).toHaveBeenLastCalledWith('I-0499');
  await userEvent.keyboard('{Home}');
  await expect.poll(() => document.activeElement?.getAttribute('data-index')).toBe('0');
});

it('ticks rows with Space and all of them from the head', async () => {
  function Ticked() {
    const [checked, setChecked] = useState<ReadonlySet<string>>(new Set());
    return (
      <>
        <DataTable {...shared} source={whole(items(3))} selection={{ ids: checked, onChange: setChecked }} />
        <output>{[...checked].join(' ')}</output>
      </>
    );
  }
  await render(
    <UiProvider>
      <Ticked />
    </UiProvider>,
  );
  const row = page.getByRole('row', { name: /I-0001/ });
  (row.element() as HTMLElement).focus(); // rows are HTML elements
  await userEvent.keyboard(' ');
  await expect.element(page.getByRole('status')).toHaveTextContent('I-0001');
  await page.getByRole('checkbox', { name: 'Select all shown' }).click();
  await expect.element(page.getByRole('status')).toHaveTextContent('I-0001 I-0000 I-0002'.split(' ').sort().join(' '));
});

it('stands in the order of the address, and in the usual one where the address knows none of its columns', { tags: ['D-28'] }, async () => {
  const kept = vi.fn<(sort: string | null) => void>();
  const shown = (sort: string | null) => (
    <UiProvider>
      <DataTable {...shared} table={{ ...table, usual: { id: 'id', desc: true } }} source={whole(items(9), { sort, onSort: kept })} />
    </UiProvider>
  );
  const { rerender } = await render(shown('n'));
  await expect.element(page.getByRole('columnheader', { name: 'Number' })).toHaveAttribute('aria-sort', 'ascending');
  expect(shownIds()[0]).toContain('I-0000');
  for (const unknown of ['gone', '-x', 'n n', '<script>', '']) {
    await rerender(shown(unknown));
    await expect.element(page.getByRole('columnheader', { name: 'Item' })).toHaveAttribute('aria-sort', 'descending');
    expect(shownIds()[0]).toContain('I-0008');
  }
  await page.getByRole('button', { name: 'Number' }).click();
  expect(kept.mock.lastCall).toEqual(['-n']);
});

it('drops the least important columns when narrow and says so; on a phone rows are cards', async () => {
  await page.viewport(640, 800);
  const { container } = await render(
    <UiProvider>
      <div style={{ width: 360 }}>
        <DataTable {...shared} table={{ ...table, cardsBelowPx: 300 }} source={whole(items(5))} />
      </div>
    </UiProvider>,
  );
  await expect.element(page.getByText('1 column hidden at this width')).toBeVisible();
  expect(container.textContent).not.toContain('extra');
  await page.viewport(320, 700);
  const phone = await render(
    <UiProvider>
      <DataTable {...shared} source={whole(items(5))} />
    </UiProvider>,
  );
  await expect.poll(() => phone.container.querySelectorAll('.uk-card-cell').length).toBe(5);
});

it('asks for what is in sight of windowed rows and holds their place meanwhile', async () => {
  const onRange = vi.fn();
  await render(
    <UiProvider>
      <DataTable
        {...shared}
        source={{ kind: 'window', rows: items(40), start: 0, total: 934, damaged: [], onRange, sort: null, onSort: () => undefined }}
      />
    </UiProvider>,
  );
  await expect.poll(() => onRange.mock.calls.length).toBeGreaterThan(0);
  const grid = page.getByRole('grid').element();
  grid.scrollTop = 36 * 500;
  await expect.poll(() => onRange.mock.lastCall?.[0]).toBeGreaterThan(480);
  await expect.poll(() => document.querySelectorAll('.uk-tr[aria-busy] .uk-skeleton').length).toBeGreaterThan(0);
});

it('shows one page of a longer list as it comes, lets its heads ask for another order, and leads through the pages', {
  tags: ['I-12', 'I-25'],
}, async () => {
  const onSort = vi.fn();
  const onPage = vi.fn();
  const sortable: readonly Column<Item>[] = [
    { id: 'id', header: 'Item', width: 160, grow: 1, priority: 1, sortable: true, cell: ({ id }) => id },
  ];
  await render(
    <UiProvider>
      <DataTable
        {...shared}
        table={{ ...table, columns: sortable }}
        source={{
          kind: 'page',
          rows: items(3, 20).toReversed(),
          loaded: { page: 3, limit: 10, total: 23, totalPages: 3 },
          page: 3,
          onPage,
          sort: { id: 'id', desc: false },
          onSort,
        }}
      />
    </UiProvider>,
  );
  await expect.element(page.getByText('Showing 21 to 23 of 23 results')).toBeVisible();
  expect(shownIds()).toEqual(['I-0022', 'I-0021', 'I-0020']);
  await page.getByRole('columnheader', { name: 'Item' }).getByRole('button').click();
  expect(onSort).toHaveBeenLastCalledWith({ id: 'id', desc: true });
  await expect.element(page.getByRole('button', { name: 'Next' })).toBeDisabled();
  await page.getByRole('button', { name: 'Page 1' }).click();
  expect(onPage).toHaveBeenLastCalledWith(1);
});

it('shows boxes of the rows while loading, and the empty words when there are none', async () => {
  const { rerender } = await render(
    <UiProvider>
      <DataTable {...shared} source={{ ...whole([]), loading: true }} />
    </UiProvider>,
  );
  expect(document.querySelectorAll('.uk-tr .uk-skeleton').length).toBeGreaterThan(10);
  await rerender(
    <UiProvider>
      <DataTable {...shared} source={whole([])} />
    </UiProvider>,
  );
  await expect.element(page.getByText('Nothing here')).toBeVisible();
});

it('rows follow the text size that the person has chosen, also while the table is open, and none lies on another', async () => {
  const root = document.documentElement;
  const rows = () => [...document.querySelectorAll('.uk-tbody > .uk-tr')].slice(0, 6).map((row) => row.getBoundingClientRect());
  const steps = () => rows().flatMap(({ top }, at, all) => (at === 0 ? [] : [Math.round(top - (all[at - 1]?.top ?? 0))]));
  const heights = () => rows().map(({ height }) => Math.round(height));
  await render(
    <UiProvider>
      <DataTable {...shared} source={whole(items(10_000))} />
    </UiProvider>,
  );
  await expect.poll(heights).toEqual([36, 36, 36, 36, 36, 36]);
  const asked = vi.spyOn(globalThis, 'getComputedStyle');
  try {
    root.style.fontSize = '32px';
    await expect.poll(heights).toEqual([72, 72, 72, 72, 72, 72]);
    await expect.poll(steps).toEqual([72, 72, 72, 72, 72]);
    // Not once a row: a style that is asked for 10,000 times is a frozen page.
    expect(asked.mock.calls.length).toBeLessThan(100);
  } finally {
    asked.mockRestore();
    root.style.fontSize = '';
  }
  await expect.poll(steps).toEqual([36, 36, 36, 36, 36]);
});
