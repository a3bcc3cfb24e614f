import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { plural } from '../../domain/format.ts';
import type { TableExport } from '../../domain/exports/tableExport.ts';
import { useMedia } from '../overlay/useMedia.ts';
import { agedAt } from '../status/claimMarks.ts';
import { rem } from '../theme/units.ts';
import { pageLabel, Pagination, rangeLabel } from './Pagination.tsx';
import type { TableOf, TableOpening, TableSelection, TableSource } from './table.ts';
import { useOrder } from './useOrder.ts';
import { useRowKeys } from './useRowKeys.ts';
import { useBox, useRows } from './useRows.ts';
import { useTableModel } from './useTableModel.ts';
import { useTicks } from './useTicks.ts';
import { footHeight, TableFoot } from './TableFoot.tsx';
import { headHeight, TableHead } from './TableHead.tsx';
import { TableRow } from './TableRow.tsx';
import './table.css';

interface DataTableProps<Row> {
  readonly table: TableOf<Row>;
  readonly source: TableSource<Row>;
  readonly opening?: TableOpening<Row>;
  readonly selection?: TableSelection<Row> | null;
  /** Shown if there are no rows. */
  readonly empty: ReactNode;
  /** Export of the rows (D-28): all that match the filter, in the table's order. Undefined only on sample pages. */
  readonly exports: TableExport<Row> | undefined;
  /** Right side of the footer; hidden columns are mentioned there too. */
  readonly note?: ReactNode;
  /** Receives the ids of the loaded rows in display order, for stepping through them elsewhere. */
  readonly onOrder?: (ids: readonly string[]) => void;
}

type Window = Pick<Extract<TableSource<object>, { readonly kind: 'window' }>, 'start' | 'total' | 'damaged'>;
const noWindow: Window & { readonly onRange?: undefined } = { start: 0, total: 0, damaged: [] };
/** Space kept below the table, px. */
const bottomPx = 16;
/** Height of the frame's hairlines, above and below, px. */
const edges = 2;

/**
 * A virtualised table. Arrow keys, Page keys, Home and End move, Enter opens, Space ticks. Columns are hidden by priority on narrow
 * screens, and the footer says so. On a phone rows are cards that scroll with the page.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { table, source, opening, selection = null, empty, exports, note, onOrder } = props;
  const { label, rowId, rowName, card, cardHeight = 68, cardsBelowPx = 600, skeletonRows = 12, loadingLabel = 'Loading…' } = table;
  const { rows, loading = false } = source;
  const { start, total, damaged, onRange } = source.kind === 'window' ? source : noWindow;
  const frame = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const coarse = useMedia('(pointer: coarse), (max-width: 63.9375em)');
  const { widthPx, leftPx, scale } = useBox(frame, bottomPx);
  const asCards = widthPx > 0 && widthPx < cardsBelowPx;
  const rowHeight = asCards ? cardHeight : Math.max(table.rowHeight ?? 36, coarse ? 44 : 0);
  const model = useTableModel(table, source, (widthPx === 0 ? 100_000 : widthPx - 2) - (selection === null ? 0 : 44));

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

  const { tick, boxes } = useTicks(
    table,
    model.rows.map(({ original }) => original),
    rowAt,
    selection,
  );
  const keys = useRowKeys({
    scroller,
    count,
    pageRows: Math.max(1, last - first),
    scrollTo: virtual.scrollTo,
    open: (index) => {
      const row = rowAt(index);
      if (row !== undefined) opening?.onOpen(row);
    },
    toggle: boxes?.toggle ?? null,
  });
  const [atTop, setAtTop] = useState(true);

  const why = opening?.beside === true && (opening.id ?? null) !== null ? 'while details are open' : 'at this width';
  const hidden = !asCards && model.hiddenCount > 0 ? `${plural(model.hiddenCount, 'column')} hidden ${why}` : null;
  const noRows = !bare && count === 0;
  // Whole rows only: a row cut in half at the bottom looks like a bug. A page of a list is shown in full, up to one screen.
  const leastRows = source.kind === 'page' ? Math.min(count, 12) : 8;
  const roomRows = Math.max(leastRows, Math.floor((leftPx - footHeight - edges - headHeight) / rowHeight));
  const bodyMax = headHeight + roomRows * rowHeight;
  return (
    <div
      ref={frame}
      className="uk-table"
      // The rows have the page's age.
      data-at={agedAt(exports?.freshness)}
      data-cards={asCards ? cardHeight : undefined}
      style={
        {
          '--uk-cols': `${boxes === null ? '' : '2.75rem '}${asCards ? 'minmax(0, 1fr)' : model.template}`,
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
        aria-multiselectable={boxes === null ? undefined : true}
        style={asCards || noRows ? undefined : { maxHeight: rem(bodyMax) }}
        onScroll={(event) => setAtTop(event.currentTarget.scrollTop === 0)}
        {...keys.on}
      >
        <TableHead
          columns={asCards ? model.columns.slice(0, 1) : model.columns}
          sort={model.sort}
          sortable={model.sortable}
          onPress={model.pressHead}
          readOnly={asCards}
          lifted={!atTop}
          box={boxes}
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
                  selected={id !== null && id === opening?.id}
                  active={item.index === Math.min(keys.active, count - 1)}
                  opens={opening !== undefined}
                  checked={boxes === null ? undefined : id !== null && boxes.ids.has(id)}
                  checkable={row !== undefined && boxes?.may(row) === true}
                  name={row === undefined ? 'row' : rowName(row)}
                  onCheck={tick}
                />
              );
            })}
          </div>
        )}
      </div>
      <TableFoot
        note={hidden ?? note}
        offer={bare || noRows ? undefined : exports}
        shown={() => model.rows.map(({ original }) => original)}
        end={
          bare || noRows || source.kind !== 'page' ? null : (
            <Pagination label={label} page={source.page} pages={source.loaded.totalPages} onPage={source.onPage} />
          )
        }
      >
        {bare
          ? loadingLabel
          : noRows
            ? 'No results'
            : source.kind === 'page'
              ? pageLabel(source.loaded, rows.length)
              : rangeLabel(first + 1, last + 1, count)}
      </TableFoot>
    </div>
  );
}
