import { createSortedRowModel, rowSortingFeature, tableFeatures, useTable } from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import { compareValues } from '../../domain/compareValues.ts';
import { type Column, fittingColumns, nextSort, type Sort, templateOf } from './columns.ts';

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });

interface Input<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  readonly widthPx: number;
  /** Rows are a window into more, or a page of them, and sorted by the caller. */
  readonly windowed: boolean;
  /** The order, if the caller keeps it. */
  readonly sort: Sort | null | undefined;
  readonly onSort: ((sort: Sort) => void) | undefined;
  readonly defaultSort: Sort | null;
}

/** Sorts with TanStack Table and selects the columns that fit; DataTable renders. Rows sorted by the caller pass through unchanged. */
export function useTableModel<Row extends object>({
  columns,
  rows,
  rowId,
  widthPx,
  windowed,
  sort: callersSort,
  onSort,
  defaultSort,
}: Input<Row>) {
  const [ownSort, setOwnSort] = useState<Sort | null>(defaultSort);
  const manual = windowed && onSort !== undefined;
  const sort = onSort === undefined ? ownSort : manual ? (callersSort ?? null) : (known(columns, callersSort) ?? defaultSort);
  const visible = useMemo(() => {
    const fitting = fittingColumns(columns, widthPx);
    return columns.filter(({ id }) => fitting.has(id));
  }, [columns, widthPx]);

  const definitions = useMemo(
    () =>
      columns.map((column) => ({
        id: column.id,
        accessorFn: column.sortValue ?? (() => 0),
        enableSorting: column.sortValue !== undefined,
        sortFn: (a: { original: Row }, b: { original: Row }) =>
          column.sortValue === undefined ? 0 : compareValues(column.sortValue(a.original), column.sortValue(b.original)),
      })),
    [columns],
  );
  const sorting = useMemo(() => (sort === null || manual ? [] : [{ id: sort.id, desc: sort.desc }]), [sort, manual]);
  const data = useMemo(() => [...rows], [rows]);
  const table = useTable({
    features,
    columns: definitions,
    data,
    getRowId: rowId,
    manualSorting: manual,
    enableSortingRemoval: false,
    state: { sorting },
  });

  return {
    rows: table.getRowModel().rows,
    columns: visible,
    template: templateOf(visible),
    hiddenCount: columns.length - visible.length,
    sort,
    pressHead: (column: Column<Row>) => {
      const next = nextSort(sort, column.id, column.descFirst ?? false);
      if (onSort !== undefined) onSort(next);
      else setOwnSort(next);
    },
    sortable: (column: Column<Row>) => (manual ? column.sortable === true : column.sortValue !== undefined),
  };
}

/** The order if its column exists, otherwise null: an old link may name a removed column. */
function known<Row>(columns: readonly Column<Row>[], sort: Sort | null | undefined): Sort | null {
  return columns.some(({ id, sortValue }) => id === sort?.id && sortValue !== undefined) ? (sort ?? null) : null;
}
