import { createSortedRowModel, rowSortingFeature, tableFeatures, useTable } from '@tanstack/react-table';
import { useMemo } from 'react';
import { compareValues } from '../../domain/compareValues.ts';
import { type Column, fittingColumns, nextSort, type Sort, templateOf } from './columns.ts';
import { keptOrder } from './keptOrder.ts';
import type { TableOf, TableSource } from './table.ts';

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });

/** Sorts with TanStack Table and selects the columns that fit; DataTable renders. Rows sorted by the caller pass through unchanged. */
export function useTableModel<Row extends object>({ columns, rowId, usual: own }: TableOf<Row>, source: TableSource<Row>, widthPx: number) {
  const usual = own ?? null;
  const { rows } = source;
  const manual = source.kind !== 'whole';
  const asked = manual ? source : keptOrder(columns, source.order, usual);
  const sort = manual ? asked.sort : (known(columns, asked.sort) ?? usual);
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
    pressHead: (column: Column<Row>) => asked.onSort(nextSort(sort, column.id, column.descFirst ?? false)),
    sortable: (column: Column<Row>) => (manual ? column.sortable === true : column.sortValue !== undefined),
  };
}

/** The order if its column exists, otherwise null: an old link may name a removed column. */
function known<Row>(columns: readonly Column<Row>[], sort: Sort | null): Sort | null {
  return columns.some(({ id, sortValue }) => id === sort?.id && sortValue !== undefined) ? sort : null;
}
