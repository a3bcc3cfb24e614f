import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { formatCount } from '../../domain/format.ts';
import type { TableExport } from '../../domain/exports/tableExport.ts';
import { useMedia } from '../overlay/useMedia.ts';
import { agedAt } from '../status/claimMarks.ts';
import type { Column, Sort } from './columns.ts';
import { useOrder } from './useOrder.ts';
import { useRowKeys } from './useRowKeys.ts';
import { useBox, useRows } from './useRows.ts';
import { useTableModel } from './useTableModel.ts';
import { footHeight, TableFoot } from './TableFoot.tsx';
import { headHeight, TableHead } from './TableHead.tsx';
import { type CardParts, TableRow } from './TableRow.tsx';
import './table.css';

export interface DataTableProps<Row> {
  /** Accessible name. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** Rows held now; all of them, or a window into `total`. */
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  /** Name of a row for readers. */
  readonly rowName: (row: Row) => string;
  /** The row on a phone. */
  readonly card: (row: Row) => CardParts;
  /** What there is in all; more than `rows` for windowed data. */
  readonly total?: number;
  /** Place of `rows[0]` among all. */
  readonly start?: number;
  /** Places of windowed data whose row is held and cannot be shown, by what is called so: `rows` are without them, and they keep their place. */
  readonly damaged?: readonly { readonly place: number; readonly name: string }[];
  /** Called with the places in sight (inclusive, with some to spare), for windowed data. */
  readonly onRange?: (first: number, last: number) => void;
  /** The caller keeps the order (address), and for windowed rows sorts by it: the order now, and the wish for another. */
  readonly sort?: Sort | null;
  readonly onSort?: (sort: Sort) => void;
  readonly defaultSort?: Sort | null;
  /** Told the ids of the rows held in the order in which they stand, for whoever steps through them from elsewhere. */
  readonly onOrder?: (ids: readonly string[]) => void;
  readonly onOpen?: (row: Row) => void;
  readonly selectedId?: string | null;
  /** With these, rows carry a box. */
  readonly checked?: ReadonlySet<string>;
  readonly onChecked?: (ids: ReadonlySet<string>) => void;
  /** Rows whose box cannot be ticked just now, false. */
  readonly checkable?: (row: Row) => boolean;
  readonly loading?: boolean;
  readonly skeletonRows?: number;
  /** In place of rows when there are none. */
  readonly empty: ReactNode;
  /** 36, or 48 with avatars; never under 44 for fingers. */
  readonly rowHeight?: 36 | 48;
  /** Container width under which rows become cards. */
  readonly cardsBelowPx?: number;
  /** 68, or 88 where a card's title may need a second line. */
  readonly cardHeight?: 68 | 88;
  /** Room kept under the table, px. */
  readonly bottomPx?: number;
  /** Right in the footer; columns that left are told there too. */
  readonly note?: ReactNode;
  /** Why columns are gone: 'while details are open'. */
  readonly hiddenWhy?: string;
  /** How the rows are taken away (D-28): all that the filter leaves, in the order of the table. */
  readonly exports?: TableExport<Row>;
  /** Where `rows` are one page of a longer list: what the footer says of it, and the way through the pages (Pagination.tsx). */
  readonly paged?: { readonly words: string; readonly pager: ReactNode };
  /** Said in the footer while nothing is there yet. */
  readonly loadingWords?: string;
}

const everyRow = () => true;
const noneDamaged: NonNullable<DataTableProps<object>['damaged']> = [];
/** The frame's hairlines, above and below. */
const edges = 2;

/** A virtualised table. Arrow keys, Page keys, Home and End move, Enter opens, Space ticks; columns leave by priority when it
 * gets narrow, and the footer says so; on a phone rows are cards in the page's own scroll. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const {
    label,
    rows,
    rowId,
    rowName,
    card,
    total = props.rows.length,
    start = 0,
    damaged = noneDamaged,
    onRange,
    onOrder,
    onOpen,
    selectedId = null,
    checked,
    onChecked,
    checkable = everyRow,
    loading = false,
    skeletonRows = 12,
    empty,
    cardsBelowPx = 600,
    cardHeight = 68,
    bottomPx = 16,
    note,
    hiddenWhy = 'at this width',
    paged,
    loadingWords = 'Loading…',
  } = props;
  const frame = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const coarse = useMedia('(pointer: coarse), (max-width: 1023px)');
  const { widthPx, leftPx } = useBox(frame, bottomPx);
  const asCards = widthPx > 0 && widthPx < cardsBelowPx;
  const rowHeight = asCards ? cardHeight : Math.max(props.rowHeight ?? 36, coarse ? 44 : 0);
  const boxes = checked !== undefined && onChecked !== undefined;
  const model = useTableModel({
    columns: props.columns,
    rows,
    rowId,
    widthPx: (widthPx === 0 ? 100_000 : widthPx - 2) - (boxes ? 44 : 0),
    windowed: onRange !== undefined || paged !== undefined,
    sort: props.sort,
    onSort: props.onSort,
    defaultSort: props.defaultSort ?? null,
  });

  useOrder(() => model.rows.map(({ original }) => rowId(original)), onOrder);

  const bare = loading && rows.length === 0;
  const count = bare ? skeletonRows : Math.max(total, rows.length);
  const virtual = useRows({ scroller, count, rowHeight, coverPx: headHeight, withPage: asCards });
  const rowAt = useCallback(
    (index: number) => {
      if (bare || damaged.some(({ place }) => place === index)) return undefined;
      // The places before it whose rows are not among those that came.
      const left = damaged.filter(({ place }) => place >= start && place < index).length;
      return model.rows[index - start - left]?.original;
    },
    [bare, damaged, model.rows, start],
  );

  const first = virtual.range?.startIndex ?? 0;
  const last = Math.min(virtual.range?.endIndex ?? 0, count - 1);
  useEffect(() => {
    if (!bare && count > 0) onRange?.(first, last);
  }, [bare, count, first, last, onRange]);

  const toggle = useCallback(
    (index: number, on: boolean) => {
      const row = rowAt(index);
      if (row === undefined || checked === undefined || !checkable(row)) return;
      const next = new Set(checked);
      if (on) next.add(rowId(row));
      else next.delete(rowId(row));
      onChecked?.(next);
    },
    [rowAt, checked, rowId, onChecked, checkable],
  );
  const keys = useRowKeys({
    scroller,
    count,
    pageRows: Math.max(1, last - first),
    scrollTo: virtual.scrollTo,
    open: (index) => {
      const row = rowAt(index);
      if (row !== undefined) onOpen?.(row);
    },
    toggle: boxes
      ? (index) => {
          const row = rowAt(index);
          if (row !== undefined) toggle(index, !checked.has(rowId(row)));
        }
      : null,
  });
  const [atTop, setAtTop] = useState(true);

  const hidden =
    !asCards && model.hiddenCount > 0 ? `${model.hiddenCount} ${model.hiddenCount === 1 ? 'column' : 'columns'} hidden ${hiddenWhy}` : null;
  const tickable = boxes ? model.rows.filter(({ original }) => checkable(original)) : [];
  const allChecked = boxes && tickable.length > 0 && tickable.every(({ original }) => checked.has(rowId(original)));
  const noRows = !bare && count === 0;
  // Whole rows only: one cut in half at the bottom reads as a fault.
  // A page of a list is seen as a whole, as long as it is no more than a screen.
  const leastRows = paged === undefined ? 8 : Math.min(count, 12);
  const roomRows = Math.max(leastRows, Math.floor((leftPx - footHeight - edges - headHeight) / rowHeight));
  const bodyMax = headHeight + roomRows * rowHeight;
  return (
    <div
      ref={frame}
      className="uk-table"
      // The page's age is its rows' too.
      data-at={agedAt(props.exports?.freshness)}
      data-cards={asCards ? cardHeight : undefined}
      style={
        {
          '--uk-cols': `${boxes ? '44px ' : ''}${asCards ? 'minmax(0, 1fr)' : model.template}`,
        } as React.CSSProperties /* a custom property is no known style key */
      }
    >
      <div
        ref={scroller}
        className="uk-table-scroll"
        role="grid"
        tabIndex={-1}
        aria-label={label}
        aria-rowcount={count + 1}
        aria-busy={bare ? true : undefined}
        aria-multiselectable={boxes ? true : undefined}
        style={asCards || noRows ? undefined : { maxHeight: bodyMax }}
        onScroll={(event) => setAtTop(event.currentTarget.scrollTop === 0)}
        onKeyDown={keys.onKeyDown}
        onClick={keys.onClick}
      >
        <TableHead
          columns={asCards ? model.columns.slice(0, 1) : model.columns}
          sort={model.sort}
          sortable={model.sortable}
          onPress={model.pressHead}
          readOnly={asCards}
          lifted={!atTop}
          box={
            boxes
              ? {
                  all: allChecked,
                  some: checked.size > 0,
                  onAll: (on) => onChecked(on ? new Set(tickable.map(({ original }) => rowId(original))) : new Set()),
                }
              : null
          }
        />
        {noRows ? (
          <div role="row" className="uk-table-empty">
            <div role="gridcell">{empty}</div>
          </div>
        ) : (
          <div className="uk-tbody" role="rowgroup" style={{ height: virtual.totalPx }}>
            {virtual.items.map((item) => {
              const row = rowAt(item.index);
              const id = row === undefined ? null : rowId(row);
              return (
                <TableRow
                  key={id ?? `place-${item.index}`}
                  row={row}
                  damaged={bare ? undefined : damaged.find(({ place }) => place === item.index)?.name}
                  index={item.index}
                  top={item.start - virtual.offset}
                  height={rowHeight}
                  columns={model.columns}
                  card={asCards ? card : null}
                  selected={id !== null && id === selectedId}
                  active={item.index === Math.min(keys.active, count - 1)}
                  opens={onOpen !== undefined}
                  checked={boxes ? id !== null && checked.has(id) : undefined}
                  checkable={row !== undefined && checkable(row)}
                  name={row === undefined ? 'row' : rowName(row)}
                  onCheck={toggle}
                />
              );
            })}
          </div>
        )}
      </div>
      <TableFoot
        note={hidden ?? note}
        offer={bare || noRows ? undefined : props.exports}
        shown={() => model.rows.map(({ original }) => original)}
        end={bare || noRows ? null : paged?.pager}
      >
        {bare
          ? loadingWords
          : noRows
            ? 'No results'
            : paged !== undefined
              ? paged.words
              : `Showing ${formatCount(first + 1)} to ${formatCount(last + 1)} of ${formatCount(count)} ${count === 1 ? 'result' : 'results'}`}
      </TableFoot>
    </div>
  );
}
