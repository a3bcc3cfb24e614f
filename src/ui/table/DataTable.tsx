import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { formatCount } from '../../domain/format.ts';
import type { TableExport } from '../../domain/exports/tableExport.ts';
import { useMedia } from '../overlay/useMedia.ts';
import { agedAt } from '../status/claimMarks.ts';
import { rem } from '../theme/units.ts';
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
  /** Loaded rows: all of them, or a window into `total`. */
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  /** Name of a row for screen readers. */
  readonly rowName: (row: Row) => string;
  /** Card content of a row, on a phone. */
  readonly card: (row: Row) => CardParts;
  /** Total number of rows; exceeds `rows` for windowed data. */
  readonly total?: number;
  /** Index of `rows[0]` among all. */
  readonly start?: number;
  /** Indices of damaged rows in windowed data, with their names: `rows` does not contain them, but they keep their place. */
  readonly damaged?: readonly { readonly place: number; readonly name: string }[];
  /** For windowed data: called with the visible indices (inclusive, with overscan). */
  readonly onRange?: (first: number, last: number) => void;
  /** Current order, and request for another. The caller keeps the order (address), and sorts windowed rows by it. */
  readonly sort?: Sort | null;
  readonly onSort?: (sort: Sort) => void;
  readonly defaultSort?: Sort | null;
  /** Receives the ids of the loaded rows in display order, for stepping through them elsewhere. */
  readonly onOrder?: (ids: readonly string[]) => void;
  readonly onOpen?: (row: Row) => void;
  readonly selectedId?: string | null;
  /** Ids of ticked rows; shows checkboxes if given. */
  readonly checked?: ReadonlySet<string>;
  readonly onChecked?: (ids: ReadonlySet<string>) => void;
  /** False for rows that cannot be ticked now. */
  readonly checkable?: (row: Row) => boolean;
  readonly loading?: boolean;
  readonly skeletonRows?: number;
  /** Shown if there are no rows. */
  readonly empty: ReactNode;
  /** 36, or 48 with avatars; at least 44 on touch screens. */
  readonly rowHeight?: 36 | 48;
  /** Container width below which rows become cards. */
  readonly cardsBelowPx?: number;
  /** 68, or 88 if a card's title may need a second line. */
  readonly cardHeight?: 68 | 88;
  /** Space kept below the table, px. */
  readonly bottomPx?: number;
  /** Right side of the footer; hidden columns are mentioned there too. */
  readonly note?: ReactNode;
  /** Why columns are hidden: 'while details are open'. */
  readonly hiddenWhy?: string;
  /** Export of the rows (D-28): all that match the filter, in the table's order. */
  readonly exports?: TableExport<Row>;
  /** If `rows` is one page of a longer list: the footer's text, and the pagination (Pagination.tsx). */
  readonly paged?: { readonly words: string; readonly pager: ReactNode };
  /** Footer text while loading. */
  readonly loadingLabels?: string;
}

const everyRow = () => true;
const noneDamaged: NonNullable<DataTableProps<object>['damaged']> = [];
/** Height of the frame's hairlines, above and below, px. */
const edges = 2;

/**
 * A virtualised table. Arrow keys, Page keys, Home and End move, Enter opens, Space ticks. Columns are hidden by priority on narrow
 * screens, and the footer says so. On a phone rows are cards that scroll with the page.
 */
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
    loadingLabels = 'Loading…',
  } = props;
  const frame = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const coarse = useMedia('(pointer: coarse), (max-width: 63.9375em)');
  const { widthPx, leftPx, scale } = useBox(frame, bottomPx);
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
  const virtual = useRows({ scroller, count, scale, rowHeight, coverPx: headHeight, withPage: asCards });
  const rowAt = useCallback(
    (index: number) => {
      if (bare || damaged.some(({ place }) => place === index)) return undefined;
      // Number of damaged rows before this index, which `rows` lacks.
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
  // Whole rows only: a row cut in half at the bottom looks like a bug. A page of a list is shown in full, up to one screen.
  const leastRows = paged === undefined ? 8 : Math.min(count, 12);
  const roomRows = Math.max(leastRows, Math.floor((leftPx - footHeight - edges - headHeight) / rowHeight));
  const bodyMax = headHeight + roomRows * rowHeight;
  return (
    <div
      ref={frame}
      className="uk-table"
      // The rows have the page's age.
      data-at={agedAt(props.exports?.freshness)}
      data-cards={asCards ? cardHeight : undefined}
      style={
        {
          '--uk-cols': `${boxes ? '2.75rem ' : ''}${asCards ? 'minmax(0, 1fr)' : model.template}`,
        } as React.CSSProperties /* CSSProperties does not know custom properties */
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
        style={asCards || noRows ? undefined : { maxHeight: rem(bodyMax) }}
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
          ? loadingLabels
          : noRows
            ? 'No results'
            : paged !== undefined
              ? paged.words
              : `Showing ${formatCount(first + 1)} to ${formatCount(last + 1)} of ${formatCount(count)} ${count === 1 ? 'result' : 'results'}`}
      </TableFoot>
    </div>
  );
}
