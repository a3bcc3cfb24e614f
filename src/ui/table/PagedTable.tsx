import { type ReactNode, useMemo, useState } from 'react';
import { NoData } from '../feedback/NoData.tsx';
import { compareValues } from '../../domain/compareValues.ts';
import type { Column, Sort } from './columns.ts';
import { DataTable, type DataTableProps } from './DataTable.tsx';
import { Pagination, showingLabels } from './Pagination.tsx';

/** Rows per page (identity document, section 9). */
export const defaultPageSize = 10;

/** All rows sorted by a column; stable for equal values. Pure. */
export function sortRows<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sort: Sort | null): readonly Row[] {
  const sortValue = columns.find(({ id }) => id === sort?.id)?.sortValue;
  if (sort === null || sortValue === undefined) return rows;
  const way = sort.desc ? -1 : 1;
  return [...rows].sort((a, b) => way * compareValues(sortValue(a), sortValue(b)));
}

type PagedTableProps<Row> = Omit<
  DataTableProps<Row>,
  'empty' | 'paged' | 'sort' | 'onSort' | 'total' | 'start' | 'onRange' | 'onOrder' | 'exports'
> & {
  readonly pageSize?: number;
  /** Default: 'No data available'. */
  readonly empty?: ReactNode;
};

/**
 * A table of locally loaded rows with pagination: sorts all rows, then cuts them into pages. For lists paged by the platform use
 * DataTable with `paged`.
 */
export function PagedTable<Row extends object>({
  pageSize = defaultPageSize,
  empty,
  rows,
  defaultSort = null,
  ...table
}: PagedTableProps<Row>) {
  const [page, setPage] = useState(1);
  const [sort, setSort] = useState<Sort | null>(defaultSort);
  const ordered = useMemo(() => sortRows(rows, table.columns, sort), [rows, table.columns, sort]);
  // DataTable gets only one page, so sorting is done here: every column with a sort value is sortable.
  const columns = useMemo(() => table.columns.map((column) => ({ ...column, sortable: column.sortValue !== undefined })), [table.columns]);
  const pages = Math.max(1, Math.ceil(rows.length / pageSize));
  const at = Math.min(page, pages); // there may be fewer rows now
  const shown = useMemo(() => ordered.slice((at - 1) * pageSize, at * pageSize), [ordered, at, pageSize]);
  return (
    <DataTable
      {...table}
      columns={columns}
      rows={shown}
      sort={sort}
      onSort={(next) => {
        setSort(next);
        setPage(1);
      }}
      skeletonRows={table.skeletonRows ?? Math.min(pageSize, 5)}
      empty={empty ?? <NoData />}
      paged={{
        words: showingLabels({ page: at, pageSize, rows: shown.length, total: rows.length }),
        pager: <Pagination label={table.label} page={at} pages={pages} onPage={setPage} />,
      }}
    />
  );
}
