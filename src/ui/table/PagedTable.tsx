import { type ReactNode, useMemo, useState } from 'react';
import { NoData } from '../feedback/NoData.tsx';
import { compareValues } from '../../domain/compareValues.ts';
import type { Column, Sort } from './columns.ts';
import { DataTable, type DataTableProps } from './DataTable.tsx';
import { Pagination, showingWords } from './Pagination.tsx';

/** Rows of a page (identity document, section 9). */
export const defaultPageSize = 10;

/** All rows in the order of a column; rows of equal value keep theirs. Pure. */
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
  /** 'No data available' unless told. */
  readonly empty?: ReactNode;
};

/** A table of rows that are all here, a page at a time: sorted as a whole, then cut into pages. A list that somebody else pages takes DataTable and `paged`. */
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
  // DataTable holds a page only, so the order is asked for here: every column that has a value to sort by can be pressed.
  const columns = useMemo(() => table.columns.map((column) => ({ ...column, sortable: column.sortValue !== undefined })), [table.columns]);
  const pages = Math.max(1, Math.ceil(rows.length / pageSize));
  const at = Math.min(page, pages); // rows may have become fewer
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
        words: showingWords({ page: at, pageSize, rows: shown.length, total: rows.length }),
        pager: <Pagination label={table.label} page={at} pages={pages} onPage={setPage} />,
      }}
    />
  );
}
