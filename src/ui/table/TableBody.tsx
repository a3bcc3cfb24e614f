import type { Column } from './columns.ts';
import { type Places, useKept } from './rowPlaces.ts';
import type { TableOf, TableOpening } from './table.ts';
import { TableRow } from './TableRow.tsx';
import { overscan, type useRows } from './useRows.ts';
import type { useTicks } from './useTicks.ts';

interface TableBodyProps<Row> {
  readonly table: TableOf<Row>;
  readonly places: Places<Row>;
  readonly virtual: ReturnType<typeof useRows>;
  /** Indices of damaged rows, with their names; none while nothing is loaded. */
  readonly damaged: readonly { readonly place: number; readonly name: string }[];
  /** Index of the row that Tab reaches. */
  readonly active: number;
  readonly columns: readonly Column<Row>[];
  readonly asCards: boolean;
  readonly rowHeight: number;
  readonly opening: TableOpening | undefined;
  readonly boxes: ReturnType<typeof useTicks<Row>>['boxes'];
  readonly tick: ReturnType<typeof useTicks<Row>>['tick'];
}

/** The rows in sight, and the one that Tab reaches wherever it is. */
export function TableBody<Row>(props: TableBodyProps<Row>) {
  const { table, places, virtual, damaged, active, columns, asCards, rowHeight, opening, boxes, tick } = props;
  const { startIndex = 0, endIndex = 0 } = virtual.range ?? {};
  const kept = useKept(active, places.rowAt(active));
  const isFar = active < startIndex - overscan || active > endIndex + overscan;
  return (
    <div className="uk-tbody" role="rowgroup" style={{ height: virtual.totalPx }}>
      {virtual.items.map((item) => {
        const isKept = isFar && item.index === active;
        const row = places.rowAt(item.index) ?? (isKept ? kept : undefined);
        if (isKept && row === undefined) return null;
        const id = row === undefined ? null : table.rowId(row);
        return (
          <TableRow
            key={id ?? `place-${item.index}`}
            row={row}
            damaged={damaged.find(({ place }) => place === item.index)?.name}
            index={item.index}
            top={item.start - virtual.offset}
            height={rowHeight}
            columns={columns}
            card={asCards ? table.card : null}
            selected={id !== null && id === opening?.id}
            active={item.index === active}
            opens={opening !== undefined}
            href={id === null ? undefined : opening?.href(id)}
            checked={boxes === null ? undefined : id !== null && boxes.ids.has(id)}
            checkable={row !== undefined && boxes?.may(row) === true}
            name={row === undefined ? 'row' : table.rowName(row)}
            onCheck={tick}
          />
        );
      })}
    </div>
  );
}
