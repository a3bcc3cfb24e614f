import { useState } from 'react';
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
const columns: readonly Column<Item>[] = [
  {
    id: 'id',
    header: 'Item',
    width: 160,
    grow: 1,
    priority: 1,
    cell: ({ id }) => (
      <>
        {id} <button type="button">Act on {id}</button>
      </>
    ),
  },
];
const table = {
  label: 'Items',
  columns,
  rowId: ({ id }: Item) => id,
  rowName: ({ id }: Item) => id,
  card: ({ id }: Item) => ({ title: id }),
};
const shared = { table, exports: undefined, empty: <p>Nothing here</p> };
const items = (count: number, from = 0): Item[] => Array.from({ length: count }, (_, at) => ({ id: `I-${from + at}` }));
const whole = (rows: readonly Item[]) => ({ kind: 'whole', rows, order: { sort: null, onSort: () => undefined } }) as const;
const drawn = (rows: readonly Item[]) => (
  <UiProvider>
    <DataTable {...shared} source={whole(rows)} />
  </UiProvider>
);
const at = () => document.activeElement?.closest('.uk-tr')?.getAttribute('data-index') ?? null;
const focused = () => (document.activeElement === document.body ? 'the page' : (document.activeElement?.textContent ?? ''));
const rowAt = (index: number) => document.querySelector<HTMLElement>(`.uk-tr[data-index="${index}"]`) ?? document.body;

beforeEach(() => page.viewport(1280, 800));

it('the focus stays on a row whose content arrives after it, and Enter opens that row', { tags: ['D-28'] }, async () => {
  const opened = vi.fn<(id: string) => void>();
  let arrive = () => {};
  function Window() {
    const [start, setStart] = useState(0);
    arrive = () => setStart(460);
    return (
      <DataTable
        {...shared}
        source={{
          kind: 'window',
          rows: items(40, start),
          start,
          total: 500,
          damaged: [],
          onRange: () => undefined,
          sort: null,
          onSort: () => undefined,
        }}
        opening={{ id: null, onOpen: opened, href: (open) => href('dlq', { open }) }}
      />
    );
  }
  await render(
    <UiProvider>
      <Window />
    </UiProvider>,
  );
  rowAt(0).focus();
  await userEvent.keyboard('{End}');
  await expect.poll(at).toBe('499');
  arrive();
  await expect.poll(() => rowAt(499).textContent).toContain('I-499');
  expect(at()).toBe('499');
  await userEvent.keyboard('{Enter}');
  expect(opened.mock.calls).toEqual([['I-499']]);
});

it('when the row with the focus leaves the list, the next one has it; the last one when there is none', {
  tags: ['D-28'],
}, async () => {
  const { rerender } = await render(drawn(items(5)));
  rowAt(3).focus();
  await rerender(drawn(items(5).filter(({ id }) => id !== 'I-3')));
  await expect.poll(focused).toContain('I-4');
  await rerender(drawn(items(3)));
  await expect.poll(focused).toContain('I-2');
  await userEvent.keyboard('{ArrowUp}');
  await expect.poll(focused).toContain('I-1');
  // Also from a control in the row.
  await userEvent.tab();
  expect(focused()).toBe('Act on I-1');
  await rerender(drawn(items(5, 2)));
  await expect.poll(focused).toContain('I-2');
  expect(at()).toBe('0');
});

it('a row that moves takes the focus with it, and focus elsewhere is left where it is', { tags: ['D-28'] }, async () => {
  const shown = (rows: readonly Item[]) => (
    <>
      {drawn(rows)}
      <button type="button">Elsewhere</button>
    </>
  );
  const { rerender } = await render(shown(items(5)));
  rowAt(1).focus();
  await rerender(shown(items(5).toReversed()));
  expect([at(), focused().slice(0, 3)]).toEqual(['3', 'I-1']);
  await page.getByRole('button', { name: 'Elsewhere' }).click();
  await rerender(shown(items(2)));
  expect(focused()).toBe('Elsewhere');
  // Nor is it taken back from the page itself.
  (document.activeElement as HTMLElement).blur(); // the button
  await rerender(shown(items(1)));
  expect(document.activeElement).toBe(document.body);
});
