import { useMemo, useState } from 'react';
import { NoData } from '../feedback/NoData.tsx';
import { compareValues } from '../../domain/compareValues.ts';
import type { Column, Sort } from './columns.ts';
import { DataTable } from './DataTable.tsx';
import type { TableOf } from './table.ts';

/** Rows per page (identity document, section 9). */
export const defaultPageSize = 10;

/** All rows sorted by a column; stable for equal values. Pure. */
export function sortRows<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sort: Sort | null): readonly Row[] {
  const sortValue = columns.find(({ id }) => id === sort?.id)?.sortValue;
  if (sort === null || sortValue === undefined) return rows;
  const way = sort.desc ? -1 : 1;
  return [...rows].sort((a, b) => way * compareValues(sortValue(a), sortValue(b)));
}

interface PagedTableProps<Row> {
  readonly table: TableOf<Row>;
  readonly rows: readonly Row[];
  readonly loading?: boolean;
  readonly pageSize?: number;
}

/** A table of rows that are all here, in pages: sorts all of them, then cuts them. For lists paged by the platform use DataTable. */
export function PagedTable<Row extends object>({ table, rows, loading = false, pageSize = defaultPageSize }: PagedTableProps<Row>) {
  const [page, setPage] = useState(1);
  const [sort, setSort] = useState<Sort | null>(table.usual ?? null);
  const ordered = useMemo(() => sortRows(rows, table.columns, sort), [rows, table.columns, sort]);
  // DataTable gets only one page, so sorting is done here: every column with a sort value is sortable.
  const sorted = useMemo(
    () => ({
      skeletonRows: Math.min(pageSize, 5),
      ...table,
      columns: table.columns.map((column) => ({ ...column, sortable: column.sortValue !== undefined })),
    }),
    [table, pageSize],
  );
  const totalPages = Math.max(1, Math.ceil(rows.length / pageSize));
  const at = Math.min(page, totalPages); // there may be fewer rows now
  const shown = useMemo(() => ordered.slice((at - 1) * pageSize, at * pageSize), [ordered, at, pageSize]);
  return (
    <DataTable
      table={sorted}
      source={{
        kind: 'page',
        rows: shown,
        loading,
        loaded: { page: at, limit: pageSize, total: rows.length, totalPages },
        page: at,
        onPage: setPage,
        sort,
        onSort: (next) => {
          setSort(next);
          setPage(1);
        },
      }}
      empty={<NoData />}
      exports={undefined}
    />
  );
}
