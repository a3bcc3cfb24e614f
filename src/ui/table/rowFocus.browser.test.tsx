import { useEffect, useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { href } from '../../domain/screens/address.ts';
import { Dialog } from '../overlay/Dialog.tsx';
import { Drawer } from '../overlay/Drawer.tsx';
import { UiProvider } from '../theme/UiProvider.tsx';
import { DataTable } from './DataTable.tsx';
import type { TableOf } from './table.ts';
import { useRange } from './useRange.ts';

interface Item {
  readonly id: string;
}
const table: TableOf<Item> = {
  label: 'Items',
  columns: [
    { id: 'id', header: 'Item', width: 160, grow: 1, priority: 1, sortValue: ({ id }) => id, cell: ({ id }) => id },
    { id: 'act', header: 'Act', width: 120, priority: 2, cell: ({ id }) => <button type="button">Act on {id}</button> },
  ],
  rowId: ({ id }) => id,
  rowName: ({ id }) => id,
  card: ({ id }) => ({ title: id }),
};
const items = (count: number): Item[] => Array.from({ length: count }, (_, at) => ({ id: `I-${String(at).padStart(4, '0')}` }));
const shared = { table, exports: undefined, empty: <p>Nothing here</p> };
const order = { sort: null, onSort: () => undefined };
const linked = { id: null, onOpen: () => undefined, href: (open: string) => href('dlq', { open }) };

/** All rows, with what changes them from outside, as an answer does. */
let setRows: (rows: readonly Item[]) => void = () => undefined;
function Listed({ from, onOpen = linked.onOpen }: { readonly from: readonly Item[]; readonly onOpen?: (id: string) => void }) {
  const [rows, set] = useState(from);
  useEffect(() => {
    setRows = set;
  }, []);
  return <DataTable {...shared} source={{ kind: 'whole', rows, order }} opening={{ ...linked, onOpen }} />;
}
const listed = (from: readonly Item[], onOpen?: (id: string) => void) =>
  render(
    <UiProvider>
      <Listed from={from} {...(onOpen !== undefined && { onOpen })} />
    </UiProvider>,
  );
const without = (ids: readonly string[]) => items(5).filter(({ id }) => !ids.includes(id));
/** The id of the row with the focus, also if the focus is on a control in it. */
const focused = () => document.activeElement?.closest('.uk-tr')?.querySelector('.uk-td')?.textContent ?? document.activeElement?.tagName;
const reached = () => document.querySelector('.uk-tr[tabindex="0"] .uk-td')?.textContent;
const rowOf = (id: string): HTMLElement => {
  const found = [...document.querySelectorAll<HTMLElement>('.uk-tr')].find((row) => row.textContent?.startsWith(id));
  if (found === undefined) throw new Error(`no row ${id}`);
  return found;
};

beforeEach(() => page.viewport(1400, 800));

it('a row has a link of its own to its record: a press opens it here, a press with a key is left to the browser', async () => {
  const opened = vi.fn();
  const left: boolean[] = [];
  const heard = (event: MouseEvent) => {
    left.push(!event.defaultPrevented);
    event.preventDefault();
  };
  document.addEventListener('click', heard);
  await listed(items(3), opened);
  const link = page.getByRole('link', { name: 'I-0001', exact: true });
  await expect.element(link).toHaveAttribute('href', '/operations/dlq?open=I-0001');
  await link.click();
  expect(opened.mock.calls).toEqual([['I-0001']]);
  await link.click({ modifiers: ['ControlOrMeta'] });
  await link.click({ modifiers: ['Shift'] });
  document.removeEventListener('click', heard);
  expect(opened).toHaveBeenCalledTimes(1);
  expect(left).toEqual([false, true, true]);
});

it('on a phone the title of a card is the link', async () => {
  await page.viewport(390, 800);
  await listed(items(3));
  await expect.element(page.getByRole('link', { name: 'I-0002', exact: true })).toHaveAttribute('href', '/operations/dlq?open=I-0002');
});

it('the link is no stop of its own on the way with Tab', async () => {
  await listed(items(3));
  rowOf('I-0000').focus();
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe('Act on I-0000');
});

it('when the row with the focus leaves the list, the next one has it; after the last one the one before; without rows the list', async () => {
  await listed(items(5));
  rowOf('I-0002').focus();
  setRows(without(['I-0002']));
  await expect.poll(focused).toBe('I-0003');
  setRows(without(['I-0002', 'I-0003', 'I-0004']));
  await expect.poll(focused).toBe('I-0001');
  setRows([]);
  await expect.poll(() => document.activeElement?.getAttribute('role')).toBe('grid');
});

it('a control in a row that leaves passes the focus to the next row too', async () => {
  await listed(items(5));
  await page.getByRole('button', { name: 'Act on I-0001' }).click();
  setRows(without(['I-0001']));
  await expect.poll(focused).toBe('I-0002');
});

it('nobody’s focus is taken: neither from a field elsewhere nor from a person who has left the list', async () => {
  await render(
    <UiProvider>
      <input aria-label="Elsewhere" />
      <Listed from={items(5)} />
    </UiProvider>,
  );
  rowOf('I-0001').focus();
  await page.getByRole('textbox', { name: 'Elsewhere' }).click();
  setRows(without(['I-0001']));
  await expect.poll(reached).toBe('I-0002');
  expect(document.activeElement?.tagName).toBe('INPUT');
  rowOf('I-0002').focus();
  rowOf('I-0002').blur();
  setRows(without(['I-0001', 'I-0002']));
  await expect.poll(reached).toBe('I-0003');
  expect(document.activeElement).toBe(document.body);
});

it('the stop of Tab stays with its record while rows come before it and the order changes', async () => {
  await listed(items(5));
  rowOf('I-0003').focus();
  setRows([{ id: 'H-1' }, { id: 'H-2' }, ...items(5)]);
  await expect.poll(reached).toBe('I-0003');
  expect(focused()).toBe('I-0003');
  setRows([...items(5)].reverse());
  await expect.poll(reached).toBe('I-0003');
  expect(focused()).toBe('I-0003');
});

it('the row with the focus stays, however far the list is scrolled', async () => {
  await listed(items(1_000));
  rowOf('I-0001').focus();
  const grid = page.getByRole('grid').element();
  grid.scrollTop = 20_000;
  await expect.poll(() => document.querySelectorAll('.uk-tr[data-index="560"]').length).toBe(1);
  expect(focused()).toBe('I-0001');
  expect(document.querySelectorAll('.uk-tr').length).toBeLessThan(60);
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(focused).toBe('I-0002');
});

it('of a long list of which only a window is loaded, too', async () => {
  const all = items(1_000);
  function Windowed() {
    const [{ first, last }, onRange] = useRange();
    const start = Math.max(0, first - 20);
    return (
      <DataTable
        {...shared}
        source={{
          kind: 'window',
          rows: all.slice(start, last + 20),
          start,
          total: 1_000,
          damaged: [],
          sort: null,
          onSort: () => {},
          onRange,
        }}
        opening={linked}
      />
    );
  }
  await render(
    <UiProvider>
      <Windowed />
    </UiProvider>,
  );
  rowOf('I-0001').focus();
  const grid = page.getByRole('grid').element();
  grid.scrollTop = 20_000;
  await expect.poll(() => rowOf('I-0560').getAttribute('aria-rowindex')).toBe('562');
  expect(focused()).toBe('I-0001');
  expect(document.querySelectorAll('.uk-tr[aria-busy]')).toHaveLength(0);
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(focused).toBe('I-0002');
  await userEvent.keyboard('{End}'); // to a row that is not loaded when it gets the focus
  await expect.poll(focused).toBe('I-0999');
  await userEvent.keyboard('{Home}');
  await expect.poll(focused).toBe('I-0000');
});

it('the focus stays on a row whose content arrives after it, and Enter opens that row', { tags: ['D-28'] }, async () => {
  const opened = vi.fn<(id: string) => void>();
  const all = items(500);
  let arrive = () => {};
  function Window() {
    const [start, setStart] = useState(0);
    useEffect(() => {
      arrive = () => setStart(460);
    }, []);
    const nothing = () => undefined;
    return (
      <DataTable
        {...shared}
        source={{
          kind: 'window',
          rows: all.slice(start, start + 40),
          start,
          total: 500,
          damaged: [],
          onRange: nothing,
          sort: null,
          onSort: nothing,
        }}
        opening={{ ...linked, onOpen: opened }}
      />
    );
  }
  await render(
    <UiProvider>
      <Window />
    </UiProvider>,
  );
  rowOf('I-0000').focus();
  await userEvent.keyboard('{End}');
  await expect.poll(() => document.activeElement?.getAttribute('data-index')).toBe('499');
  arrive();
  await expect.poll(focused).toBe('I-0499');
  await userEvent.keyboard('{Enter}');
  expect(opened.mock.calls).toEqual([['I-0499']]);
});

/** A list whose rows open over or beside the page, where an act takes the row out. */
function Acting({ over }: { readonly over: 'dialog' | 'drawer' | 'both' }) {
  const [rows, set] = useState<readonly Item[]>(items(4));
  const [open, setOpen] = useState<string | null>(null);
  const [asks, setAsks] = useState(false);
  const close = () => {
    setAsks(false);
    setOpen(null);
  };
  const act = () => {
    set((now) => now.filter(({ id }) => id !== open));
    close();
  };
  const asked = over === 'dialog' ? open !== null : asks;
  return (
    <div className="uk-drawer-layout">
      <main>
        <DataTable {...shared} source={{ kind: 'whole', rows, order }} opening={{ ...linked, id: open, onOpen: setOpen }} />
      </main>
      <Drawer
        open={over !== 'dialog' && open !== null}
        onClose={close}
        label="Record"
        head={null}
        freshness={{ kind: 'live', at: 0 }}
        actions={
          <button type="button" onClick={over === 'both' ? () => setAsks(true) : act}>
            {over === 'both' ? 'Ask' : 'Do it'}
          </button>
        }
      >
        <p>About it</p>
      </Drawer>
      <Dialog
        open={asked}
        onClose={close}
        title="Really"
        actions={
          <button type="button" onClick={act}>
            Do it
          </button>
        }
      />
    </div>
  );
}

for (const over of ['dialog', 'drawer', 'both'] as const)
  for (const width of [1400, 1000])
    it(`after an act the focus is on the next row, not lost with the row that it took away (${over}, ${width} wide)`, async () => {
      await page.viewport(width, 800);
      await render(
        <UiProvider>
          <Acting over={over} />
        </UiProvider>,
      );
      rowOf('I-0001').focus();
      await userEvent.keyboard('{Enter}');
      if (over === 'both') await page.getByRole('button', { name: 'Ask' }).click();
      await page.getByRole('button', { name: 'Do it' }).click();
      await expect.poll(focused).toBe('I-0002');
    });
